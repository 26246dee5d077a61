import { type Environment, variable } from "../../base/index.ts";
import { configurationError } from "../problems.ts";
import { runSettings } from "../settings/run-settings.ts";
import type { Setting } from "../settings/setting.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

type Variable = readonly [setting: string, ...NonNullable<Setting["variable"]>];

const variables: readonly Variable[] = Object.entries<Setting>(runSettings).flatMap(([setting, row]) =>
  row.variable === undefined ? [] : [[setting, ...row.variable] as const],
);

/** The environment variables that hold settings, by the setting they give. */
export const settingVariables: Readonly<Record<string, string>> = Object.fromEntries(variables);

/**
 * The settings that environment variables give. A variable that is empty is not set.
 *
 * @throws KareninaError `configuration` that names every variable whose value cannot be read.
 */
export function environmentSettings(environment: Environment): VerificationConfig {
  const problems: string[] = [];
  const settings = variables.flatMap(([setting, name, parse]) => {
    const text = variable(environment, name);
    if (text === undefined) return [];
    const result = parse(text);
    if (result.ok) return [[setting, result.value]];
    const found = result.hides ? "something else" : `"${text}"`;
    problems.push(`environment variable ${name}: expected ${result.expected}, found ${found}`);
    return [];
  });
  if (problems.length > 0)
    throw configurationError("The environment", problems, "Correct the variable or unset it.");
  return Object.fromEntries(settings); // each value was read by its own setting's reader
}
