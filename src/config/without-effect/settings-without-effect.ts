import { distinctModels } from "../model/prompted-models.ts";
import { fileName } from "../problems.ts";
import { settingDefaults } from "../settings/defaults.ts";
import type { ResolvedConfig } from "../settings/resolved-config.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import { listFewShotPartsWithoutEffect } from "./few-shot-parts.ts";
import { listModelPartsWithoutEffect } from "./model-parts.ts";
import { describePartsWithoutEffect, type PartWithoutEffect } from "./part-without-effect.ts";
import { listPromptPartsWithoutEffect } from "./prompt-parts.ts";
import { listUnsentParts } from "./service-parts.ts";
import { type RunSetting, rowsWithoutEffect } from "./setting-rows.ts";

/**
 * Everything that is set though it does nothing in a run, a sentence for each reason.
 *
 * @param named settings that somebody has named just now, also where they say what is the default
 */
export function describeSettingsWithoutEffect(
  run: RunOutline,
  named: Iterable<RunSetting> = [],
): readonly string[] {
  const { config, traitModels } = run;
  const judges = [...config.parsingModels, ...traitModels.values()];
  return describePartsWithoutEffect([
    ...listSettingsWithoutEffect(run, new Set(named)),
    ...listFewShotPartsWithoutEffect(run),
    ...listPromptPartsWithoutEffect(run),
    ...listUnsentParts(run),
    ...distinctModels(config.answeringModels).flatMap((model) =>
      listModelPartsWithoutEffect(model, "answering"),
    ),
    ...judges.flatMap((model) => listModelPartsWithoutEffect(model, "parsing")),
  ]);
}

function listSettingsWithoutEffect(
  run: RunOutline,
  named: ReadonlySet<RunSetting>,
): readonly PartWithoutEffect[] {
  const said = new Set<RunSetting>();
  return rowsWithoutEffect.flatMap(({ settings, reason }) => {
    const why = reason(run);
    if (why === undefined) return [];
    const found = settings.filter(
      (setting) => !said.has(setting) && (named.has(setting) || !isDefault(run.config, setting)),
    );
    for (const setting of found) said.add(setting);
    return found.map((setting) => ({ name: fileName(setting), reason: why }));
  });
}

function isDefault(config: ResolvedConfig, name: RunSetting): boolean {
  // a benchmark may bring its own
  if (name === "workspaceRoot") return true;
  const value = config[name];
  return (
    value === settingDefaults[name] ||
    (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(settingDefaults[name]))
  );
}
