import { KareninaError } from "../../base/index.ts";
import type { RubricInput } from "../../benchmark/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import type { VerificationResultSet } from "../../result/index.ts";
import { asAsked } from "../as-asked.ts";
import type { Benchmark } from "../benchmark.ts";
import { type RunVerificationOptions, refuseWrongOptions } from "../run-options.ts";
import { runAsAsked } from "../run-verification.ts";
import { type AnswerFields, AnswerFieldsShape } from "./answer-fields.ts";
import { openAnswers } from "./open-answers.ts";
import { rubricBenchmark } from "./rubric-benchmark.ts";
import type { UnusedRow } from "./stored-answer.ts";

/** How answers that exist already are judged. */
export interface JudgeAnswersOptions
  extends Omit<RunVerificationOptions, "answersFrom" | "missingAnswers" | "extend"> {
  /** Whose templates and traits judge them. */
  readonly benchmark?: Benchmark;
  /** In place of a benchmark: traits, or a file that has them. Each question that the rows name becomes one. */
  readonly rubric?: string | RubricInput;
  /** Judges and settings. Models under test are not needed: the rows name them. */
  readonly config: Omit<VerificationConfig, "answeringModels" | "prompts" | "replicateCount">;
  /** Where rows have what is judged. */
  readonly fields?: AnswerFields;
  /** What results and messages call rows in memory. Default `the answers that were given`. */
  readonly name?: string;
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
 * @param source a file: JSONL, a JSON list, spans of OpenTelemetry, prepared answers, or results of ours; or rows in memory
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
  source: string | Iterable<object>,
  { benchmark: given, rubric, config, fields, name, ...options }: JudgeAnswersOptions,
): Promise<JudgedAnswers> {
  refuseWrongOptions(options);
  if (fields !== undefined) refuseWrongFields(fields);
  const isRubric = rubric !== undefined;
  const benchmark = isRubric ? await rubricBenchmark(rubric) : given;
  if (benchmark === undefined || (isRubric && given !== undefined))
    throw new KareninaError(
      "configuration",
      "judgeAnswers needs a benchmark or a rubric, and takes one of them.",
    );
  const asked = asAsked(benchmark, config, options);
  const opened = await openAnswers(source, {
    ...{ benchmark: asked.benchmark, isRubric, questionIds: options.questionIds, fields, name },
    workingDirectory: process.cwd(),
    tell: (text) => options.warn?.(text),
  });
  for (const line of opened.lines) options.warn?.(line);
  const run = {
    ...asked,
    benchmark: opened.benchmark,
    config: settingsOfAnswers(asked.config, { isRubric, replicates: opened.replicates }),
  };
  const inputs = [source, rubric].filter((file) => typeof file === "string");
  return { results: await runAsAsked(run, opened.source, inputs), unused: opened.unused };
}

/**
 * The settings of a run that judges answers: the rows name what has answered, and how often; models under test and prompts
 * that a configuration has are not meant.
 *
 * @throws KareninaError `configuration` for a mode that looks at templates where there is a rubric alone.
 */
export function settingsOfAnswers(
  config: VerificationConfig,
  { isRubric, replicates }: { readonly isRubric: boolean; readonly replicates: number },
): VerificationConfig {
  const { evaluationMode } = config;
  if (isRubric && evaluationMode !== undefined && evaluationMode !== "rubric_only")
    throw new KareninaError(
      "configuration",
      `A rubric alone has no templates: evaluation mode ${evaluationMode} cannot be used.`,
    );
  const { prompts: _, ...judging } = config;
  const settings = { ...judging, answeringModels: [], replicateCount: replicates };
  return isRubric ? { ...settings, evaluationMode: "rubric_only" } : settings;
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
