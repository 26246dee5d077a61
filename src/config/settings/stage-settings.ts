import type { StageSettings } from "../../pipeline/index.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { runSettings } from "./run-settings.ts";
import type { Setting } from "./setting.ts";

/** What stages read of a configuration, by the names of their options. */
export function stageSettings(config: ResolvedConfig): StageSettings {
  const read = Object.entries<Setting>(runSettings).flatMap(([name, { stageOption }]) =>
    stageOption === undefined ? [] : [[stageOption, Reflect.get(config, name)]],
  );
  return Object.fromEntries(read) as unknown as StageSettings; // the type is written from the same rows
}
