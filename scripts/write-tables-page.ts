// Writes docs/tables.md from the tables of results.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tablesPage } from "./tables-page.ts";

writeFileSync(join(import.meta.dirname, "../docs/tables.md"), tablesPage());
