import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  asConfigured,
  type Calibration,
  type Label,
  type RunSummary,
  type SummaryOptions,
  stageTally,
  summarize,
} from "../../analysis/index.ts";
import { KareninaError, messageOf, writeFileAtomically } from "../../base/index.ts";
import { indexText } from "../../evidence/index.ts";
import {
  answeringModel,
  type DrawnScenario,
  displayString,
  lackingText,
  parsingModel,
  type Results,
  type ScenarioExecutionResult,
  type VerificationResult,
  type Walks,
} from "../../result/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import { leftOutTexts } from "../text/replicate-text.ts";
import { sharedAnswersText } from "../text/shared-answers-text.ts";
import { resultView } from "../view/result-view.ts";
import { type Captures, openCaptures } from "./captured-files.ts";
import { beginComparison, type RunningComparison } from "./comparison-view.ts";
import { costPerResult } from "./cost-per-result.ts";
import { type DetailBlocks, detailBlocks, packJson } from "./detail-blocks.ts";
import { type IndexTally, indexTally } from "./index-tally.ts";
import { agreementOfJudges } from "./judges-view.ts";
import { mergeCutShort, mergeFailures } from "./merge-failures.ts";
import { blockFile, embeddedBlock, pageEnd, pageHead, readPageParts } from "./page.ts";
import { personsViews } from "./persons-view.ts";
import type { ReportSummary, RunView, SubjectView } from "./report-data.ts";
import { nameSubjects, shortNamesOf } from "./subject-names.ts";
import { walksView } from "./walks-view.ts";

/** A run that a report is to be made of. */
export interface ReportedRun {
  readonly name: string;
  readonly benchmark: string | null;
  /** Of the benchmark's content; left out where nobody knows. */
  readonly fingerprint?: string | null | undefined;
  /** ISO 8601 in UTC; null where nobody knows. */
  readonly startedAt: string | null;
  /** How many tasks it has: with fewer results it did not end. Default: not known. */
  readonly tasks?: number | null;
  /** How many results of its file could not be read, when they all have been. Default: none. */
  readonly unreadable?: () => number;
  /** Reads them from the start; called again where several judges are to be compared. */
  readonly results: () => Results;
  /** The walks through scenarios that have ended, and the scenarios as they are drawn. Default: none. */
  readonly walks?: () => Walks;
  readonly scenarios?: readonly DrawnScenario[] | undefined;
  /** The rubrics it was judged by: they know scales and class names. */
  readonly rubrics?: readonly Rubric[];
  /** Its judges against labels of persons. Default: nobody gave any. */
  readonly calibration?: Calibration | undefined;
  /** The questions, for their authors and properties, and what to break rates down by. */
  readonly about?: Pick<SummaryOptions, "questions" | "breakdowns">;
}

/** What a report is called, and where it goes. */
export interface ReportTarget {
  /** The page. */
  readonly file: string;
  readonly title: string;
  /** ISO 8601 in UTC. */
  readonly generatedAt: string;
  /** Of this program. */
  readonly version: string;
  /** The details of results go into files of a folder beside the page, `NAME-details`. Default: into the page. */
  readonly split?: boolean;
  /** A folder that the runs kept the workspaces of agents in; their files are shown with their results. */
  readonly files?: string;
  /** Labels of persons, a table for each run that they were drawn from: what is compared is also compared without the errors of judges. */
  readonly labels?: readonly (readonly Label[])[];
}

/** What was written. */
export interface WrittenReport {
  readonly results: number;
  /** The folder beside the page; null where all is in it. */
  readonly folder: string | null;
}

/**
 * Writes results as a page that opens from disk and asks no network. Results are read one at a time; what is kept
 * of each is a line of a list. Throws `file_unwritable`, `file_not_found` where the page was not built, and what reading
 * the results throws.
 *
 * @example
 * const run = { name: "Monday", benchmark: "Drug targets", startedAt: null, results: () => readResultLog("run.jsonl") };
 * await writeHtmlReport([run], { file: "report.html", title: "Drug targets", generatedAt, version: "1.0.0" });
 */
export async function writeHtmlReport(
  runs: readonly ReportedRun[],
  { file, title, generatedAt, version, split = false, files, labels }: ReportTarget,
): Promise<WrittenReport> {
  const parts = await readPageParts();
  await using place = await (split ? besidePage(file) : insidePage());
  const captures = files === undefined ? undefined : await openCaptures(files);
  const gathered = { blocks: detailBlocks(place.write), index: indexTally(), captures };
  const comparison = beginComparison(runs, labels);
  const read: ReadRun[] = [];
  for (const [at, run] of runs.entries())
    read.push(await readRun(run, { ...gathered, at, compared: comparison.runs[at] }, countSubjects(read)));
  const index = gathered.index.index(await gathered.blocks.end());
  const shortNames = shortNamesOf(read.map(({ summary }) => summary.run));
  const subjects = nameSubjects(
    read.flatMap((one, run) => one.subjects.map((subject) => ({ ...subject, run }))),
    read.map(({ view }) => view),
    shortNames,
  );
  const summary: ReportSummary = {
    ...{ title, generatedAt, version, subjects },
    runs: read.map(({ view }) => view),
    leftOut: read.flatMap((_, at) => leftOutTexts(subjects.filter(({ run }) => run === at))),
    sharedAnswers: [...new Set(read.flatMap(({ summary }) => sharedAnswersText(summary.pairs)))],
    comparison: await comparison.result((side) => shortNames.get(side) ?? side),
    judges: await agreementOfJudges(
      runs.map(({ name, results }, at) => ({ name, results, summary: read[at]?.summary })),
      (judge) => shortNames.get(judge) ?? judge,
    ),
    persons: runs.flatMap(({ name, calibration }) =>
      calibration === undefined
        ? []
        : personsViews(name, calibration, (judge) => shortNames.get(judge) ?? judge),
    ),
    failures: mergeFailures(read.map(({ summary }) => summary.failures)),
    turnFailures: mergeFailures(read.map(({ summary }) => summary.scenarios?.turns.failures ?? [])),
    cutShort: mergeCutShort(read.flatMap(({ summary }) => summary.scenarios?.cutShort ?? [])),
    results: index.results.id.length,
    walks: read.flatMap(
      ({ summary }, at) => walksView(summary, at, (name) => shortNames.get(name) ?? name) ?? [],
    ),
    detailsFolder: place.folder === null ? null : path.basename(place.folder),
  };
  const packedIndex = await packJson(JSON.stringify(index));
  await writeFileAtomically(file, pieces());
  return { results: summary.results, folder: place.folder };

  async function* pieces(): AsyncGenerator<string> {
    yield pageHead(summary, packedIndex, parts);
    yield* place.read();
    yield pageEnd;
  }
}

interface ReadRun {
  readonly view: RunView;
  readonly subjects: readonly Omit<SubjectView, "run" | "name">[];
  readonly summary: RunSummary;
}

const countSubjects = (runs: readonly ReadRun[]) =>
  runs.reduce((sum, { subjects }) => sum + subjects.length, 0);

interface Gathered {
  readonly blocks: DetailBlocks;
  readonly index: IndexTally;
  readonly captures: Captures | undefined;
  /** Place of the run. */
  readonly at: number;
  /** Who else reads the run. */
  readonly compared: RunningComparison["runs"][number] | undefined;
}

/** Reads a run once: its numbers, and on the way its list and its details. */
async function readRun(
  run: ReportedRun,
  { blocks, index, captures, at, compared }: Gathered,
  before: number,
): Promise<ReadRun> {
  const { name, benchmark, startedAt, tasks = null, rubrics = [], about = {} } = run;
  const subjects = new Map<
    string,
    Pick<SubjectView, "model" | "prompt"> & {
      readonly place: number;
      readonly stages: ReturnType<typeof stageTally>;
    }
  >();
  const subjectOf = ({ metadata }: VerificationResult) => {
    const key = JSON.stringify([answeringModel(metadata), parsingModel(metadata)]);
    const subject = subjects.get(key) ?? {
      place: before + subjects.size,
      stages: stageTally(),
      model: displayString(asConfigured(metadata)),
      prompt: metadata.promptId ?? null,
    };
    subjects.set(key, subject);
    return subject;
  };
  async function* passing(): AsyncGenerator<VerificationResult> {
    for await (const result of run.results()) {
      const view = resultView(result, { indexText });
      const files = (await captures?.filesOf(result.metadata.resultId)) ?? [];
      const subject = subjectOf(result);
      subject.stages.add(result);
      index.add(result, view, subject.place);
      await blocks.add({ ...view, files });
      compared?.results.push(result);
      yield result;
    }
    compared?.results.end();
  }
  async function* walking(): AsyncGenerator<ScenarioExecutionResult> {
    for await (const walk of run.walks?.() ?? []) {
      index.addWalk(walk, at);
      compared?.walks.push(walk);
      yield walk;
    }
    compared?.walks.end();
  }
  index.addScenarios(run.scenarios ?? [], at);
  const options = { rubrics, tasks, failuresPerCategory: 0, ...about };
  const summary = await summarize(passing(), { ...options, walks: walking() });
  const { finished } = summary.run;
  const keyed = (pairs: RunSummary["pairs"]) =>
    new Map(pairs.map((pair) => [JSON.stringify([pair.answering, pair.parsing]), pair]));
  const ofQuestions = keyed(summary.pairs);
  const ofTurns = keyed(summary.scenarios?.turns.pairs ?? []);
  const counted = [...subjects].flatMap(([key, { stages, model, prompt }]) => {
    const isOfTurns = !ofQuestions.has(key);
    const pair = ofQuestions.get(key) ?? ofTurns.get(key);
    if (pair === undefined) return [];
    const { answering, parsing, replicates, ...numbers } = pair;
    const subject = { answering, parsing, replicates, numbers, isOfTurns, model, prompt };
    return [{ ...subject, stages: stages.stages() }];
  });
  return {
    view: {
      ...{ name, benchmark, startedAt },
      results: summary.overall.results + (summary.scenarios?.turns.overall.results ?? 0),
      unfinished: lackingText({ finished, tasks, unreadable: run.unreadable?.() ?? 0 }),
    },
    subjects: counted.map((subject) => ({ ...subject, costPerResult: costPerResult(subject, counted) })),
    summary,
  };
}

/** Where details go while results are read, and where they come from when the page is written. */
interface DetailsPlace extends AsyncDisposable {
  readonly folder: string | null;
  readonly write: (base64: string) => Promise<void>;
  /** What stands in the page. */
  read(): AsyncIterable<string>;
}

/** Details stay in a temporary file until the page, which has its list before them, is written. */
async function insidePage(): Promise<DetailsPlace> {
  const home = await mkdtemp(path.join(tmpdir(), "karenina-report-"));
  const spool = path.join(home, "details");
  const handle = await open(spool, "w");
  let place = 0;
  return {
    folder: null,
    write: async (base64) => {
      await handle.appendFile(embeddedBlock(place++, base64));
    },
    read: () => createReadStream(spool, { encoding: "latin1", highWaterMark: 1024 * 1024 }),
    [Symbol.asyncDispose]: async () => {
      await handle.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The folder of the details of a page. */
export const detailsFolder = (file: string): string => `${file.replace(/\.html?$/i, "")}-details`;

/** Details go into numbered files of a folder; those of an earlier report are taken out first. */
async function besidePage(file: string): Promise<DetailsPlace> {
  const folder = detailsFolder(file);
  try {
    await mkdir(folder, { recursive: true });
    const earlier = (await readdir(folder)).filter((name) => /^\d+\.js$/.test(name));
    for (const name of earlier) await rm(path.join(folder, name));
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  let place = 0;
  return {
    folder,
    write: async (base64) => {
      const name = path.join(folder, `${place}.js`);
      await writeFile(name, blockFile(place++, base64)).catch((cause: unknown) => {
        throw unwritable(name, cause);
      });
    },
    async *read() {},
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function unwritable(file: string, cause: unknown): KareninaError {
  return new KareninaError("file_unwritable", `Cannot write ${file}: ${messageOf(cause)}.`, {
    hint: "Check that you may write there, and that the disk has room.",
    cause,
  });
}
