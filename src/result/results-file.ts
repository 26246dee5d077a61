import { stat } from "node:fs/promises";
import path from "node:path";
import {
  askNearFile,
  isJsonObject,
  type JsonValue,
  KareninaError,
  messageOf,
  refuseSpecialInput,
} from "../base/index.ts";
import { exportVersion, type Walks } from "./export/json-export.ts";
import { readJsonExport, type SkippedRow } from "./export/read-json-export.ts";
import { type SetHeader, setHeaderOfExport, setHeaderOfLog, tasksOf } from "./export/set-header.ts";
import type { Digester } from "./log/digest-thread.ts";
import { isLogName } from "./log/log-name.ts";
import { readText } from "./log/packed/read-packed.ts";
import type { ThreadOptions } from "./log/read-digests.ts";
import {
  type EntryOfRow,
  type ReadLogOptions,
  readResultLogDigests,
  readResultLogEntries,
  readResultLogHeader,
  readResultLogRows,
  readResultLogWalks,
  scanResultLog,
} from "./log/read-log.ts";
import type { BadLine } from "./log/read-places.ts";
import { type ScenarioExecutionResult, walkName } from "./scenario-execution-result.ts";
import type { RunProgress } from "./unfinished-text.ts";
import type { VerificationResult } from "./verification-result.ts";
import { resultMark, walkDoubt } from "./walk-doubt.ts";

/** A file of results that can be read more than once. */
export interface ResultsFile {
  /** A log has results in the order in which they were finished, an export in that of the benchmark. */
  readonly kind: "log" | "export";
  /** Where it is. */
  readonly path: string;
  /**
   * The results in the order of the file; of a log one at a time.
   *
   * @param place only those of the question that stands there, as a log says it, without reading the others
   */
  read(place?: number): AsyncIterable<VerificationResult>;
  /** What is worked out of each result, in the order of `read`, some at a time; long logs are read in threads. */
  digests<Digest extends AboutQuestion>(digester: Digester<Digest>): AsyncIterable<Iterable<Digest>>;
  /** The results in some rows of a log, see `readResultLogRows`; an export has none. */
  readRows?(wanted: ReadonlySet<number>): AsyncIterable<EntryOfRow>;
  /**
   * Where a question stands among those of the run, from 0, as far as the file has been read: as a log says it, else in
   * order of first appearance.
   */
  placeOf(questionId: string): number | undefined;
  /** The walks through scenarios that have ended; of a log one at a time. */
  walks(): Walks;
  /** What the file says of the run, for a copy of it. */
  header(): Promise<SetHeader>;
  /** Which run it is. */
  run(): Promise<RunFacts>;
  /** How many tasks the run has, as the file says, or rows where some are no results; null where it does not say. */
  tasks(): Promise<number | null>;
  /** How far the run has come, as its file says; of how many tasks the results of an export are, only that of a log tells. */
  progress(): Promise<RunProgress>;
  /** How many of its rows or lines are no results and were left out, as far as it has been read. */
  unreadable(): number;
}

/** Which run a file is of, as far as it says so. */
export interface RunFacts {
  /** The name that the run was given. */
  readonly name: string | null;
  readonly benchmark: { readonly name: string; readonly fingerprint: string } | null;
  /** ISO 8601 in UTC. */
  readonly startedAt: string | null;
}

/** Of which question something is. */
type AboutQuestion = Pick<VerificationResult["metadata"], "questionId">;

const kindsHint = "Give the results log (.jsonl or .jsonl.zst) or the JSON export (.json) of the run.";

/**
 * Opens a results log or a JSON export; which of the two, its content says. Logs are read as they are asked for,
 * exports at once.
 *
 * @param threads when threads read a log, see `digests`
 * @param tell told, once, of a last line that was cut off while it was written, and of rows and lines that are no results
 * @throws KareninaError `file_not_found`, `file_unreadable`, or `invalid_input` for a CSV export, a benchmark, a table or another file.
 */
export async function openResultsFile(
  file: string,
  workingDirectory: string,
  tell: (warning: string) => void,
  threads: ThreadOptions = {},
): Promise<ResultsFile> {
  const full = path.resolve(workingDirectory, file);
  const head = await headOf(full);
  const other = otherKind(full, head);
  if (other !== undefined)
    throw new KareninaError("invalid_input", `${file} is ${other}.`, { hint: kindsHint });
  if (isLog(full, head)) {
    const leftOut = leftOutOf(file, tell);
    return {
      kind: "log",
      path: full,
      ...placed(
        (place) => leftOut.telling((told) => readResultLogEntries(full, { ...told, place })),
        (digester) =>
          leftOut.telling((told) => readResultLogDigests(full, digester, { ...told, ...threads })),
      ),
      readRows: (wanted) => leftOut.telling((told) => readResultLogRows(full, wanted, told)),
      async run() {
        const { runName, benchmark, startedAt } = await readResultLogHeader(full);
        return { name: runName, benchmark, startedAt };
      },
      async *walks() {
        const { scenarios, configFingerprint } = await readResultLogHeader(full);
        const isOfRun = configFingerprint !== "";
        const marks = isOfRun && scenarios !== undefined ? await marksOfTurns(full) : undefined;
        for await (const { walk, record, turns } of leftOut.telling((told) =>
          readResultLogWalks(full, told),
        )) {
          const scenario = scenarios?.find(({ name }) => name === record.scenarioId);
          const held = { turns: isOfRun ? turns : undefined, marks: marks?.get(walk) };
          const doubt = await walkDoubt(record, { ...held, scenario });
          if (doubt !== undefined)
            leftOut.tellOnce(
              `the record of the walk ${walkName(record)} in ${file} ${doubt}: it was changed, or damaged. What is said of it is not to be relied on; \`--resume\` works its end out again.`,
            );
          yield record;
        }
      },
      header: async () => setHeaderOfLog((await readResultLogHeader(full)).content.toJSON()),
      tasks: async () => (await readResultLogHeader(full)).tasks,
      async progress() {
        const { header, finished } = await scanResultLog(full);
        const unreadable = leftOut.badLines();
        // the scan counts lines of which nobody has asked yet whether they are results
        if (unreadable > 0) return { finished: await countReadable(full), tasks: header.tasks, unreadable };
        return { finished, tasks: header.tasks };
      },
      unreadable: leftOut.badLines,
    };
  }
  return openExport(file, full, tell);
}

/** An export, read at once. */
async function openExport(file: string, full: string, tell: (warning: string) => void): Promise<ResultsFile> {
  const found = await readJsonExport(full, { skipInvalid: true });
  const { results, scenarioResults, skipped, skippedWalks, metadata } = found;
  if (skipped.length > 0) tell(skippedText(file, skipped, results.length, "no results"));
  if (skippedWalks.length > 0)
    tell(skippedText(`scenario_results of ${file}`, skippedWalks, scenarioResults?.length ?? 0, "no walks"));
  const header = setHeaderOfExport(metadata, found.sharedData);
  const finished = results.filter(isNoTurn).length + (scenarioResults?.length ?? 0);
  const unreadable = skipped.length + skippedWalks.length;
  const tasks = tasksOf(metadata) ?? (unreadable > 0 ? finished + unreadable : null);
  const entries = () => results.map((result) => ({ place: null, result }));
  const told = new Set<string>();
  return {
    kind: "export",
    path: full,
    ...placed(entries, ({ start }) => [digestsOf(entries(), start())]),
    run: async () => runOfExport(results, header, metadata.job_summary),
    async *walks() {
      const marks = new Map(results.map((result) => [result.metadata.resultId, resultMark(result)]));
      for (const walk of scenarioResults ?? []) {
        const doubt =
          found.formatVersion === exportVersion ? await exportedDoubt(walk, header, marks) : undefined;
        const warning = `the record of the walk ${walkName(walk)} in ${file} ${doubt}: it was changed, or damaged. What is said of it is not to be relied on.`;
        if (doubt !== undefined && !told.has(warning)) tell(warning);
        told.add(warning);
        yield walk;
      }
    },
    header: async () => header,
    tasks: async () => tasks,
    progress: async () => ({ finished, tasks, ...(unreadable > 0 && { unreadable }) }),
    unreadable: () => unreadable,
  };
}

/** How a walk of an export of ours contradicts what else stands there, which may be a part of its run. */
function exportedDoubt(
  walk: ScenarioExecutionResult,
  { scenarios }: SetHeader,
  marks: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const ofTurns = walk.history.map(({ verificationResultId: id }) => marks.get(id ?? ""));
  const isWhole = ofTurns.length > 0 && !ofTurns.includes(undefined);
  return walkDoubt(walk, {
    turns: isWhole ? ofTurns.length : undefined,
    marks: ofTurns,
    scenario: scenarios?.find(({ name }) => name === walk.scenarioId),
  });
}

const isNoTurn = ({ metadata }: VerificationResult): boolean => metadata.scenarioId === null;

/** Tasks of a log whose result can be read. */
async function countReadable(log: string): Promise<number> {
  let finished = 0;
  const quiet = { onTornLine: () => undefined, onBadLine: () => undefined };
  for await (const { result } of readResultLogEntries(log, quiet)) if (isNoTurn(result)) finished++;
  for await (const _walk of readResultLogWalks(log, quiet)) finished++;
  return finished;
}

/** What an export says of its run: the name stands in its results. */
function runOfExport(
  results: readonly VerificationResult[],
  { benchmark }: SetHeader,
  summary: JsonValue | undefined,
): RunFacts {
  const names = new Set(results.map(({ metadata }) => metadata.runName));
  const [name = null] = names;
  const startedAt = isJsonObject(summary) ? summary.start_time : null;
  return {
    name: names.size === 1 ? name : null,
    benchmark:
      typeof benchmark?.name === "string"
        ? { name: benchmark.name, fingerprint: String(benchmark.fingerprint ?? "") }
        : null,
    startedAt: typeof startedAt === "string" && isUtc.test(startedAt) ? startedAt : null,
  };
}

/** A time as this program writes it; other programs write others. */
const isUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

interface PlacedResult {
  readonly place: number | null;
  readonly result: VerificationResult;
}

type Digests<Digest> = Iterable<readonly [Pick<PlacedResult, "place">, Digest]>;

function* digestsOf<Digest>(
  entries: Iterable<PlacedResult>,
  digest: (result: VerificationResult) => Digest,
): Digests<Digest> {
  for (const entry of entries) yield [entry, digest(entry.result)];
}

function placed(
  entries: (place?: number) => Iterable<PlacedResult> | AsyncIterable<PlacedResult>,
  digests: <Digest>(digester: Digester<Digest>) => Iterable<Digests<Digest>> | AsyncIterable<Digests<Digest>>,
): Pick<ResultsFile, "read" | "digests" | "placeOf"> {
  const places = new Map<string, number>();
  const note = ({ questionId }: AboutQuestion, place: number | null) => {
    if (!places.has(questionId)) places.set(questionId, place ?? places.size);
  };
  function* noted<Digest extends AboutQuestion>(some: Digests<Digest>): Generator<Digest> {
    for (const [{ place }, digest] of some) {
      note(digest, place);
      yield digest;
    }
  }
  return {
    async *read(only) {
      for await (const { place, result } of entries(only)) {
        if (only !== undefined && place !== only) continue;
        note(result.metadata, place);
        yield result;
      }
    },
    async *digests(digester) {
      for await (const some of digests(digester)) yield noted(some);
    },
    placeOf: (questionId) => places.get(questionId),
  };
}

type LeftOutOptions = Pick<ReadLogOptions, "onTornLine" | "onBadLine">;

/** Tells what reading a log leaves out: of the file, and each thing once however often it is read. */
function leftOutOf(file: string, tell: (warning: string) => void) {
  const told = new Set<number | string>();
  let badLines = 0;
  const isNew = (line: number | string) => !told.has(line) && told.add(line);
  return {
    badLines: () => badLines,
    tellOnce(warning: string) {
      if (isNew(warning)) tell(warning);
    },
    async *telling<Entry>(read: (told: LeftOutOptions) => AsyncIterable<Entry>): AsyncGenerator<Entry> {
      const bad: BadLine[] = [];
      const onTornLine = (line: number) => {
        if (isNew(line))
          tell(`line ${line} of ${file}, the last one, was cut off while it was written, and is left out.`);
      };
      const onBadLine = (one: BadLine) => {
        if (!isNew(one.line)) return;
        bad.push(one);
        badLines++;
      };
      try {
        yield* read({ onTornLine, onBadLine });
      } finally {
        const [is, are] =
          bad.length === 1 ? ["line", "is no result and is"] : ["lines", "are no results and are"];
        if (bad.length > 0) tell(`${bad.length} ${is} of ${file} ${are} left out: ${firstMessages(bad)}`);
      }
    },
  };
}

const mostMessages = 3;

function firstMessages(all: readonly { readonly message: string }[]): string {
  const more = all.length - mostMessages;
  const listed = all.slice(0, mostMessages).map(({ message }) => message);
  return `${listed.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

function skippedText(file: string, skipped: readonly SkippedRow[], read: number, are: string): string {
  const count = `${skipped.length} of the ${skipped.length + read} rows of ${file}`;
  return `${count} are ${are} and are left out: ${firstMessages(skipped)}`;
}

/** What a file is that holds no results which can be read here, for a sentence. */
function otherKind(file: string, head: string): string | undefined {
  const ending = path.extname(file).toLowerCase();
  if (/^\ufeff?(row_index,)?question_id,(success|question_text),/.test(head))
    return "a CSV export, which does not hold the evidence";
  if ([".yaml", ".yml", ".jsonld"].includes(ending)) return "a benchmark, not the results of a run";
  if ([".csv", ".tsv", ".xlsx", ".ods"].includes(ending)) return "a table, not the results of a run";
  return undefined;
}

function isLog(file: string, head: string): boolean {
  if (/^\{"format":\s*"karenina-results"/.test(head) || /^\{"(task|walk)":/.test(head)) return true;
  // one row on each line
  return isLogName(file) && !/^\ufeff?\{[^\n]*?"metadata":/.test(head);
}

const headLength = 256;

async function headOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) {
    throw new KareninaError(
      "file_not_found",
      `Found no results at ${file}${await askNearFile(file, [".jsonl", ".zst", ".json"])}`,
      {
        hint: kindsHint,
      },
    );
  }
  if (found.isDirectory()) {
    throw new KareninaError("file_unreadable", `${file} is a folder, not a results file.`, {
      hint: kindsHint,
    });
  }
  await refuseSpecialInput(file, file);
  try {
    let head = Buffer.alloc(0);
    for await (const bytes of readText(file)) {
      head = Buffer.concat([head, bytes.subarray(0, headLength)]);
      if (head.length >= headLength) break;
    }
    return head.toString("utf8", 0, headLength);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("file_unreadable", `Cannot read ${file}: ${messageOf(error)}.`, { cause: error });
  }
}

/** What the results of turns say, by the walk and the turn; lines that are damaged are left out. */
async function marksOfTurns(log: string): Promise<ReadonlyMap<string, readonly (string | undefined)[]>> {
  const found = new Map<string, (string | undefined)[]>();
  for await (const { walk, result } of readResultLogEntries(log, { onBadLine: () => undefined })) {
    if (walk === null) continue;
    const marks = found.get(walk) ?? [];
    found.set(walk, marks);
    marks[result.metadata.scenarioTurn ?? marks.length] = resultMark(result);
  }
  return found;
}
