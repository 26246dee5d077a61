import { checkGates, compareRuns, type Gate, summarize } from "../../analysis/index.ts";
import { type FailureCategory, failure, rubricSection, type VerificationResult } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import type { RunReport } from "../run-report.ts";

/** A result in short. */
interface Sample {
  readonly question: string;
  /** Left out: it passed. */
  readonly category?: FailureCategory;
  readonly text?: string;
  readonly got?: string;
  readonly reason?: string;
  readonly model?: string;
  readonly replicate?: number;
  readonly clarity?: number;
}

/** A result that passed, is wrong (`content`), or failed in another way. */
export function reportedResult({ question, category, ...given }: Sample): VerificationResult {
  const verdict = category === undefined ? true : category === "content" ? false : null;
  const reason = given.reason ?? `because of ${category}`;
  return sampleResult({
    metadata: {
      questionId: question,
      questionText: given.text ?? `What is ${question}?`,
      executionTime: 1.5,
      replicate: given.replicate ?? null,
      answering: { interface: "openai", modelName: given.model ?? "small", tools: [], configId: null },
      failure: category === undefined ? null : failure({ category, stage: "Stage", reason }),
    },
    template: {
      templateVerificationPerformed: verdict !== null,
      verifyResult: verdict,
      parsedGtResponse: { value: "right" },
      parsedLlmResponse: verdict === null ? null : { value: given.got ?? (verdict ? "right" : "other") },
      fieldResults: verdict === null ? null : { value: verdict },
    },
    ...(given.clarity !== undefined && {
      rubric: rubricSection({ rubricEvaluationPerformed: true, llmTraitScores: { clarity: given.clarity } }),
    }),
  });
}

/** A report of results, against a baseline where one is given. */
export async function reportOn(
  results: readonly VerificationResult[],
  {
    baseline,
    gates = [],
    judges = [],
    name = "Drugs",
  }: {
    readonly baseline?: readonly VerificationResult[];
    readonly gates?: readonly Gate[];
    readonly judges?: readonly string[];
    readonly name?: string;
  } = {},
): Promise<RunReport> {
  const summary = await summarize(results);
  const comparison =
    baseline &&
    (await compareRuns([
      { name: "baseline", results: baseline },
      { name: "this run", results },
    ]));
  const places = new Map(
    [...new Set(results.map(({ metadata }) => metadata.questionId))].map((id, at) => [id, at]),
  );
  return {
    name,
    summary,
    comparison,
    judges,
    gates: checkGates({ summary, ...(comparison && { comparison }) }, gates),
    read: () => results,
    placeOf: (id) => places.get(id),
  };
}
