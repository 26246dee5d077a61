import { recordFrom } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import { type AggregatedRubrics, aggregateRubrics } from "./aggregate-rubrics.ts";
import { betterLower, type SummaryStats, summaryStats } from "./summary-stats.ts";
import { whyFailed } from "./why-failed.ts";

/** What one step came to, or all that belongs to no step. */
export class StepEval {
  /** Results by the id of their question, replicates and judges in their order. */
  readonly verificationResults: { readonly [questionId: string]: readonly VerificationResult[] };
  /**
   * Why a question has no judgment, or not all: nothing was logged for it, or judge or infrastructure failed. The reason by the
   * id of the question.
   */
  readonly failedQuestions: { readonly [questionId: string]: string };
  /** Names of traits that are better false. */
  readonly lowerIsBetter: ReadonlySet<string>;
  readonly #rubrics: readonly Rubric[];

  constructor(
    results: ReadonlyMap<string, readonly VerificationResult[]>,
    failed: ReadonlyMap<string, string>,
    rubrics: readonly Rubric[],
  ) {
    this.#rubrics = rubrics;
    this.lowerIsBetter = betterLower(rubrics);
    this.verificationResults = recordFrom(results);
    const broken = [...results].flatMap(([id, found]) => {
      const reason = failureOf(found);
      return reason === undefined ? [] : [[id, reason] as const];
    });
    this.failedQuestions = recordFrom([...broken, ...failed]);
  }

  /** How many traces, template verifications and traits there are, and how many passed. */
  getSummaryStats(): SummaryStats {
    return summaryStats(Object.values(this.verificationResults), this.lowerIsBetter);
  }

  /** Each trait over all its results, by kind: see {@link AggregatedRubrics}. */
  aggregateRubricResults(): AggregatedRubrics {
    return aggregateRubrics(Object.values(this.verificationResults).flat(), this.#rubrics);
  }
}

/** Undefined: every result says something about the answer. */
function failureOf(results: readonly VerificationResult[]): string | undefined {
  const reasons = results.flatMap((result) => whyFailed(result) ?? []);
  const [reason] = reasons;
  if (reason === undefined) return undefined;
  return results.length === 1 ? reason : `${reasons.length} of ${results.length} judgments failed: ${reason}`;
}
