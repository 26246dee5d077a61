// Writes what is derived from the rows in src/config/settings.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderSettingsFiles } from "./settings-files.ts";

for (const [file, text] of Object.entries(renderSettingsFiles()))
  writeFileSync(join(import.meta.dirname, "..", file), text);
