import { computeMetrics, type MetricRubricTrait, metricForm } from "../../rubric/index.ts";
import type { Judge } from "../judge.ts";
import { rubricMetricPrompt } from "../prompts/rubric-metric.ts";
import { askForm } from "./ask-form.ts";
import { contained } from "./contained.ts";
import { withEveryKey } from "./required-keys.ts";
import type { MetricJudgement } from "./rubric-evaluation.ts";

/**
 * Asks for the lists of a metric trait and computes its metrics. A reply without one of the lists is asked for again: a
 * list that was left out would count as empty and make a perfect score. Rejects only when cancelled.
 */
export async function askMetric(
  judge: Judge,
  trait: MetricRubricTrait,
  material: { readonly question: string; readonly answer: string },
): Promise<readonly [trait: string, judgement: MetricJudgement]> {
  const { question, answer } = material;
  const prompt = rubricMetricPrompt({ trait, question, answer });
  const judgement = await contained<MetricJudgement>(
    judge.signal,
    async () => ({
      ok: true,
      ...computeMetrics(trait, await askForm(judge, prompt, withEveryKey(metricForm(trait)))),
    }),
    (problem) => ({ ok: false, problem }),
  );
  return [trait.name, judgement];
}
