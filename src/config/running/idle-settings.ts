import { fileName } from "../problems.ts";
import { settingDefaults } from "../verification/defaults.ts";
import type { ResolvedConfig, SettingDefaults } from "../verification/resolved-config.ts";

/** A sentence that names those of the settings that were changed though they do nothing; none where none was. */
export function idleSettings(
  config: ResolvedConfig,
  settings: readonly (keyof SettingDefaults)[],
  reason: string,
): readonly string[] {
  const changed = settings.filter((name) => !isDefault(config, name)).map(fileName);
  if (changed.length === 0) return [];
  return [`${changed.join(", ")} ${changed.length === 1 ? "has" : "have"} no effect: ${reason}.`];
}

function isDefault(config: ResolvedConfig, name: keyof SettingDefaults): boolean {
  const value = config[name];
  return (
    value === settingDefaults[name] ||
    (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(settingDefaults[name]))
  );
}
