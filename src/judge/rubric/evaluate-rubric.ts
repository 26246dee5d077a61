import { evaluateRegexTrait } from "../../rubric/index.ts";
import type { Judge } from "../judge.ts";
import { askMetric } from "./ask-metric.ts";
import { atMost } from "./at-most.ts";
import { callableJudgements } from "./callable-judgements.ts";
import { collectEvaluation } from "./collect-evaluation.ts";
import { llmTraitCalls } from "./llm-trait-calls.ts";
import type { EvaluateRubricRequest, RubricEvaluation } from "./rubric-evaluation.ts";

/** So many calls about one answer are in flight at a time. */
const mostCalls = 8;

/**
 * Judges an answer by a rubric: regex and callable traits here, LLM and metric traits by the judge. A call or a value
 * that fails takes nothing from the other traits; it is in `failures`. A rubric without LLM and metric traits never
 * asks the judge. Rejects only when the judge's signal is aborted.
 *
 * How many calls it takes is in docs/judging.md.
 *
 * @example
 * const { llmTraitScores, failures } = await evaluateRubric(judge, {
 *   rubric, strategy: "batch", question, answer, referenceAnswer: null, tools, callables,
 * });
 */
export async function evaluateRubric(
  judge: Judge,
  request: EvaluateRubricRequest,
): Promise<RubricEvaluation> {
  const { rubric, answer, tools, callables } = request;
  const inTurn = atMost(mostCalls);
  const [llm, metric, callable] = await Promise.all([
    Promise.all(llmTraitCalls(judge, request).map(inTurn)),
    Promise.all(rubric.metricTraits.map((trait) => inTurn(() => askMetric(judge, trait, request)))),
    callableJudgements(rubric.callableTraits, answer, { callables, signal: judge.signal }),
  ]);
  const llmByName = new Map(llm.flatMap((judgements) => [...judgements]));
  return collectEvaluation({
    llm: rubric.llmTraits.flatMap(({ name }) => {
      const judgement = llmByName.get(name);
      return judgement === undefined ? [] : [[name, judgement] as const];
    }),
    regex: rubric.regexTraits.map(
      (trait) => [trait.name, evaluateRegexTrait(trait, answer, tools.patterns)] as const,
    ),
    callable,
    metric,
  });
}
