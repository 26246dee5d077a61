import { KareninaError, pluralize } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import type { Benchmark } from "../benchmark.ts";
import { openSourceFile, type ReuseSource, reuseSourceOf } from "../reuse/reuse-source.ts";
import { selectedQuestions } from "../scenarios/selected-questions.ts";
import { type AnswerFields, fieldPaths } from "./answer-fields.ts";
import { answeredResults } from "./answered-results.ts";
import { describeUnused } from "./describe-unused.ts";
import { leftResults } from "./left-results.ts";
import { type MatchedRows, matchAnswers } from "./match-answers.ts";
import { fieldSearch } from "./named-fields.ts";
import { questionOfRow, withQuestionsOf } from "./questions-of-rows.ts";
import { type AnswerRows, openAnswerRows } from "./read-rows.ts";
import {
  type FileRow,
  isStoredAnswer,
  readAnswer,
  type StoredAnswer,
  type UnusedRow,
} from "./stored-answer.ts";

/** Answers of another program, as a run takes them over. */
export interface OpenedAnswers {
  /** Whose templates and traits judge them. */
  readonly benchmark: Benchmark;
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
  /** The benchmark is a rubric alone: what the rows name becomes its questions. Default false. */
  readonly isRubric?: boolean | undefined;
  /** Default: every finished question. */
  readonly questionIds?: readonly string[] | undefined;
  readonly fields?: AnswerFields | undefined;
  /** What rows in memory are called. Default `the answers that were given`. */
  readonly name?: string | undefined;
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
  from: string | Iterable<object>,
  request: AnswersRequest,
): Promise<OpenedAnswers> {
  const { benchmark, isRubric = false, questionIds, fields = {}, workingDirectory } = request;
  const name = typeof from === "string" ? from : (request.name ?? "the answers that were given");
  const opened =
    typeof from === "string" ? await openAnswerRows(from, workingDirectory, fields) : rowsInMemory(from);
  if (opened.kind === "results") return openedResults(name, request);
  const paths = fieldPaths(fields);
  const search = fieldSearch(fields, paths);
  const read: (StoredAnswer | UnusedRow)[] = [];
  for await (const row of opened.rows) {
    if ("value" in row) search.add(row);
    read.push("value" in row ? readAnswer(row.value, row.place, paths) : row);
  }
  search.refuseMissing(name);
  const nothing = (unused: readonly string[]) => nothingToJudge(name, unused, search.noAnswer());
  const whole = isRubric ? benchmark.clone() : benchmark;
  const rows = isRubric ? withQuestionsOf(read, whole, opened.unit) : read;
  if (whole.content.questions.length === 0) throw nothing(unusedLines(name, rows, opened.unit));
  const matched = matchAnswers(rows, whole.content.questions, selectedQuestions(whole, { questionIds }));
  const unused = describeUnused(name, matched.unused, opened.unit);
  if (matched.matched.length === 0) throw nothing(unused);
  const set = answeredResults(matched.matched, { name, timestamp: opened.timestamp });
  return {
    benchmark: whole,
    source: reuseSourceOf(set, { name, isLog: false, isUneven: true }),
    ...{ replicates: matched.replicates, unused: matched.unused },
    lines: [...unused, ...describeRepeats(matched)],
  };
}

const unusedLines = (name: string, rows: readonly (StoredAnswer | UnusedRow)[], unit: "line" | "entry") =>
  describeUnused(
    name,
    rows.filter((row): row is UnusedRow => !isStoredAnswer(row)),
    unit,
  );

/** Results know their questions and replicates themselves. */
async function openedResults(name: string, request: AnswersRequest): Promise<OpenedAnswers> {
  const { isRubric = false, questionIds } = request;
  const { set, isLog } = await openSourceFile(name, request);
  const benchmark = isRubric ? request.benchmark.clone() : request.benchmark;
  const known = new Set<string>();
  if (isRubric)
    for (const { metadata } of set) {
      if (known.has(metadata.questionId)) continue;
      known.add(metadata.questionId);
      benchmark.addQuestion(questionOfRow(metadata.questionText, metadata.questionId));
    }
  const all = benchmark.content.questions;
  const { unused, replicates } = leftResults(set, all, selectedQuestions(benchmark, { questionIds }));
  const lines = describeUnused(name, unused, "entry");
  if (unused.length === set.length) throw nothingToJudge(name, lines);
  const left = new Set(unused.map(({ place }) => place - 1));
  // what stood around a question is compared where there is a question to compare it with
  const source = reuseSourceOf(set, { name, isLog, isUneven: isRubric, isLeft: (index) => left.has(index) });
  return { benchmark, source: { ...source, isUneven: true }, ...{ replicates, unused, lines } };
}

function rowsInMemory(values: Iterable<object>): Extract<AnswerRows, { kind: "rows" }> {
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

function nothingToJudge(name: string, unused: readonly string[], found?: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    unused.length === 0
      ? `${name} holds no answers.`
      : `No answer of ${name} can be judged. ${unused.join(" ")}`,
    {
      hint: `${found === undefined ? "" : `${found} `}An answer is read from \`answer\`, its question from \`question\` or, by the id that it has in the benchmark, from \`question_id\`; name other fields: --answer-field, --question-field, --id-field (in code \`fields\`).`,
    },
  );
}
