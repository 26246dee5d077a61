import {
  hadTemplate,
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  type PassShare,
  passShare,
} from "../outcome.ts";
import { answeringModel, parsingModel } from "../sections/metadata.ts";
import type { VerificationResult } from "../verification-result.ts";
import { collectTraits, type RubricTraitCounts } from "./rubric-traits.ts";

/** Counts of one combination of answering model and judge. */
interface ComboSummary {
  readonly total: number;
  /** Completed without errors. */
  readonly completed: number;
  readonly templatePass: PassShare;
}

/** A result set in numbers. `analysis` has more, with intervals. */
export interface ResultSetSummary {
  readonly numResults: number;
  /** Completed without errors, right or wrong. */
  readonly numCompleted: number;
  /** Results of questions with a template, verified or not. */
  readonly numWithTemplate: number;
  readonly numWithRubric: number;
  readonly numWithJudgment: number;
  readonly numQuestions: number;
  /** Answering models. */
  readonly numModels: number;
  readonly numParsingModels: number;
  /** Distinct replicate numbers; 0 in a run of one replicate. */
  readonly numReplicates: number;
  /** Sum over results, in seconds. */
  readonly totalExecutionTime: number;
  readonly outcomes: OutcomeCounts;
  readonly templatePass: PassShare;
  /** Null when no result has a rubric. */
  readonly rubricTraits: RubricTraitCounts | null;
  /** By `answering | parsing`. */
  readonly byCombo: { readonly [combo: string]: ComboSummary };
}

/** Counts results as they come. */
export function summarizeSet(results: Iterable<VerificationResult>): ResultSetSummary {
  const overall = tallyAtZero();
  const combos = new Map<string, ComboTally>();
  const found = { questions: new Set(), answering: new Set(), parsing: new Set(), replicates: new Set() };
  const traits = collectTraits();
  const counts = { template: 0, rubric: 0, judgment: 0, seconds: 0 };
  for (const result of results) {
    const { metadata, rubric, deepJudgment } = result;
    const [answering, parsing] = [answeringModel(metadata), parsingModel(metadata)];
    const combo = `${answering} | ${parsing}`;
    const tally = combos.get(combo) ?? tallyAtZero();
    combos.set(combo, tally);
    for (const one of [overall, tally]) addTo(one, result);
    found.questions.add(metadata.questionId);
    found.answering.add(answering);
    found.parsing.add(parsing);
    if (metadata.replicate !== null) found.replicates.add(metadata.replicate);
    traits.add(result);
    if (hadTemplate(result)) counts.template++;
    if (rubric?.rubricEvaluationPerformed) counts.rubric++;
    if (deepJudgment?.deepJudgmentPerformed) counts.judgment++;
    counts.seconds += metadata.executionTime;
  }
  return {
    numResults: overall.total,
    numCompleted: overall.completed,
    numWithTemplate: counts.template,
    numWithRubric: counts.rubric,
    numWithJudgment: counts.judgment,
    numQuestions: found.questions.size,
    numModels: found.answering.size,
    numParsingModels: found.parsing.size,
    numReplicates: found.replicates.size,
    totalExecutionTime: counts.seconds,
    outcomes: overall.outcomes,
    templatePass: passShare(overall.verified),
    rubricTraits: traits.counts(),
    byCombo: Object.fromEntries(
      Array.from(combos, ([combo, { total, completed, verified }]) => [
        combo,
        { total, completed, templatePass: passShare(verified) },
      ]),
    ),
  };
}

interface ComboTally {
  total: number;
  completed: number;
  readonly outcomes: OutcomeCounts;
  /** Those of results with a template. */
  readonly verified: OutcomeCounts;
}

const tallyAtZero = (): ComboTally => ({
  total: 0,
  completed: 0,
  outcomes: noOutcomes(),
  verified: noOutcomes(),
});

function addTo(tally: ComboTally, result: VerificationResult): void {
  const outcome = outcomeOf(result);
  tally.total++;
  if (result.metadata.completedWithoutErrors) tally.completed++;
  tally.outcomes[outcome]++;
  if (hadTemplate(result)) tally.verified[outcome]++;
}
