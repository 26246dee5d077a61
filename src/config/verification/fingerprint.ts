import { isJsonObject, type JsonValue, sha256 } from "../../base/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
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
  const left = without(withNamedSearch(config), proceedingOfRun);
  const models = (list: readonly ResolvedModel[]) => list.map((model) => without(model, proceedingOfModel));
  return sha256(
    JSON.stringify(
      sorted({
        ...left,
        answeringModels: models(config.answeringModels),
        parsingModels: models(config.parsingModels),
      }),
    ),
  );
}

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value as JsonValue; // what is neither list nor object in a configuration is a JSON scalar
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
