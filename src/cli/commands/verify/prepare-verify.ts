import path from "node:path";
import { type Environment, oneLine } from "../../../base/index.ts";
import {
  listSideEffects,
  overriddenSettings,
  type RunSetting,
  resolvePresetPath,
  type VerificationConfig,
  withEnvironment,
} from "../../../config/index.ts";
import {
  type LogNotes,
  listReadFiles,
  type PreparedRun,
  planReuse,
  prepareRun,
  type ReusePlan,
  settingsOfAnswers,
} from "../../../verify/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { configFromOptions, overridesFromOptions } from "../../config-from-options.ts";
import { usageError } from "../../failure.ts";
import { loadApps } from "../../load-apps.ts";
import { extensionFiles, loadExtensions } from "../../load-extensions.ts";
import { chosenSettings, givenSettings } from "./chosen-settings.ts";
import { earlierExports, withEarlierExports } from "./earlier-exports.ts";
import { type JudgedAnswers, judgedAnswers } from "./judged-answers.ts";
import { type LogSeal, userSeal } from "./log-seal.ts";
import { type OutputPlan, planOutputs } from "./plan-outputs.ts";
import { type ResumedRun, resumedRun } from "./resumed-run.ts";
import { type ReusedRun, reusedRun, withModelsOfBase } from "./reused-run.ts";
import type { VerifyOptions } from "./verify-command.ts";
import { withWorkspaceDir, workspaceRoot } from "./workspace-places.ts";

/** A run of the command line that is ready to start. */
export interface PreparedVerify extends PreparedRun {
  readonly outputs: OutputPlan;
  /** A log that is written by this run can be gone on with, without a further word of this user. */
  readonly isOwnLog: boolean;
  /** Files that the run reads, as absolute paths. */
  readonly inputs: readonly string[];
  /** For the header of the log. */
  readonly notes: LogNotes;
  /** What is taken over from an earlier run. */
  readonly reuse: ReusePlan | undefined;
  /** Answers of another program that are judged. */
  readonly judged: JudgedAnswers | undefined;
  /** What the settings do beyond asking models, where they are not the words of this command line alone. */
  readonly sideEffects: readonly string[];
}

/**
 * Puts together what to run: benchmark, configuration, questions and outputs. A resumed run takes from its log what is
 * not given again. Asks no model and writes nothing but a preset that somebody wants saved. Undefined when somebody at
 * the terminal decides against the run.
 */
export async function prepareVerify(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  terminal: CommandIo,
): Promise<PreparedVerify | undefined> {
  const { stages, ...named } = await loadExtensions(options, terminal);
  const apps = await loadApps(options.app ?? [], terminal);
  const io: CommandIo = { ...terminal, ...named, apps };
  const { workingDirectory, environment } = io;
  const seal = options.output === false ? undefined : await userSeal(environment);
  const resumed = await resumedBy(benchmarkFile, options, io, seal);
  const reused = await reusedRun(options, resumed?.notes, { io, seal });
  const earlier = resumed?.notes ?? reused?.base?.notes;
  const file = benchmarkFile ?? earlier?.benchmark_file;
  if (file === undefined) {
    throw usageError(
      "`verify` needs a benchmark.",
      "Such as: npx karenina verify benchmark.ts --preset fast",
    );
  }
  const judged = await judgedAnswers(
    options.answers ?? resumed?.notes.judged_answers,
    { benchmarkFile: file, options, questionIds: earlier?.question_ids },
    io,
  );
  const asked = withEnvironment(await askedConfig(options, io, { resumed, reused }), environment);
  const request = {
    benchmarkFile: file,
    config: judged === undefined ? asked : settingsOfAnswers(asked, judged),
    options,
    source: judged?.source ?? reused?.request.source,
    benchmark: judged?.benchmark,
  };
  const chosen =
    options.interactive === true ? await chosenSettings(request, io) : await givenSettings(request, io);
  if (chosen === undefined) return undefined;
  const { benchmark } = chosen;
  benchmark.workspaceRoot = workspaceRoot(benchmark, {
    given: options.workspaceRoot ?? earlier?.workspace_root,
    file: path.resolve(workingDirectory, file),
    workingDirectory,
  });
  // also of a module, whose benchmark has no file of its own
  benchmark.attachmentsRoot ??= path.dirname(path.resolve(workingDirectory, file));
  const planned = planOutputs(
    { output: options.output, resume: options.resume, benchmarkName: benchmark.name },
    io,
  );
  const settings = withWorkspaceDir(chosen.settings, planned);
  const { config, resolved } = settings;
  if (options.failUnder !== undefined && resolved.evaluationMode === "rubric_only")
    throw usageError("--fail-under counts verdicts; there are none in evaluation mode rubric_only.");
  const outputs =
    resumed === undefined || planned.exports.length > 0
      ? planned
      : withEarlierExports(planned, await earlierExports(planned, resumed.notes, io));
  const isChosen = chosen.questionIds !== undefined || chosen.scenarios !== undefined;
  const questionIds = isChosen ? chosen.questionIds : earlier?.question_ids;
  // answers of other programs are answers to single questions
  const scenarios = judged !== undefined ? [] : isChosen ? chosen.scenarios : earlier?.scenario_names;
  const run = prepareRun(benchmark, settings, {
    stages,
    questionIds,
    scenarios,
    named: namedSettings(options, io),
    runName: options.runName ?? resumed?.runName,
  });
  if (resumed !== undefined) requireSameStages(resumed.ownStages, run.plan.pipelines.ownStages);
  return {
    ...run,
    outputs,
    reuse: await plannedReuse(run, { reused, judged, environment }),
    judged,
    isOwnLog: resumed?.isOwn ?? seal !== undefined,
    sideEffects: await describeSideEffects({ config, searches: run.plan.searches }, options, resumed),
    inputs: [
      file,
      ...[reused?.file, judged?.file].filter((read) => read !== undefined),
      ...(await optionFiles(options, io)),
      ...listReadFiles(run),
    ].map((input) => path.resolve(workingDirectory, input)),
    notes: {
      sealOf: seal?.sealOf,
      members: {
        ...(questionIds !== undefined && { question_ids: [...questionIds] }),
        ...(scenarios !== undefined && judged === undefined && { scenario_names: [...scenarios] }),
        ...(outputs.exports.length > 0 && { outputs: outputs.exports.map((output) => output.path) }),
        ...(outputs.log !== undefined && { log: outputs.log }),
        benchmark_file: path.resolve(workingDirectory, file),
        ...reused?.notes,
        ...(judged !== undefined && { judged_answers: judged.notes }),
        ...(benchmark.workspaceRoot !== undefined && { workspace_root: benchmark.workspaceRoot }),
      },
    },
  };
}

function plannedReuse(
  run: PreparedRun,
  {
    reused,
    judged,
    environment,
  }: {
    readonly reused: ReusedRun | undefined;
    readonly judged: JudgedAnswers | undefined;
    readonly environment: Environment;
  },
): Promise<ReusePlan> | undefined {
  if (judged !== undefined)
    return planReuse(run, { source: judged.source, take: "answers", missing: "leave" }, environment);
  return reused && planReuse(run, reused.request, environment);
}

/** What the options say, over the settings of a run that is gone on with or extended. */
async function askedConfig(
  options: VerifyOptions,
  io: CommandIo,
  { resumed, reused }: { readonly resumed: ResumedRun | undefined; readonly reused: ReusedRun | undefined },
): Promise<VerificationConfig> {
  const base = reused?.base?.config;
  const config = await configFromOptions(options, io, resumed?.config ?? base);
  return base === undefined ? config : withModelsOfBase(base, config);
}

/** The files that options name beside the benchmark and the settings of the run. */
async function optionFiles(options: VerifyOptions, io: CommandIo): Promise<readonly string[]> {
  const { preset, prompts, prices, deepJudgmentRubricConfig, gates, baseline } = options;
  return [
    ...(preset === undefined ? [] : [await resolvePresetPath(preset, io)]),
    ...[prompts, prices, deepJudgmentRubricConfig, gates, baseline].filter((file) => file !== undefined),
    ...(options.app ?? []),
    ...(await extensionFiles(options, io)),
  ];
}

/** The log would be refused in any case, for other settings: here it is said which stages it is about. */
function requireSameStages(earlier: readonly string[], now: readonly string[]): void {
  if (earlier.join() === now.join()) return;
  const say = (names: readonly string[]) => (names.length === 0 ? "none" : oneLine(names.join(", ")));
  throw usageError(
    `The run of this log has other own stages (${say(earlier)}) than this one (${say(now)}).`,
    "Name the module that adds them with --plugin, or go on where its karenina.config.ts is.",
  );
}

function namedSettings(options: VerifyOptions, { interfaces }: CommandIo): Iterable<RunSetting> {
  const overridden = overriddenSettings(overridesFromOptions(options, { interfaces }));
  return options.workspaceRoot === undefined ? overridden : [...overridden, "workspaceRoot"];
}

async function resumedBy(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  io: CommandIo,
  seal: LogSeal | undefined,
): Promise<ResumedRun | undefined> {
  const { resume: log, trustLog = false } = options;
  if (log === undefined) return undefined;
  const given = await configFromOptions(options, io);
  const sides = [given.answeringModels ?? [], given.parsingModels ?? []];
  const isNamedAgain = benchmarkFile !== undefined && sides.every((models) => models.length > 0);
  return resumedRun({ log, trustLog, isNamedAgain }, io, seal);
}

/** Somebody who writes a flag knows what it does; what stands in a file is said. */
async function describeSideEffects(
  {
    config,
    searches,
  }: { readonly config: VerificationConfig; readonly searches: PreparedRun["plan"]["searches"] },
  { preset }: VerifyOptions,
  resumed: ResumedRun | undefined,
): Promise<readonly string[]> {
  const origin =
    preset !== undefined ? "This preset" : resumed?.config === undefined ? undefined : "The run of this log";
  return origin === undefined
    ? []
    : (await listSideEffects(config, searches)).map((effect) => `${origin} ${effect}.`);
}
