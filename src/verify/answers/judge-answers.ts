import { type JsonValue, KareninaError } from "../../base/index.ts";
import type { Benchmark } from "../../benchmark/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import type { VerificationResultSet } from "../../result/index.ts";
import { asAsked } from "../as-asked.ts";
import { type RunVerificationOptions, refuseWrongOptions } from "../run-options.ts";
import { runAsAsked } from "../run-verification.ts";
import { type AnswerFields, AnswerFieldsShape } from "./answer-fields.ts";
import { openAnswers } from "./open-answers.ts";
import type { UnusedRow } from "./stored-answer.ts";

/** How answers that exist already are judged. */
export interface JudgeAnswersOptions
  extends Omit<RunVerificationOptions, "answersFrom" | "missingAnswers" | "extend"> {
  /** Whose templates and traits judge them. */
  readonly benchmark: Benchmark;
  /** Judges and settings. Models under test are not needed: the rows name them. */
  readonly config: Omit<VerificationConfig, "answeringModels" | "replicateCount">;
  /** Where rows have what is judged. */
  readonly fields?: AnswerFields;
}

/** Answers of another program, judged. */
export interface JudgedAnswers {
  /** In the order of the questions. */
  readonly results: VerificationResultSet;
  /** Rows that were not judged, in the order of the file. */
  readonly unused: readonly UnusedRow[];
}

/**
 * Judges answers that another program has stored. Nothing is asked of any model but the judges. Several answers of one model
 * to one question are its replicates, in the order of the file.
 *
 * @param source a file: JSONL, a JSON list, or results of ours; or rows in memory
 * @throws KareninaError as `runVerification`, and `invalid_input` where no row can be judged.
 *
 * @example
 * const { results, unused } = await judgeAnswers("chat.jsonl", {
 *   benchmark,
 *   config: { parsingModels: [{ modelProvider: "openai", modelName: "gpt-5-mini" }] },
 *   fields: { question: "request.text", answer: "reply.text" },
 * });
 */
export async function judgeAnswers(
  source: string | Iterable<JsonValue>,
  { benchmark, config, fields, ...options }: JudgeAnswersOptions,
): Promise<JudgedAnswers> {
  refuseWrongOptions(options);
  if (fields !== undefined) refuseWrongFields(fields);
  const asked = asAsked(benchmark, config, options);
  const {
    source: answers,
    replicates,
    unused,
    lines,
  } = await openAnswers(source, {
    ...{ benchmark: asked.benchmark, questionIds: options.questionIds, fields },
    workingDirectory: process.cwd(),
    tell: (text) => options.warn?.(text),
  });
  for (const line of lines) options.warn?.(line);
  const settings = { ...asked.config, answeringModels: [], replicateCount: replicates };
  const inputs = typeof source === "string" ? [source] : [];
  return { results: await runAsAsked({ ...asked, config: settings }, answers, inputs), unused };
}

function refuseWrongFields(fields: AnswerFields): void {
  const { error } = AnswerFieldsShape.safeParse(fields);
  if (error === undefined) return;
  const names = Object.keys(AnswerFieldsShape.shape).join(", ");
  throw new KareninaError(
    "configuration",
    "The fields of answers cannot be used: each is a name, or a path with dots.",
    {
      hint: `There are ${names}.`,
    },
  );
}
