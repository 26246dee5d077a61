import type { ConfigProblem } from "../problems.ts";
import { unavailableModelProblems } from "../unavailable.ts";
import { interfaceFacts } from "./interfaces.ts";
import type { ModelConfig } from "./model-config.ts";
import {
  inferredId,
  inferredInterface,
  inferredModelName,
  type ModelRole,
  present,
  unmasked,
} from "./resolved-model.ts";

const one = (path: readonly string[], message: string): ConfigProblem => ({ path, message });

/** What is wrong with one model, without looking at the others. Paths are relative to the model. */
export function modelProblems(model: ModelConfig, role: ModelRole): readonly ConfigProblem[] {
  const name = inferredInterface(model);
  const facts = interfaceFacts(name);
  if (facts.insteadUse !== undefined) {
    return [one(["interface"], `"${name}" is not available in this version; use ${facts.insteadUse}`)];
  }
  const problems: ConfigProblem[] = [];
  const complain = (path: readonly string[], message: string) => problems.push(one(path, message));
  if (inferredModelName(model) === undefined)
    complain(["modelName"], "expected the name of a model, found none");
  if (facts.needsProvider && !present(model.modelProvider)) {
    complain(
      ["modelProvider"],
      `interface "${name}" needs a provider (openai, anthropic, google), found none`,
    );
  }
  if (facts.answeringOnly && role === "parsing")
    complain(["interface"], `"${name}" can answer but not judge`);
  if (name === "openai_endpoint" && !present(model.endpointBaseUrl)) {
    complain(["endpointBaseUrl"], `interface "${name}" needs the server's address, found none`);
  }
  if (name === "manual" && !present(model.manualTracesPath)) {
    complain(["manualTracesPath"], `interface "${name}" needs a file of prepared answers, found none`);
  }
  if (name === "replay" && !present(model.replayFile)) {
    complain(["replayFile"], `interface "${name}" needs a file of recorded exchanges, found none`);
  }
  problems.push(...misplaced(model, name), ...unavailableModelProblems(model));
  return problems;
}

/** Settings that have no effect on the chosen interface, or are given twice. */
function misplaced(model: ModelConfig, name: string): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const anthropic = name === "ai_sdk" && model.modelProvider === "anthropic";
  const anthropicKey = unmasked(model.anthropicApiKey) !== null;
  const endpointKey = unmasked(model.endpointApiKey) !== null;
  const endpoint = name === "openai_endpoint" || name === "replay";
  const extra = model.extraKwargs ?? {};
  for (const [setting, given] of [
    ["anthropicBaseUrl", present(model.anthropicBaseUrl)],
    ["anthropicApiKey", anthropicKey],
  ] as const) {
    if (given && !anthropic && name !== "replay") {
      problems.push(one([setting], 'is only for interface "ai_sdk" with provider "anthropic"'));
    }
  }
  for (const [setting, given] of [
    ["endpointBaseUrl", present(model.endpointBaseUrl)],
    ["endpointApiKey", endpointKey],
  ] as const) {
    if (given && !endpoint) problems.push(one([setting], 'is only for interface "openai_endpoint"'));
  }
  for (const key of ["base_url", "api_key"]) {
    if (key in extra)
      problems.push(one(["extraKwargs"], `"${key}" has its own setting; take it out of extra_kwargs`));
  }
  if (present(model.apiKeyEnv) && (endpointKey || anthropicKey)) {
    problems.push(one(["apiKeyEnv"], "the key is also given inline; keep one of the two"));
  }
  return problems;
}

/** What is wrong with the models of one role: each by itself, and ids that are not unique. */
export function roleProblems(models: readonly ModelConfig[], role: ModelRole): readonly ConfigProblem[] {
  const setting = role === "answering" ? "answeringModels" : "parsingModels";
  const ids = models.map(inferredId);
  return models.flatMap((model, index) => {
    const own = modelProblems(model, role).map(({ path, message }) => ({
      path: [setting, index, ...path],
      message,
    }));
    const id = ids[index];
    return id !== undefined && ids.indexOf(id) < index
      ? [
          ...own,
          {
            path: [setting, index, "id"],
            message: `"${id}" is the id of another ${role} model; give each its own`,
          },
        ]
      : own;
  });
}
