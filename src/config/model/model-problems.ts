import {
  type ModelInterface,
  type ReachSetting,
  reachSettings,
  type SettingUse,
} from "../../models/definition/index.ts";
import { isGivenModel, valueName } from "../../models/given-model/index.ts";
import { findInnerInterface, listInterfacesTaking } from "../../models/index.ts";
import { type ConfigProblem, fileName } from "../problems.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { agentProblems } from "./agent-problems.ts";
import { applicationProblems } from "./application-problems.ts";
import { clientSettings } from "./client-settings.ts";
import { ownParts } from "./named-models.ts";
import { inferredId, inferredModelName, type ModelRole, present, unmasked } from "./resolved-model.ts";

const one = (path: readonly string[], message: string): ConfigProblem => ({ path, message });

/** What is wrong with one model, without looking at the others. Paths are relative to the model. */
export function modelProblems(model: ModelConfig, role: ModelRole): readonly ConfigProblem[] {
  const facts = inferredInterface(model);
  const { name } = facts;
  const problems: ConfigProblem[] = [];
  const complain = (path: readonly string[], message: string) => problems.push(one(path, message));
  if (inferredModelName(model) === undefined)
    complain(["modelName"], "expected the name of a model, found none");
  const way = findInnerInterface(facts, model);
  if (facts.answeringOnly && role === "parsing") {
    if (!isGivenModel(model)) complain(["interface"], `"${name}" can answer but not judge`);
    else
      complain(
        [],
        "can answer but not judge: hand over an `llm` or a `model` too, which writes its verdicts",
      );
  }
  for (const setting of reachSettings) {
    const { needed } = way.takes[setting] ?? {};
    if (needed !== undefined && !present(model[setting]))
      complain([setting], `interface "${name}" needs ${facts.needs ?? needed}, found none`);
  }
  problems.push(
    ...ownProblems(model, facts),
    ...misplaced(model, way),
    ...agentProblems(model, facts, role),
    ...applicationProblems(model),
  );
  return problems;
}

/** What is handed over beside something else that says how the model is reached. */
function ownProblems(model: ModelConfig, reachedBy: ModelInterface): readonly ConfigProblem[] {
  const [first, second] = ownParts(model);
  if (first === undefined) return [];
  const isPair = (first === "llm" || second === "model") && (model.agent ?? model.answer) !== undefined;
  return [
    ...(second === undefined || isPair
      ? []
      : [one([second], `the model is given by ${first} already; keep one of the two`)]),
    ...(model.interface === undefined || reachedBy.wraps?.includes(valueName)
      ? []
      : [one([first], `the model is reached by the interface "${reachedBy.name}"; keep one of the two`)]),
  ];
}

/** Settings that have no effect on the chosen interface, or are given twice. */
function misplaced(model: ModelConfig, way: ModelInterface): readonly ConfigProblem[] {
  const problems = reachSettings
    .filter(
      (setting) => setting !== "modelProvider" && isSet(model, setting) && !isTaken(model, way, setting),
    )
    .map((setting) => one([setting], placesOf(setting)));
  const extra = Object.keys(model.extraKwargs ?? {});
  for (const key of extra.filter((name) => /^(base_?url|api_?key)$/i.test(name)))
    problems.push(one(["extraKwargs"], `"${key}" has its own setting; take it out of extra_kwargs`));
  if (way.extraIsClient === true) problems.push(...clientProblems(model, way));
  if (present(model.apiKeyEnv) && (isSet(model, "endpointApiKey") || isSet(model, "anthropicApiKey"))) {
    problems.push(one(["apiKeyEnv"], "the key is also given inline; keep one of the two"));
  }
  return problems;
}

/** Masked keys of presets count as not given. */
function isSet(model: ModelConfig, setting: ReachSetting): boolean {
  const value = model[setting];
  return typeof value === "string" && setting.endsWith("ApiKey") ? unmasked(value) !== null : present(value);
}

function isTaken({ modelProvider }: ModelConfig, way: ModelInterface, setting: ReachSetting): boolean {
  const taken = way.takes[setting];
  if (taken?.provider === undefined) return taken !== undefined;
  const { provider } = taken;
  return "only" in provider ? provider.only === modelProvider : provider.except !== modelProvider;
}

/** Where a setting belongs: `is only for interfaces "a" and "b", and for provider "anthropic" of "c"`. */
function placesOf(setting: ReachSetting): string {
  const places = Map.groupBy(listInterfacesTaking(setting), ({ provider }) => providerText(provider));
  const parts = [...places]
    .toSorted(([one], [other]) => one.length - other.length)
    .map(([provider, takers]) => {
      const names = listed(takers.map(({ name }) => `"${name}"`));
      return provider === ""
        ? `${takers.length === 1 ? "interface" : "interfaces"} ${names}`
        : `${provider} of ${names}`;
    });
  return `is only for ${parts.join(", and for ")}`;
}

/** With which provider a setting is taken; empty: with any. Longer text comes later in a list. */
function providerText(provider: SettingUse["provider"]): string {
  if (provider === undefined) return "";
  return "only" in provider ? `provider "${provider.only}"` : `another provider than "${provider.except}"`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** LangChain's constructors have settings of their own for what the configuration decides. */
function clientProblems(model: ModelConfig, way: ModelInterface): readonly ConfigProblem[] {
  const { extraKwargs } = model;
  const address = isTaken(model, way, "anthropicBaseUrl") ? "anthropicBaseUrl" : "endpointBaseUrl";
  const instead = {
    address: `would choose the server; set ${fileName(address)} in its place`,
    key: "is a key; name its variable with api_key_env in its place",
  };
  return clientSettings(extraKwargs ?? {})
    .filter(({ place }) => !/^(base_?url|api_?key)$/i.test(place))
    .map(({ place, kind }) => one(["extraKwargs"], `"${place}" ${instead[kind]}`));
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
