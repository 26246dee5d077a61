import type { ConfigProblem } from "./problems.ts";
import { settingDefaults } from "./settings/defaults.ts";
import type { SettingDefaults } from "./settings/resolved-config.ts";
import { runSettings } from "./settings/run-settings.ts";
import { settingNames } from "./settings/setting.ts";

/** Settings whose stages this version does not have: any value but the default is refused. */
export const unavailableSettings = settingNames<typeof runSettings, keyof SettingDefaults>(
  runSettings,
  ({ unavailable }) => unavailable === true,
);

const notAvailable = "is not available in this version";

/** A problem for each setting that asks for something this version does not have. */
export function unavailableProblems(settings: SettingDefaults): readonly ConfigProblem[] {
  return unavailableSettings
    .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(settingDefaults[name]))
    .map((name) => ({
      path: [name],
      message: `${shown(settings[name])} ${notAvailable}; leave it at ${JSON.stringify(settingDefaults[name])}`,
    }));
}

const shown = (value: unknown) =>
  typeof value === "object" && value !== null ? "this" : JSON.stringify(value);
