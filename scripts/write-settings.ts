// Writes what is derived from the rows in src/config/settings.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingFlags } from "./settings-flags.ts";
import { settingsTypes } from "./settings-types.ts";

const place = (file: string) => join(import.meta.dirname, "..", file);
writeFileSync(place("src/config/settings/settings.generated.ts"), settingsTypes());
writeFileSync(place("src/cli/setting-flags.generated.ts"), settingFlags());
