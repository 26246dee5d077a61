import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingFlags } from "./settings-flags.ts";
import { renderPage } from "./settings-pages.ts";
import { settingsTypes, stageDefaults, stageSettingsType } from "./settings-types.ts";

const root = join(import.meta.dirname, "..");
const pages = ["docs/configuration.md", "docs/command-line.md"];

/** The files that are derived from the rows in `src/config/settings`, with their texts. */
export function renderSettingsFiles(): Readonly<Record<string, string>> {
  return {
    "src/config/settings/settings.generated.ts": settingsTypes(),
    "src/cli/setting-flags.generated.ts": settingFlags(),
    "src/pipeline/stage-settings.generated.ts": stageSettingsType(),
    "src/pipeline/testing/stage-defaults.generated.ts": stageDefaults(),
    ...Object.fromEntries(pages.map((page) => [page, renderPage(readFileSync(join(root, page), "utf8"))])),
  };
}
