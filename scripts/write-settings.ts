// Writes what is derived from the rows in src/config/settings.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingsTypes } from "./settings-types.ts";

const place = (file: string) => join(import.meta.dirname, "..", file);
writeFileSync(place("src/config/settings/settings.generated.ts"), settingsTypes());
