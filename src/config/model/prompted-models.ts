import type { ResolvedModel } from "../../models/definition/index.ts";
import { filledPlaces } from "../../models/http-application/index.ts";
import { promptedId } from "../../prompt/index.ts";
import type { ConfigProblem } from "../problems.ts";
import type { AnsweringPrompt } from "../settings/answering-prompt.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { bodyProblems } from "./application-problems.ts";
import { inferredId } from "./resolved-model.ts";

/** A model under test with each prompt of the run, as what answers on its own account; without prompts the model itself. */
export function promptedModels(
  model: ResolvedModel,
  prompts: readonly AnsweringPrompt[] | null | undefined,
): readonly ResolvedModel[] {
  if (prompts === null || prompts === undefined) return [model];
  return prompts.map(({ id, systemPrompt, userPrompt }) => ({
    ...model,
    id: promptedId(model.id, id),
    systemPrompt: systemPrompt ?? model.systemPrompt,
    prompt: {
      ...{ id, modelId: model.id },
      ...{ systemPrompt: systemPrompt ?? null, userPrompt: userPrompt ?? null },
    },
  }));
}

/** The model as it was configured, whatever prompt it is asked with; of its prompts only the system prompt is left. */
export function withoutPrompt({ prompt, ...model }: ResolvedModel): ResolvedModel {
  return prompt === undefined ? model : { ...model, id: prompt.modelId };
}

/** Models under test, each once whatever its prompts. */
export function distinctModels(models: readonly ResolvedModel[]): readonly ResolvedModel[] {
  const byId = new Map<string, ResolvedModel>();
  for (const model of models.map(withoutPrompt)) if (!byId.has(model.id)) byId.set(model.id, model);
  return [...byId.values()];
}

/** Models that would answer the same whatever the prompt. */
export function promptProblems({
  prompts,
  answeringModels = [],
}: VerificationConfig): readonly ConfigProblem[] {
  if (prompts === null || prompts === undefined) return [];
  const spoken = prompts.find(({ systemPrompt }) => (systemPrompt ?? null) !== null);
  return answeringModels.flatMap((model) => {
    const why = unprompted(model, spoken);
    return why === undefined
      ? []
      : [{ path: ["prompts"], message: `model "${inferredId(model) ?? ""}": ${why}` }];
  });
}

function unprompted(model: ModelConfig, spoken: AnsweringPrompt | undefined): string | undefined {
  const way = inferredInterface(model);
  if (way.preparedAnswers === true)
    return "its answers are there already, whatever the prompt; leave out the prompts or this model";
  if (!model.http || spoken === undefined || bodyProblems(model).length > 0) return undefined;
  const places = filledPlaces(model);
  if (places.has("messages") || places.has("system")) return undefined;
  return `the system prompt of "${spoken.id}" has no place in the request; add {{system}} or {{messages}} to http_body`;
}
