import { inKeyOrder, recordFrom, sha256 } from "../../base/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { withoutPrompt } from "../model/prompted-models.ts";
import { modelSettings } from "../settings/model-settings.ts";
import type { ResolvedConfig } from "../settings/resolved-config.ts";
import { runSettings } from "../settings/run-settings.ts";
import { withNamedSearch } from "../settings/search-tool.ts";
import { type Setting, settingNames } from "../settings/setting.ts";

const isProceeding = ({ proceeding }: Setting) => proceeding === true;
const proceedingOfRun: readonly string[] = settingNames(runSettings, isProceeding);
/** How a model is reached is told by the name of its interface. */
const proceedingOfModel: readonly string[] = [
  ...settingNames(modelSettings, isProceeding),
  ...(["reachedBy", "innerInterface"] satisfies readonly (keyof ResolvedModel)[]),
];

/**
 * Tells whether two configurations would give comparable results: equal ones have equal fingerprints, whatever their
 * concurrency, time limits, retries, prices and keys, and whatever they keep of workspaces. One function in a setting counts like any other. Lower-case hexadecimal SHA-256.
 */
export function configFingerprint(config: ResolvedConfig): string {
  const models = (list: readonly ResolvedModel[]) => list.map((model) => without(model, proceedingOfModel));
  return fingerprint({
    ...without(withNamedSearch(config), proceedingOfRun),
    answeringModels: models(config.answeringModels),
    parsingModels: models(config.parsingModels),
  });
}

/** Tells whether two models would be the same to a run, likewise. Of a prompt its texts count and not its name. */
export function modelFingerprint(model: ResolvedModel): string {
  const userPrompt = model.prompt?.userPrompt ?? null;
  return fingerprint({
    ...without(withoutPrompt(model), proceedingOfModel),
    // a model without one has the fingerprint that it always had
    ...(userPrompt !== null && { userPrompt }),
  });
}

/** What says which tasks there are and what answers are asked for, not how they are judged. */
const notOfJudging: readonly (keyof ResolvedConfig)[] = [
  "answeringModels",
  "parsingModels",
  "replicateCount",
  "fewShotConfig",
  "rubricTraitNames",
];

/** Tells whether two configurations judge an answer alike by the same judge; models and the choice of traits do not count. */
export function judgingFingerprint(config: ResolvedConfig): string {
  const { generation, ...promptConfig } = config.promptConfig;
  const settings = without(withNamedSearch(config), [...proceedingOfRun, ...notOfJudging]);
  return fingerprint({ ...settings, promptConfig });
}

const fingerprint = (value: object): string => sha256(JSON.stringify(inKeyOrder(value)));

function without(value: object, names: readonly string[]): object {
  return recordFrom(Object.entries(value).filter(([name]) => !names.includes(name)));
}
