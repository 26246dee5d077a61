import { type JsonValue, KareninaError, pluralize } from "../../base/index.ts";
import type { Benchmark, Question } from "../../benchmark/index.ts";
import { selectedQuestions } from "../plan/selected-questions.ts";
import { openReuseSource, type ReuseSource, reuseSourceOf } from "../reuse/reuse-source.ts";
import type { AnswerFields } from "./answer-fields.ts";
import { answeredResults } from "./answered-results.ts";
import { describeUnused } from "./describe-unused.ts";
import { type MatchedRows, matchAnswers } from "./match-answers.ts";
import { type AnswerRows, type FileRow, openAnswerRows } from "./read-rows.ts";
import { readAnswer, type StoredAnswer, type UnusedRow } from "./stored-answer.ts";

/** Answers of another program, as a run takes them over. */
export interface OpenedAnswers {
  readonly source: ReuseSource;
  /** The most answers that one model has given to one question. */
  readonly replicates: number;
  /** Rows that are not judged. */
  readonly unused: readonly UnusedRow[];
  /** What somebody should know of the rows, a sentence each. */
  readonly lines: readonly string[];
}

/** What answers are judged by, and how their rows are read. */
export interface AnswersRequest {
  readonly benchmark: Benchmark;
  /** Default: every finished question. */
  readonly questionIds?: readonly string[] | undefined;
  readonly fields?: AnswerFields | undefined;
  readonly workingDirectory: string;
  /** Told what is left out of results of ours. */
  readonly tell: (text: string) => void;
}

/**
 * Opens answers that exist already, and finds their questions.
 *
 * @param from a file, see `openAnswerRows`, or rows in memory
 * @throws KareninaError as `openAnswerRows`, and `invalid_input` where no row can be judged.
 */
export async function openAnswers(
  from: string | Iterable<JsonValue>,
  request: AnswersRequest,
): Promise<OpenedAnswers> {
  const { benchmark, questionIds, fields = {}, workingDirectory } = request;
  const name = typeof from === "string" ? from : "the answers that were given";
  const opened = typeof from === "string" ? await openAnswerRows(from, workingDirectory) : rowsInMemory(from);
  if (opened.kind === "results") return openedResults(name, request);
  const rows: (StoredAnswer | UnusedRow)[] = [];
  for await (const row of opened.rows)
    rows.push("value" in row ? readAnswer(row.value, row.place, fields) : row);
  const asked = selectedQuestions(benchmark, questionIds);
  const matched = matchAnswers(rows, benchmark.content.questions, asked);
  const unused = describeUnused(name, matched.unused, opened.unit);
  if (matched.matched.length === 0) throw nothingToJudge(name, unused);
  const set = answeredResults(matched.matched, { name, timestamp: opened.timestamp });
  return {
    source: reuseSourceOf(set, { name, isLog: false, isUneven: true }),
    ...{ replicates: matched.replicates, unused: matched.unused },
    lines: [...unused, ...describeRepeats(matched)],
  };
}

/** Results know their questions and replicates themselves. */
async function openedResults(file: string, request: AnswersRequest): Promise<OpenedAnswers> {
  const source = await openReuseSource(file, request);
  let replicates = 1;
  for (const { metadata } of source.results()) replicates = Math.max(replicates, metadata.replicate ?? 1);
  return { source: { ...source, isUneven: true }, replicates, unused: [], lines: [] };
}

function rowsInMemory(values: Iterable<JsonValue>): Extract<AnswerRows, { kind: "rows" }> {
  async function* rows(): AsyncGenerator<FileRow> {
    let place = 0;
    for (const value of values) {
      place += 1;
      yield { place, value };
    }
  }
  return { kind: "rows", unit: "entry", timestamp: new Date(0).toISOString(), rows: rows() };
}

function describeRepeats({ matched, replicates }: MatchedRows): readonly string[] {
  if (replicates === 1) return [];
  const repeated = new Set<Question>();
  for (const { question, replicate } of matched) if (replicate > 1) repeated.add(question);
  const several = pluralize(repeated.size, "question");
  return [
    `${several} with several answers of one model, up to ${replicates}: they are judged as replicates, in the order of the file.`,
  ];
}

function nothingToJudge(name: string, unused: readonly string[]): KareninaError {
  return new KareninaError(
    "invalid_input",
    unused.length === 0
      ? `${name} holds no answers.`
      : `No answer of ${name} can be judged. ${unused.join(" ")}`,
    {
      hint: "Rows have `answer` and `question`, or `question_id` as the benchmark has it; name other fields: --answer-field, --question-field, --id-field (in code `fields`).",
    },
  );
}
