import { realpath } from "node:fs/promises";
import path from "node:path";
import type { JsonObject } from "../../../base/index.ts";
import type { Question } from "../../../benchmark/index.ts";
import {
  listSideEffects,
  overriddenSettings,
  type ResolvedConfig,
  type RunSetting,
  refuseLiteralKeys,
  resolveConfig,
  type VerificationConfig,
  withEnvironment,
} from "../../../config/index.ts";
import {
  type Benchmark,
  planRun,
  type RunPlan,
  selectedQuestions,
  settingFiles,
} from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import { configFromOptions, overridesFromOptions } from "../../config-from-options.ts";
import { usageError } from "../../failure.ts";
import { type LogSeal, userSeal } from "./log-seal.ts";
import { exportBeside, isReplacedBy, type OutputPlan, planOutputs } from "./plan-outputs.ts";
import { type ResumedRun, type RunNotes, resumedRun } from "./resumed-run.ts";
import { chosenSettings, givenSettings } from "./run-settings.ts";
import type { VerifyOptions } from "./verify-command.ts";
import { withWorkspaceDir, workspaceRoot } from "./workspace-places.ts";

/** A run that is ready to start. */
export interface PreparedRun {
  readonly benchmark: Benchmark;
  readonly questions: readonly Question[];
  readonly plan: RunPlan;
  /** Environment included. */
  readonly config: VerificationConfig;
  readonly resolved: ResolvedConfig;
  readonly outputs: OutputPlan;
  /** A log that is written by this run can be gone on with, without a further word of this user. */
  readonly isOwnLog: boolean;
  /** Files that the run reads, as absolute paths. */
  readonly inputs: readonly string[];
  readonly runName: string | null;
  /** For the header of the log. */
  readonly notes: JsonObject;
  readonly sealOf: LogSeal["sealOf"] | undefined;
  /** What the settings do beyond asking models, where they are not the words of this command line alone. */
  readonly powers: readonly string[];
}

/**
 * Puts together what to run: benchmark, configuration, questions and outputs. A resumed run takes from its log what is
 * not given again. Asks no model and writes nothing but a preset that somebody wants saved. Undefined when somebody at
 * the terminal decides against the run.
 */
export async function prepareRun(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  io: CommandIo,
): Promise<PreparedRun | undefined> {
  const { workingDirectory, environment } = io;
  const seal = options.output === false ? undefined : await userSeal(environment);
  const resumed = await resumedBy(benchmarkFile, options, io, seal);
  const notes = resumed?.notes;
  const file = benchmarkFile ?? notes?.benchmark_file;
  if (file === undefined) {
    throw usageError(
      "`verify` needs a benchmark.",
      "Such as: npx karenina verify benchmark.ts --preset fast",
    );
  }
  const request = {
    benchmarkFile: file,
    config: withEnvironment(await configFromOptions(options, io, resumed?.config), environment),
    options,
  };
  const settings =
    options.interactive === true ? await chosenSettings(request, io) : await givenSettings(request, io);
  if (settings === undefined) return undefined;
  refuseLiteralKeys(settings.config);
  const { benchmark } = settings;
  benchmark.workspaceRoot = workspaceRoot(benchmark, {
    given: options.workspaceRoot ?? notes?.workspace_root,
    file: path.resolve(workingDirectory, file),
    workingDirectory,
  });
  const ids = settings.questionIds ?? notes?.question_ids;
  const questions = selectedQuestions(benchmark, ids);
  const planned = planOutputs(
    { output: options.output, resume: options.resume, benchmarkName: benchmark.name },
    io,
  );
  const config = withWorkspaceDir(settings.config, planned);
  const resolved = resolveConfig(config, { names: "file" });
  if (options.failUnder !== undefined && resolved.evaluationMode === "rubric_only")
    throw usageError("--fail-under counts verdicts; there are none in evaluation mode rubric_only.");
  const outputs =
    notes === undefined || planned.exports.length > 0
      ? planned
      : withEarlierExports(planned, await earlierExports(planned, notes, io));
  const plan = planRun(resolved, benchmark, questions, { named: namedSettings(options) });
  return {
    benchmark,
    questions,
    plan,
    config,
    resolved,
    outputs,
    isOwnLog: resumed?.isOwn ?? seal !== undefined,
    sealOf: seal?.sealOf,
    powers: await toldPowers({ config, searches: plan.searches }, options, resumed),
    inputs: [file, options.deepJudgmentRubricConfig ?? [], ...settingFiles(resolved)]
      .flat()
      .map((input) => path.resolve(workingDirectory, input)),
    runName: options.runName ?? resumed?.runName ?? null,
    notes: {
      ...(ids !== undefined && { question_ids: [...ids] }),
      ...(outputs.exports.length > 0 && { outputs: outputs.exports.map((output) => output.path) }),
      ...(outputs.log !== undefined && { log: outputs.log }),
      benchmark_file: path.resolve(workingDirectory, file),
      ...(benchmark.workspaceRoot !== undefined && { workspace_root: benchmark.workspaceRoot }),
    },
  };
}

function namedSettings(options: VerifyOptions): Iterable<RunSetting> {
  const overridden = overriddenSettings(overridesFromOptions(options));
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
async function toldPowers(
  { config, searches }: { readonly config: VerificationConfig; readonly searches: RunPlan["searches"] },
  { preset }: VerifyOptions,
  resumed: ResumedRun | undefined,
): Promise<readonly string[]> {
  const origin =
    preset !== undefined ? "This preset" : resumed?.config === undefined ? undefined : "The run of this log";
  return origin === undefined
    ? []
    : (await listSideEffects(config, searches)).map((power) => `${origin} ${power}.`);
}

/**
 * The exports of the run that is gone on with. A copy of its log has none: it must not replace what the original has
 * written.
 */
async function earlierExports(
  { log }: OutputPlan,
  notes: RunNotes,
  io: CommandIo,
): Promise<readonly string[]> {
  if (log === undefined) return [];
  const beside = exportBeside(log);
  const named = notes.outputs ?? (beside === undefined ? [] : [beside.path]);
  const isOwn =
    notes.log === undefined
      ? named[0] === beside?.path
      : (await realPath(notes.log)) === (await realPath(log));
  if (isOwn) return named;
  if (named.length > 0)
    warn(
      io,
      `${log} is a copy; the files of the run it was copied from are left alone: ${named.join(", ")}.`,
    );
  return [];
}

const realPath = (file: string) => realpath(file).catch(() => file);

/** The exports that the interrupted run was to write. */
function withEarlierExports(planned: OutputPlan, earlier: readonly string[]): OutputPlan {
  if (planned.log === undefined) return planned;
  const exports = earlier.flatMap((file) => exportBeside(`${file}.jsonl`) ?? []);
  return { ...planned, exports, logIsTemporary: isReplacedBy(planned.log, exports) };
}
