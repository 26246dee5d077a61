import { type Flag, flagName } from "./flag.ts";
import { modelSettings } from "./model-settings.ts";
import { runSettings } from "./run-settings.ts";
import type { Setting, Settings } from "./setting.ts";
import type { ModelConfig, VerificationConfig } from "./settings.generated.ts";

/** The name of what a flag gives, among options and overrides; a switch and its opposite give the same. */
export function givenName(flag: Flag, row: Setting): string {
  const ofBoth = flag.gives === undefined ? undefined : row.flags?.find(({ gives }) => gives === true);
  return flag.as ?? row.override ?? flagName(ofBoth ?? flag);
}

/** The name of a run's setting among overrides; undefined for one that whole configurations alone can give. */
function overrideOf(row: Setting): string | undefined {
  const flag = row.flags?.find(({ as }) => as === undefined);
  return row.override ?? (flag && flagName(flag));
}

const entries = <Rows extends Settings>(rows: Rows) =>
  Object.entries(rows) as readonly (readonly [keyof Rows & string, Setting])[]; // its own keys

/** The settings of a run that single values can give, by the names of these. */
export const runOverrides: Readonly<Record<string, keyof VerificationConfig>> = Object.fromEntries(
  entries(runSettings).flatMap(([setting, row]) => {
    const name = overrideOf(row);
    return name === undefined ? [] : [[name, setting]];
  }),
);

/** The same for the settings of models. */
export const modelOverrides: Readonly<Record<string, keyof ModelConfig>> = Object.fromEntries(
  entries(modelSettings).flatMap(([setting, row]) =>
    (row.flags ?? []).map((flag) => [givenName(flag, row), setting]),
  ),
);
