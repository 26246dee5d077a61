import type { ConfigProblem } from "../problems.ts";
import { agentProblems } from "./agent-problems.ts";
import { clientSettings } from "./client-settings.ts";
import { type InterfaceName, interfaceFacts } from "./interfaces.ts";
import type { ModelConfig } from "./model-config.ts";
import {
  inferredId,
  inferredInterface,
  inferredModelName,
  llmInterface,
  type ModelRole,
  present,
  unmasked,
} from "./resolved-model.ts";

const one = (path: readonly string[], message: string): ConfigProblem => ({ path, message });

/** What is wrong with one model, without looking at the others. Paths are relative to the model. */
export function modelProblems(model: ModelConfig, role: ModelRole): readonly ConfigProblem[] {
  const name = inferredInterface(model);
  const facts = interfaceFacts(name);
  const problems: ConfigProblem[] = [];
  const complain = (path: readonly string[], message: string) => problems.push(one(path, message));
  if (inferredModelName(model) === undefined)
    complain(["modelName"], "expected the name of a model, found none");
  const llm = llmInterface(name, model);
  if (interfaceFacts(llm).needsProvider && !present(model.modelProvider)) {
    complain(["modelProvider"], `interface "${name}" needs ${providers(name)}, found none`);
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
  problems.push(...misplaced(model, llm), ...agentProblems(model, name, role));
  return problems;
}

/** Settings that have no effect on the chosen interface, or are given twice. */
function misplaced(model: ModelConfig, llm: InterfaceName): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const anthropicKey = unmasked(model.anthropicApiKey) !== null;
  const endpointKey = unmasked(model.endpointApiKey) !== null;
  const isLangChain = llm === "langchain";
  const endpoint =
    ["openai_endpoint", "replay"].includes(llm) || (isLangChain && model.modelProvider !== "anthropic");
  const extra = model.extraKwargs ?? {};
  const isAnthropic = takesAnthropic(model, llm);
  for (const [setting, given] of [
    ["anthropicBaseUrl", present(model.anthropicBaseUrl)],
    ["anthropicApiKey", anthropicKey],
  ] as const) {
    if (given && !isAnthropic) problems.push(one([setting], anthropicPlaces));
  }
  for (const [setting, given] of [
    ["endpointBaseUrl", present(model.endpointBaseUrl)],
    ["endpointApiKey", endpointKey],
  ] as const) {
    if (given && !(endpoint && (setting === "endpointBaseUrl" || !isLangChain))) {
      problems.push(one([setting], endpointPlaces[setting]));
    }
  }
  if (present(model.modelPath) && llm !== "llama_cpp")
    problems.push(one(["modelPath"], 'is only for interfaces "llama_cpp" and "workspace_agent"'));
  for (const key of Object.keys(extra).filter((name) => /^(base_?url|api_?key)$/i.test(name)))
    problems.push(one(["extraKwargs"], `"${key}" has its own setting; take it out of extra_kwargs`));
  if (isLangChain) problems.push(...clientProblems(model));
  if (present(model.apiKeyEnv) && (endpointKey || anthropicKey)) {
    problems.push(one(["apiKeyEnv"], "the key is also given inline; keep one of the two"));
  }
  return problems;
}

/** LangChain's constructors have settings of their own for what the configuration decides. */
function clientProblems({ modelProvider, extraKwargs }: ModelConfig): readonly ConfigProblem[] {
  const instead = {
    address: `would choose the server; set ${modelProvider === "anthropic" ? "anthropic_base_url" : "endpoint_base_url"} in its place`,
    key: "is a key; name its variable with api_key_env in its place",
  };
  return clientSettings(extraKwargs ?? {})
    .filter(({ place }) => !/^(base_?url|api_?key)$/i.test(place))
    .map(({ place, kind }) => one(["extraKwargs"], `"${place}" ${instead[kind]}`));
}

const endpointPlaces = {
  endpointBaseUrl:
    'is only for interfaces "openai_endpoint", "workspace_agent", and "langchain" and "langchain_deep_agents" with another provider than "anthropic"',
  endpointApiKey: 'is only for interfaces "openai_endpoint" and "workspace_agent"',
} as const;

const providers = (name: InterfaceName) =>
  name === "workspace_agent"
    ? "a provider (openai, anthropic, google, openrouter), a server's address, a model file, or a recording"
    : "a provider (openai, anthropic, google)";

const anthropicPlaces =
  'is only for interfaces "claude_tool" and "claude_agent_sdk", and for provider "anthropic" of "ai_sdk", "langchain", "langchain_deep_agents" and "workspace_agent"';

function takesAnthropic({ modelProvider }: ModelConfig, llm: InterfaceName): boolean {
  const { anthropic } = interfaceFacts(llm);
  return anthropic === "always" || (anthropic === "as_provider" && modelProvider === "anthropic");
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
