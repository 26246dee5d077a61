// Checks the rules of AGENTS.md that no compiler knows: rooms, doors, cycles, names, links in documents.
import { resolve } from "node:path";
import { checkStructure } from "./structure/check-structure.ts";

const { problems, files } = checkStructure(resolve(import.meta.dirname, ".."));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
console.log(
  problems.length > 0
    ? `structure: ${problems.length} problem(s) in ${files} files`
    : `structure: ${files} files, rooms in order, no cycles`,
);
