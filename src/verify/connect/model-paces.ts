import { type Clock, formatDuration, sha256 } from "../../base/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { createPace, type Pace, type PaceReport, type SharedPace } from "../../run/index.ts";

/** How fast the models of a run are asked. */
export interface ModelPaces {
  /** The pace of a model, which all that ask it with the same key at the same address share; undefined: nothing limits it. */
  paceOf(model: ResolvedModel): Pace | undefined;
  /** What became of the calls of each, by the names of models. */
  reports(): readonly (PaceReport & { readonly model: string })[];
}

/**
 * Paces for one run. Of models that share one, the lowest limits hold.
 *
 * @param shared who else asks with the same key, by a digest of all that tells it from others
 * @param notify told when a server asks to be left alone
 */
export function modelPaces(
  models: Iterable<ResolvedModel>,
  clock: Clock,
  {
    shared,
    notify,
  }: {
    readonly shared?: ((key: string) => SharedPace) | undefined;
    readonly notify?: (text: string) => void;
  } = {},
): ModelPaces {
  const limits = new Map<string, Pick<ResolvedModel, "requestsPerMinute" | "tokensPerMinute">>();
  for (const model of models) {
    const { requestsPerMinute, tokensPerMinute } = limits.get(paceKey(model)) ?? model;
    limits.set(paceKey(model), {
      requestsPerMinute: lower(requestsPerMinute, model.requestsPerMinute),
      tokensPerMinute: lower(tokensPerMinute, model.tokensPerMinute),
    });
  }
  const paces = new Map<string, { readonly model: string; readonly pace: Pace }>();
  return {
    paceOf(model) {
      if (model.innerInterface.reached === "here") return undefined;
      const key = paceKey(model);
      const known = paces.get(key) ?? {
        model: model.modelName,
        pace: createPace({
          ...{ clock, shared: shared?.(sha256(key)), ...(limits.get(key) ?? model) },
          paused: (ms) =>
            notify?.(
              `the server of ${model.modelName} asks to be left alone for ${formatDuration(ms)}: its calls wait.`,
            ),
        }),
      };
      paces.set(key, known);
      return known.pace;
    },
    reports: () => [...paces.values()].map(({ model, pace }) => ({ model, ...pace.report() })),
  };
}

const lower = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

/** Equal for models of one name that are asked with the same key at the same address, whatever they are asked. */
function paceKey(model: ResolvedModel): string {
  const { modelProvider, modelName, endpointBaseUrl, anthropicBaseUrl, http } = model;
  const { apiKeyEnv, endpointApiKey, anthropicApiKey, innerInterface } = model;
  return JSON.stringify([
    ...[innerInterface.name, modelProvider, modelName, endpointBaseUrl, anthropicBaseUrl, http],
    ...[apiKeyEnv, endpointApiKey, anthropicApiKey],
    // what a program has handed over is the same only for one model
    ...(innerInterface.reached === "calls" ? [model.id] : []),
  ]);
}
