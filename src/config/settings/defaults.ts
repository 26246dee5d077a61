import type { SettingDefaults } from "./resolved-config.ts";
import { runSettings } from "./run-settings.ts";

/** The default of every setting of a run. */
export const settingDefaults: SettingDefaults = Object.fromEntries(
  Object.entries(runSettings).flatMap(([name, row]) =>
    "default" in row && row.default !== undefined ? [[name, row.default]] : [],
  ),
) as unknown as SettingDefaults; // the type is written from the same rows
