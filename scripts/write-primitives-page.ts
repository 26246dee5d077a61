// Writes docs/primitives.md from the list of primitives.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { primitivesPage } from "./primitives-page.ts";

writeFileSync(join(import.meta.dirname, "../docs/primitives.md"), primitivesPage());
