import {
  FromCode,
  isJsonObject,
  type JsonObject,
  KareninaError,
  messageOf,
  nearestName,
  wireCodec,
} from "../../base/index.ts";
import {
  configurationError,
  distinctModels,
  isUnsandboxed,
  type ModelConfig,
  modelProblems,
  type ResolvedConfig,
  renderProblem,
  resolveModel,
  runtimeDefaults,
  StoredModel,
  tighterRuntime,
} from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { deepAgentInterfaces } from "../../models/index.ts";
import {
  type AgenticRubricTrait,
  type ModelOverride,
  namedModel,
  traitObstacle,
} from "../../rubric/index.ts";
import { listedNames } from "../listed-names.ts";
import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";

/** Models that investigate traits in place of the run's judges, by {@link overrideKey}. */
export type TraitModels = ReadonlyMap<string, ResolvedModel>;

/** Tells models of traits apart: equal settings are one model, however their members are ordered. */
export function overrideKey(override: ModelOverride): string {
  return JSON.stringify(namedModel(override) ?? override, (_, value: unknown) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

/** True for a trait whose investigation goes into a workspace; any other only reads the trace. */
export function looksAround({ contextMode, materializeTrace }: AgenticRubricTrait): boolean {
  return contextMode !== "trace_only" || materializeTrace;
}

/** The agentic traits that a run investigates, each with the questions it belongs to. */
export function agenticTraits(
  planned: readonly QuestionWithRubric[],
): ReadonlyMap<AgenticRubricTrait, readonly string[]> {
  const owners = new Map<AgenticRubricTrait, string[]>();
  for (const { question, rubric } of planned) {
    for (const trait of rubric === null ? [] : judgedTraits(rubric)) {
      if (trait.type === "agentic" && traitObstacle(trait) === undefined)
        owners.set(trait, [...(owners.get(trait) ?? []), question.id]);
    }
  }
  return owners;
}

/**
 * Finds out who investigates the agentic traits of a run.
 *
 * @throws KareninaError `configuration` that lists every trait whose model cannot be used or is no agent.
 */
export function planTraitModels(planned: readonly QuestionWithRubric[], config: ResolvedConfig): TraitModels {
  const models = new Map<string, ResolvedModel>();
  const problems: string[] = [];
  for (const [trait, questions] of agenticTraits(planned)) {
    const place = `${JSON.stringify(trait.name)} (${listedNames(questions)})`;
    const found = judgesOf(trait, config);
    if (!found.ok) {
      problems.push(...found.problems.map((problem) => `${place}: its model: ${problem}`));
      continue;
    }
    if (trait.modelOverride !== null)
      for (const model of found.models) models.set(overrideKey(trait.modelOverride), model);
    const others = looksAround(trait) ? found.models.filter((model) => !isAgent(model)) : [];
    if (others.length > 0)
      problems.push(`${place} is judged by an agent; ${others.map(named).join(", ")} is none`);
  }
  if (problems.length === 0) return models;
  throw configurationError(
    "The rubric",
    problems,
    `Judge with a model of the interface ${deepAgentInterfaces.join(", ")}, or leave these traits out (rubric_trait_names, --rubric-traits).`,
  );
}

type Found =
  | { readonly ok: true; readonly models: readonly ResolvedModel[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Those of the run, unless the trait names one of the run's models or a program gave it one of its own. */
function judgesOf({ modelOverride }: AgenticRubricTrait, config: ResolvedConfig): Found {
  if (FromCode.isInstance(modelOverride)) return programsModel(modelOverride, config);
  const name = namedModel(modelOverride);
  return name === undefined ? { ok: true, models: config.parsingModels } : modelOfRun(name, config);
}

function modelOfRun(name: string, { parsingModels, answeringModels }: ResolvedConfig): Found {
  const models = [
    ...parsingModels,
    ...distinctModels(answeringModels)
      .filter(({ reachedBy }) => reachedBy.answeringOnly !== true)
      .map((model) => asJudge(model, parsingModels)),
  ];
  const found = models.find(({ id }) => id === name);
  if (found !== undefined) return { ok: true, models: [found] };
  const ids = models.map(({ id }) => id);
  const nearest = nearestName(name, ids);
  const question = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
  return {
    ok: false,
    problems: [`the run has no model "${name}"${question}; there are ${listedNames(ids)}`],
  };
}

/**
 * A model under test that investigates: its instructions and tools are for answering, and so is what it may do. A file
 * may have named it, and never takes commands out of what keeps them inside: it has the tighter of its own runtime and
 * that of the judge, else of the defaults.
 */
export function asJudge(model: ResolvedModel, judges: readonly ResolvedModel[]): ResolvedModel {
  const extra = Object.entries(model.extraKwargs ?? {}).filter(([name]) => !agentPowers.has(name));
  const runtime = tighterRuntime(model.agentRuntime, judges.find(isAgent)?.agentRuntime ?? runtimeDefaults);
  // with a sandbox of its own an agent has no commands only where it may not write
  const hasOwnSandbox = model.reachedBy.ownSandbox === true;
  return {
    ...model,
    systemPrompt: null,
    mcpUrlsDict: null,
    mcpToolFilter: null,
    agentRuntime:
      hasOwnSandbox && runtime.backend === "none" ? { ...runtime, accessMode: "read_only" } : runtime,
    extraKwargs: extra.length === 0 ? null : Object.fromEntries(extra),
  };
}

/** What `extra_kwargs` give an agent's program beyond its files and commands. */
const agentPowers: ReadonlySet<string> = new Set(["further_tools", "forward"]);

/** A sentence for each model that investigates in place of the run's judges because a trait names it. */
export function movedTraits(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
): readonly string[] {
  const { parsingModels } = config;
  const moved = new Map<string, string[]>();
  for (const trait of agenticTraits(planned).keys()) {
    const name = namedModel(trait.modelOverride);
    if (name === undefined || parsingModels.every(({ id }) => id === name)) continue;
    moved.set(name, [...(moved.get(name) ?? []), trait.name]);
  }
  const judges = listedNames(parsingModels.map(({ id }) => id));
  return [...moved].map(([name, traits]) => {
    const isJudge = parsingModels.some(({ id }) => id === name);
    const who = isJudge ? `"${name}"` : `"${name}", a model under test,`;
    const found = modelOfRun(name, config);
    const terms = (found.ok ? found.models : []).filter(isAgent).map(termsOf);
    return [
      `${who} investigates ${listedNames(traits)} in place of ${judges}: model_override names it.`,
      ...terms,
    ].join(" ");
  });
}

/** What an agent may do, in a sentence. */
function termsOf({ agentRuntime, reachedBy }: ResolvedModel): string {
  const { backend, accessMode, network } = agentRuntime;
  if (isUnsandboxed(agentRuntime, reachedBy)) return "Its commands run without a sandbox.";
  const where = backend === "none" ? "It has no commands" : `Its commands run in a sandbox (${backend})`;
  return `${where}, ${accessMode}, with${network ? "" : "out"} the network.`;
}

function programsModel(
  { content }: FromCode<JsonObject>,
  { requestTimeout, retryPolicy, modelPrices }: ResolvedConfig,
): Found {
  let model: ModelConfig;
  try {
    model = wireCodec(StoredModel).decode(content, "modelOverride");
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    return { ok: false, problems: [messageOf(error)] };
  }
  const problems = modelProblems(model, "parsing").map((problem) => renderProblem(problem, "file"));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, models: [resolveModel(model, "parsing", { requestTimeout, retryPolicy, modelPrices })] };
}

const isAgent = (model: ResolvedModel) => model.reachedBy.tier === "deep_agent";
const named = (model: ResolvedModel) => `"${model.id}" (${model.interface})`;
