// What each file of tests begins with. vitest evaluates this file for each of them, and what it imports once for a worker.
import "./quick-imports.ts";
