import type { Benchmark, BenchmarkScenario, Question } from "../benchmark/index.ts";
import {
  bindInterfaces,
  bindSearchTools,
  type ResolvedConfig,
  type RunSetting,
  refuseLiteralKeys,
  resolveConfig,
  type VerificationConfig,
} from "../config/index.ts";
import type { RunExtensions } from "./extensions.ts";
import { listedNames } from "./listed-names.ts";
import { planRun, type RunPlan } from "./plan/plan-run.ts";
import { templateWarnings } from "./plan/template-warnings.ts";
import type { ReuseSource } from "./reuse/reuse-source.ts";
import { isTakenOver, takenModels } from "./reuse/taken-models.ts";
import { nodeQuestions } from "./scenarios/plan-scenarios.ts";
import { missingForCode, readConditions } from "./scenarios/scenario-code.ts";
import { type RunSelection, selectedQuestions, selectedScenarios } from "./scenarios/selected-questions.ts";

/** The settings of a run: as they were given, and as they hold. */
export interface RunSettings {
  /** Environment included. */
  readonly config: VerificationConfig;
  readonly resolved: ResolvedConfig;
}

/** A run that is put together: no connection is made yet, no model asked and nothing written. */
export interface PreparedRun extends RunSettings {
  readonly benchmark: Benchmark;
  readonly questions: readonly Question[];
  readonly scenarios: readonly BenchmarkScenario[];
  readonly plan: RunPlan;
  /** Stored with every result. */
  readonly runName: string | null;
}

/** What of a benchmark is run. Default: every finished question and every scenario. */
interface RunRequest extends Pick<RunExtensions, "stages">, RunSelection {
  readonly runName?: string | null | undefined;
  /** Settings that somebody has named just now: where they do nothing, that is said also of a default. */
  readonly named?: Iterable<RunSetting>;
}

/** What settings may name beside what is built in, and how they are called in errors. */
interface SettingsContext extends Pick<RunExtensions, "interfaces" | "searchTools"> {
  /** Default `code`. */
  readonly names?: "code" | "file";
  /** The run whose answers are taken over: its models are under test where the configuration names none. */
  readonly source?: ReuseSource | undefined;
}

/**
 * Fills in and checks the settings of a run. Nothing later resolves them again.
 *
 * @param config environment included
 * @throws KareninaError `configuration` that lists every problem.
 */
export function resolveSettings(
  config: VerificationConfig,
  { interfaces, searchTools, names = "code", source }: SettingsContext = {},
): RunSettings {
  refuseLiteralKeys(config);
  const bound = bindInterfaces(config, interfaces);
  const asked = bindSearchTools(bound, searchTools);
  const namesNone = source !== undefined && (bound.answeringModels ?? []).length === 0;
  const whole = namesNone ? { ...asked, answeringModels: takenModels(source) } : asked;
  return { config: bound, resolved: resolveConfig(whole, { names, interfaces }) };
}

/** Puts a run together; errors as of {@link planRun}, and `invalid_input` for questions and scenarios that do not exist. */
export function prepareRun(benchmark: Benchmark, settings: RunSettings, request: RunRequest): PreparedRun {
  const { runName = null, named = [], stages } = request;
  const questions = selectedQuestions(benchmark, request);
  const scenarios = selectedScenarios(benchmark, request);
  return {
    ...settings,
    benchmark,
    questions,
    scenarios,
    plan: planRun(settings.resolved, benchmark, questions, { named, stages, scenarios }),
    runName,
  };
}

/** The questions of a run, those of the nodes of its scenarios among them. */
export const askedQuestions = ({
  questions,
  scenarios,
}: Pick<PreparedRun, "questions" | "scenarios">): readonly Question[] => [
  ...questions,
  ...nodeQuestions(scenarios),
];

/** What will be missing from the results of a run and which of its settings do nothing, a sentence each. */
export async function listRunWarnings({
  benchmark,
  questions,
  scenarios,
  resolved,
  plan,
}: PreparedRun): Promise<readonly string[]> {
  return [
    ...strangerWarnings(benchmark),
    ...sentFiles(plan, resolved),
    ...(await templateWarnings([...questions, ...verifiedNodes(scenarios)], resolved.evaluationMode)),
    ...(await codeWarnings(scenarios)),
    ...plan.warnings,
  ];
}

async function codeWarnings(scenarios: readonly BenchmarkScenario[]): Promise<readonly string[]> {
  const found = scenarios.map(async (scenario) => {
    const missing = await missingForCode(await readConditions(scenario));
    return missing === undefined ? [] : [`Scenario ${JSON.stringify(scenario.name)}: ${missing}.`];
  });
  return (await Promise.all(found)).flat();
}

/** A node may ask without verifying. */
function verifiedNodes(scenarios: readonly BenchmarkScenario[]): readonly Question[] {
  return nodeQuestions(scenarios).filter(
    ({ template, unusable }) => template !== undefined || unusable !== undefined,
  );
}

/** A benchmark may be a stranger's: what leaves this machine is said before. */
function sentFiles({ questions }: RunPlan, { answeringModels }: ResolvedConfig): readonly string[] {
  const isSent = answeringModels.some(
    ({ reachedBy, manualTracesPath, replayFile }) =>
      !isTakenOver(reachedBy) && manualTracesPath === null && replayFile === null,
  );
  if (!isSent) return [];
  const files = new Set(
    questions.flatMap(({ attachments = [] }) => attachments.map(({ path }) => path ?? [])).flat(),
  );
  if (files.size === 0) return [];
  return [`Files go to the models under test with the questions: ${listedNames([...files])}.`];
}

/** What stands in the file as a question and is none as it stands has no result. */
function strangerWarnings({ content: { preserved } }: Benchmark): readonly string[] {
  const count = preserved?.strangers.size ?? 0;
  if (count === 0) return [];
  const what =
    count === 1
      ? "1 entry of the file is no question as it stands and has"
      : `${count} entries of the file are no questions as they stand and have`;
  return [`${what} no result; see \`npx karenina benchmark validate\`.`];
}
