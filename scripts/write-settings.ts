// Writes what is derived from the rows in src/config/settings.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingFlags } from "./settings-flags.ts";
import { renderPage, settingPages } from "./settings-pages.ts";
import { settingsTypes } from "./settings-types.ts";

const place = (file: string) => join(import.meta.dirname, "..", file);
writeFileSync(place("src/config/settings/settings.generated.ts"), settingsTypes());
writeFileSync(place("src/cli/setting-flags.generated.ts"), settingFlags());
for (const page of settingPages) writeFileSync(place(page), renderPage(readFileSync(place(page), "utf8")));
