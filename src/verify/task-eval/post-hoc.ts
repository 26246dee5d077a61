import { handover, type JsonValue, KareninaError, recordFrom } from "../../base/index.ts";
import type { RubricInput } from "../../benchmark/index.ts";
import type { ModelConfig } from "../../config/index.ts";
import { canonicalKey, getAllTraitScores, traitLabels, type VerificationResult } from "../../result/index.ts";
import { judgeAnswers } from "../answers/judge-answers.ts";
import { questionOfRow } from "../answers/questions-of-rows.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";
import type { TaskEvalConfig } from "./evaluate.ts";
import { whyFailed } from "./why-failed.ts";

/** What traits say of a text that was there already. */
export interface PostHocJudgment {
  /** That of the text, or the id of the result. */
  readonly key: string;
  /** Those of further results of the same answer, which are not judged again. */
  readonly siblingKeys: readonly string[];
  /** Values by trait; those without a value are left out. */
  readonly scores: { readonly [trait: string]: JsonValue };
  /** Classes by trait, of traits that have them. */
  readonly labels: { readonly [trait: string]: string };
  /** Why a trait has no value; null: all have. */
  readonly error: string | null;
  /** The id of the result that was judged; null for texts. */
  readonly representativeResultId: string | null;
  readonly siblingResultIds: readonly string[];
}

/** How texts are judged, beside the rubric and its judge. */
export interface PostHocOptions
  extends Pick<RunVerificationOptions, "signal" | "warn" | "environment" | "output" | "runName" | "cache"> {
  /** So many are judged at once, at least 1. Default 4. */
  readonly maxWorkers?: number | undefined;
  /** Further settings, such as deep judgment. */
  readonly config?: Omit<
    TaskEvalConfig,
    "parsingModels" | "evaluationMode" | "asyncMaxWorkers" | "replicateCount"
  >;
}

/** A text to be judged. */
export interface PostHocText {
  /** By which its judgment is found; each once. */
  readonly key: string;
  readonly text: string;
  /** What was asked. Default: it is not known. */
  readonly question?: string | undefined;
}

/** How results are judged, beside the rubric and its judge. */
export interface PostHocResultOptions extends PostHocOptions {
  /** What is judged of a result. Default its answer, `rawLlmResponse`. */
  readonly textSelector?: ((result: VerificationResult) => string) | undefined;
  /** What the judge is told of it. Default nothing. */
  readonly rowContext?:
    | ((result: VerificationResult) => { readonly question?: string | undefined })
    | undefined;
  /** Only these. */
  readonly rowFilter?: ((result: VerificationResult) => boolean) | undefined;
  /** In place of the rubric, for a result. */
  readonly rubricFactory?: ((result: VerificationResult) => RubricInput) | undefined;
  /** Results with the same text are of one answer. Default: question, model under test, replicate and run. */
  readonly siblingIdentity?: ((result: VerificationResult) => string) | undefined;
  /** Judge one of the results of an answer. Default true. */
  readonly collapseParserSiblings?: boolean | undefined;
}

/**
 * Judges the answers of finished results by traits, without asking for them again. Those of several judges to one answer are
 * judged once. Judgments come as soon as they are there; one that fails has an `error` and stops no other.
 *
 * @throws KareninaError `configuration`, `invalid_input` before any judge is asked.
 *
 * @example
 * for await (const { key, scores } of evaluateRubricOnResults(results, [polite], judge)) console.log(key, scores.polite);
 */
export async function* evaluateRubricOnResults(
  results: Iterable<VerificationResult>,
  rubric: RubricInput,
  parsingModel: ModelConfig,
  options: PostHocResultOptions = {},
): AsyncGenerator<PostHocJudgment> {
  const {
    textSelector,
    rowContext,
    rowFilter,
    rubricFactory,
    siblingIdentity,
    collapseParserSiblings,
    ...run
  } = options;
  const chosen = Array.from(results).filter((result) => rowFilter?.(result) ?? true);
  const identity = siblingIdentity ?? answerIdentity;
  const groups = Map.groupBy(chosen, (result, at) =>
    (collapseParserSiblings ?? true) ? identity(result) : String(at),
  );
  const texts = [...groups.values()].flatMap(([first, ...siblings]): readonly JudgedText[] => {
    if (first === undefined) return [];
    const { resultId } = first.metadata;
    return [
      {
        ...{ key: resultId, resultId, siblings: siblings.map(({ metadata }) => metadata.resultId) },
        text: textSelector?.(first) ?? first.template?.rawLlmResponse ?? "",
        question: rowContext?.(first).question,
        rubric: rubricFactory?.(first),
      },
    ];
  });
  yield* judgeTexts(texts, rubric, { parsingModel, ...run });
}

/** {@link evaluateRubricOnResults} for texts of any kind. */
export async function* evaluateRubricOnTexts(
  items: Iterable<PostHocText>,
  rubric: RubricInput,
  parsingModel: ModelConfig,
  options: PostHocOptions = {},
): AsyncGenerator<PostHocJudgment> {
  const texts = Array.from(items, (item) => ({ ...item, resultId: null, siblings: [], rubric: undefined }));
  yield* judgeTexts(texts, rubric, { parsingModel, ...options });
}

interface JudgedText extends PostHocText {
  readonly resultId: string | null;
  readonly siblings: readonly string[];
  /** Undefined: that of all. */
  readonly rubric: RubricInput | undefined;
}

const answerIdentity = ({ metadata: { questionId, answering, replicate, runName } }: VerificationResult) =>
  JSON.stringify([questionId, canonicalKey(answering), replicate, runName]);

async function* judgeTexts(
  texts: readonly JudgedText[],
  rubric: RubricInput,
  {
    parsingModel,
    maxWorkers = 4,
    config,
    signal,
    ...options
  }: PostHocOptions & { readonly parsingModel: ModelConfig },
): AsyncGenerator<PostHocJudgment> {
  refuseWrong(texts, maxWorkers);
  if (texts.length === 0) return;
  const benchmark = Benchmark.create({ name: "Post-hoc" });
  for (const [at, { question, rubric: own }] of texts.entries())
    benchmark.addQuestion({ ...questionOfRow(question, `text-${at}`), rubric: own ?? rubric });
  const stop = new AbortController();
  const ready = handover<VerificationResult>();
  const run = judgeAnswers(
    texts.map(({ text }, at) => ({ question_id: `text-${at}`, answer: text })),
    {
      ...options,
      benchmark,
      name: "Post-hoc",
      config: {
        ...config,
        parsingModels: [parsingModel],
        evaluationMode: "rubric_only",
        asyncMaxWorkers: maxWorkers,
      },
      signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
      events: { taskFinished: ({ result }) => ready.push(result) },
    },
  );
  const over = run.finally(() => ready.end());
  over.catch(() => undefined); // thrown below
  const left = new Map(texts.map((text, at) => [`text-${at}`, text]));
  try {
    for await (const result of ready) {
      const text = left.get(result.metadata.questionId);
      left.delete(result.metadata.questionId);
      if (text !== undefined) yield judgmentOf(text, result);
    }
    await over;
    for (const text of left.values()) yield judgmentOf(text, undefined);
  } finally {
    stop.abort();
    await over.catch(() => undefined);
  }
}

function judgmentOf(
  { key, siblings, resultId }: JudgedText,
  result: VerificationResult | undefined,
): PostHocJudgment {
  const rubric = result?.rubric ?? null;
  const failures = Object.entries(rubric?.traitFailures ?? {});
  const failed = new Set(failures.map(([trait]) => trait));
  const scores =
    rubric === null ? [] : Object.entries(getAllTraitScores(rubric)).filter(([trait]) => !failed.has(trait));
  const missing = failures.map(([trait, reason]) => `${trait}: ${reason}`).join("; ");
  return {
    ...{
      key,
      siblingKeys: siblings,
      representativeResultId: resultId,
      siblingResultIds: resultId === null ? [] : siblings,
    },
    scores: recordFrom(scores),
    labels: rubric === null ? {} : traitLabels(rubric),
    error:
      failureOf(result) ?? (missing === "" ? (scores.length === 0 ? "no trait has a value" : null) : missing),
  };
}

function failureOf(result: VerificationResult | undefined): string | undefined {
  if (result === undefined) return "it was not judged: the run ended before, or the text cannot be judged";
  return whyFailed(result);
}

function refuseWrong(texts: readonly JudgedText[], maxWorkers: number): void {
  if (!Number.isInteger(maxWorkers) || maxWorkers < 1)
    throw new KareninaError(
      "configuration",
      `maxWorkers: expected a whole number from 1, found ${maxWorkers}.`,
    );
  const keys = new Set<string>();
  for (const { key } of texts) {
    if (keys.has(key))
      throw new KareninaError("invalid_input", `Two texts have the key ${JSON.stringify(key)}.`, {
        hint: "Give every text a key of its own.",
      });
    keys.add(key);
  }
}
