import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { type RunSummary, summarize } from "../../../analysis/index.ts";
import { oneLine, packageVersion } from "../../../base/index.ts";
import { noteConfig, withoutLocalPaths, withoutSecrets } from "../../../config/index.ts";
import type { Results, VerificationResult } from "../../../result/index.ts";
import { isEmptyRubric, type Rubric } from "../../../rubric/index.ts";
import type { RunReport } from "../../../run/index.ts";
import {
  askedQuestions,
  globalTraitsOfRun,
  questionTraitsOfRun,
  type ResultStore,
} from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import type { OpenGates } from "../../gates/open-gates.ts";
import { missedGates, renderGates } from "../../report/gate-lines.ts";
import { judgeNotes } from "../../report/judge-notes.ts";
import { mostQuestionLines, renderSummary } from "../../report/summary.ts";
import { terminalOn } from "../../report/terminal.ts";
import { shellWord } from "../../shell-word.ts";
import { failUnderText } from "./fail-under.ts";
import { unansweredOf } from "./judged-answers.ts";
import { leftWorkspaces } from "./left-workspaces.ts";
import { tallyOwnStages } from "./own-stage-failures.ts";
import type { PreparedVerify } from "./prepare-verify.ts";
import { type RepeatAdvice, type RepeatTally, repeatTally } from "./repeat-advice.ts";
import { resumeCommandFor } from "./resume-command.ts";
import { type RunOutcome, runOutcome } from "./run-outcome.ts";
import { summaryJson } from "./summary-json.ts";
import type { VerifyOptions } from "./verify-command.ts";
import { writeExports } from "./write-exports.ts";

/** A run that is over. */
interface FinishedRun {
  readonly prepared: PreparedVerify;
  readonly options: VerifyOptions;
  readonly io: CommandIo;
  readonly results: ResultStore;
  readonly report: RunReport;
  /** ISO 8601. */
  readonly startTime: string;
  readonly endTime: string;
  /** What must hold of its results. */
  readonly gates: OpenGates;
  /** What ended it other than somebody at the terminal. */
  readonly failed?: string | undefined;
  /** The command that goes on with it where it is. Default: one that goes on with its log. */
  readonly resumeCommand?: string | undefined;
}

/** Writes exports, prints the summary, and decides about the exit code. */
export async function finishRun(run: FinishedRun): Promise<ExitCode> {
  const { prepared, options, io, results, report, startTime } = run;
  sayWhatIsWritten(run);
  const few: VerificationResult[] = [];
  const repeats = repeatTally();
  const ownStages = tallyOwnStages(prepared.plan.pipelines.ownStages);
  const summary = await summarize(seenBy([repeats, ownStages], keepingFew(results.read(), few)), {
    rubrics: rubricsOf(prepared),
    questions: prepared.questions,
    tasks: report.total + report.finishedBefore,
    walks: results.walks(),
  });
  const unanswered =
    prepared.judged &&
    unansweredOf(prepared.judged, {
      questions: askedQuestions(prepared),
      judges: prepared.resolved.parsingModels.length,
    });
  const { verdicts } = await run.gates.check(summary, results, unanswered);
  const terminal = terminalOn(io.stdout, io.environment);
  const judges = options.json ? [] : await judgeNotes(summary, () => results.read(), terminal);
  const advice = repeats.advice();
  const { evaluationMode } = prepared.resolved;
  const outcome = runOutcome(report, summary, {
    evaluationMode,
    required: options.failUnder,
    unanswered: unanswered?.tasks,
    failed: run.failed,
    complaints: [...ownStages.complaints(), ...(prepared.judged?.complaints ?? [])],
  });
  const completed = report.status === "completed";
  const wroteExports = completed && prepared.outputs.exports.length > 0;
  const exportProblem = completed ? await exported(run, summary) : undefined;
  const isOver = completed && exportProblem === undefined && outcome.toRepeat === 0;
  const kept = await keptLog(prepared, isOver);
  const resumeCommand =
    kept === undefined || (completed && (outcome.toRepeat === 0 || !advice.repeatingHelps))
      ? undefined
      : (run.resumeCommand ??
        resumeCommandOf(run, kept, {
          retryFailed: outcome.toRepeat > 0 && advice.repeatingHelps,
          wroteExports: wroteExports && exportProblem === undefined,
        }));
  const isMissed = outcome.exitCode === 0 && verdicts.some(({ met }) => !met);
  const exitCode = exportProblem === undefined && !isMissed ? outcome.exitCode : 1;
  if (options.json) {
    const { benchmark, runName, outputs } = prepared;
    const complaints = [...outcome.complaints, ...(exportProblem === undefined ? [] : [exportProblem])];
    const parts = {
      benchmarkName: benchmark.name,
      runName,
      report,
      summary,
      outputs,
      log: kept,
      resumeCommand,
      gates: verdicts,
    };
    printJson(io, summaryJson({ ...parts, outcome: { ...outcome, exitCode, complaints } }));
  } else {
    const places = new Map(prepared.questions.map(({ id }, at) => [id, at]));
    const shown = shownFile(run, { completed: completed && exportProblem === undefined, kept });
    io.stdout.write(
      renderSummary(summary, {
        terminal,
        judges,
        placeOf: (id) => places.get(id),
        showCommand: shown === undefined ? undefined : `npx karenina show ${shellWord(relative(io, shown))}`,
        ...(few.length <= mostQuestionLines && { results: few }),
      }) + renderGates(verdicts, terminal),
    );
    printPlaces(run, { completed: completed && exportProblem === undefined, kept });
    const left = await leftWorkspaces(prepared, { startTime, io });
    if (left !== undefined) print(io, left);
  }
  complain(io, outcome, summary, [exportProblem, missedGates(verdicts)]);
  sayHowToGoOn(io, { resumeCommand, completed, toRepeat: outcome.toRepeat, advice });
  return exitCode;
}

/** The command that goes on with a run from its log, as it is after the run or in the middle of it. */
function resumeCommandOf(
  { prepared, options, io }: Pick<FinishedRun, "prepared" | "options" | "io">,
  log: string,
  { retryFailed, wroteExports }: { readonly retryFailed: boolean; readonly wroteExports: boolean },
): string {
  return resumeCommandFor(relative(io, log), {
    retryFailed,
    trustLog: !prepared.isOwnLog,
    ...{ modules: options, written: options, held: options },
    overwrite: wroteExports || (options.overwrite === true && prepared.outputs.exports.length > 0),
  });
}

/** Says how to go on where somebody leaves at once, as soon as there is a log, until it is disposed of. */
export function sayWhenLeaving(run: Pick<FinishedRun, "prepared" | "options" | "io">): Disposable {
  const { prepared, io } = run;
  const { log } = prepared.outputs;
  const say = () => {
    if (log === undefined || !existsSync(log)) return;
    const command = resumeCommandOf(run, log, { retryFailed: false, wroteExports: false });
    // below what is rewritten
    io.stderr.write(`${io.stderr.isTTY ? "\n" : ""}Resume with: ${command}\n`);
  };
  io.lastWords?.add(say);
  return { [Symbol.dispose]: () => void io.lastWords?.delete(say) };
}

/** The rubrics of the questions that were run: they know the scales of scores. */
export function rubricsOf(prepared: PreparedVerify): readonly Rubric[] {
  const { globalRubric, globalDynamicRubric } = prepared.benchmark.content;
  const own = askedQuestions(prepared).flatMap((question) => [question.rubric, question.dynamicRubric]);
  return [globalRubric, globalDynamicRubric, ...own].filter((rubric) => !isEmptyRubric(rubric));
}

/** Passes results on and shows each to the tallies. */
async function* seenBy(
  tallies: readonly Pick<RepeatTally, "add">[],
  results: Results,
): AsyncGenerator<VerificationResult> {
  for await (const result of results) {
    for (const tally of tallies) tally.add(result);
    yield result;
  }
}

/** Passes results on and keeps the first of them: as many as are shown one by one, and one more. */
async function* keepingFew(results: Results, few: VerificationResult[]): AsyncGenerator<VerificationResult> {
  for await (const result of results) {
    if (few.length <= mostQuestionLines) few.push(result);
    yield result;
  }
}

/** Reading and writing many results takes its time. */
function sayWhatIsWritten({ prepared: { outputs }, options, io, report }: FinishedRun): void {
  if (report.status !== "completed" || outputs.exports.length === 0 || options.quiet) return;
  io.stderr.write(`Writing ${outputs.exports.map((file) => relative(io, file.path)).join(", ")}.\n`);
}

/** Writes the exports; what went wrong as text. */
async function exported(
  { prepared, options, results, io, startTime, endTime }: FinishedRun,
  summary: RunSummary,
): Promise<string | undefined> {
  const { outputs } = prepared;
  if (outputs.log === undefined || outputs.exports.length === 0) return undefined;
  try {
    await writeExports(
      outputs.exports,
      {
        log: outputs.log,
        kareninaVersion: packageVersion(),
        config: withoutLocalPaths(noteConfig(withoutSecrets(prepared.config)), io.workingDirectory),
        outcomes: summary.overall.outcomes,
        rubric: globalTraitsOfRun(prepared.benchmark.content, prepared.resolved),
        questionRubrics: questionTraitsOfRun(askedQuestions(prepared), prepared.resolved),
        formulas: options.formulas,
        format: options.outputFormat,
        startTime,
        endTime,
        isComplete: summary.overall.lackingInfrastructure === 0,
        quiet: options.quiet === true,
        overwrite: options.overwrite === true,
        order: results.order,
      },
      io,
    );
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${reason} The results are in ${outputs.log}; "npx karenina results save" writes them to another file.`;
  }
}

/** The log that is left: a temporary one goes when everything is written and nothing is to be repeated. */
async function keptLog({ outputs }: PreparedVerify, done: boolean): Promise<string | undefined> {
  if (outputs.log === undefined || !outputs.logIsTemporary || !done) return outputs.log;
  await rm(outputs.log, { force: true });
  return undefined;
}

/** The file of this run that `karenina show` reads. */
function shownFile(
  { prepared }: FinishedRun,
  { completed, kept }: { readonly completed: boolean; readonly kept: string | undefined },
): string | undefined {
  const json = completed ? prepared.outputs.exports.find(({ format }) => format === "json") : undefined;
  return json?.path ?? kept;
}

function printPlaces(
  { prepared, io }: FinishedRun,
  { completed, kept }: { readonly completed: boolean; readonly kept: string | undefined },
): void {
  const written = completed ? prepared.outputs.exports.map((file) => file.path) : [];
  const places = [...written, ...(kept === undefined ? [] : [kept])];
  if (places.length > 0) print(io, `\nResults: ${places.map((file) => relative(io, file)).join(", ")}`);
}

function complain(
  io: CommandIo,
  outcome: RunOutcome,
  summary: RunSummary,
  more: readonly (string | undefined)[],
): void {
  for (const complaint of [...outcome.complaints, ...more.filter((text) => text !== undefined)]) {
    io.stderr.write(`error: ${complaint}\n`);
  }
  if (outcome.failUnder === undefined) return;
  const text = failUnderText(outcome.failUnder, summary.overall.passRate);
  io.stderr.write(outcome.failUnder.met ? `${text}\n` : `error: ${text}\n`);
}

function sayHowToGoOn(
  io: CommandIo,
  run: {
    readonly resumeCommand: string | undefined;
    readonly completed: boolean;
    readonly toRepeat: number;
    readonly advice: RepeatAdvice;
  },
): void {
  if (run.toRepeat > 0) for (const hint of run.advice.hints) io.stderr.write(`hint: ${oneLine(hint)}\n`);
  if (run.resumeCommand !== undefined)
    io.stderr.write(`${run.completed ? "Repeat just those with" : "Resume with"}: ${run.resumeCommand}\n`);
  else if (run.toRepeat > 0 && run.advice.repeatingHelps)
    io.stderr.write("hint: Without --no-output a run keeps its log, and what failed can be repeated.\n");
}

/** A path as short as it can be said from the working directory. */
function relative({ workingDirectory }: CommandIo, file: string): string {
  const short = path.relative(workingDirectory, file);
  return short.startsWith("..") ? file : short;
}
