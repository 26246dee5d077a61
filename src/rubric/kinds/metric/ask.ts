import type { JsonSchema } from "../../../base/index.ts";
import { jsonSection, type Prompt } from "../../../prompt/index.ts";
import { closedObject, type JudgeForm } from "../../asking/judge-form.ts";
import { contextsRule, materialRule } from "../../asking/judging-rules.ts";
import { type JudgingMaterial, materialSections, type RubricMaterial } from "../../asking/material.ts";
import { withEveryKey } from "../../asking/required-keys.ts";
import { askAlone, type TraitQuestion } from "../../asking/trait-question.ts";
import { notJudged } from "../../judgement.ts";
import { acceptConfusionLists, type ConfusionLists, computeMetrics } from "./scores.ts";
import { type MetricRubricTrait, modeBuckets } from "./trait.ts";

/**
 * Asks for the lists of each metric trait and computes its metrics. A reply without one of the lists is asked for again: a
 * list that was left out would count as empty and make a perfect score.
 */
export function askMetricTraits(
  traits: readonly MetricRubricTrait[],
  { question, answer, source }: JudgingMaterial,
): readonly TraitQuestion<MetricRubricTrait>[] {
  return traits.map((trait) =>
    askAlone(trait, {
      prompt: metricPrompt(trait, { question, answer, source }),
      form: withEveryKey(metricForm(trait)),
      judge(found) {
        const { lists, metrics } = computeMetrics(trait, found);
        return { ok: true, scores: { [trait.name]: { ...metrics } }, details: { confusionLists: lists } };
      },
      fail: (_trait, problem) => notJudged(problem),
    }),
  );
}

/**
 * Asks for the buckets of a metric trait: `{ tp, fn, fp }`, and `tn` in mode `full_matrix`. A bucket the reply leaves out
 * is empty; one it adds is kept.
 */
export function metricForm(trait: MetricRubricTrait): JudgeForm<ConfusionLists> {
  const texts: JsonSchema = { type: "array", items: { type: "string" } };
  const buckets = modeBuckets[trait.evaluationMode].map((bucket) => [bucket, texts] as const);
  return {
    name: "trait_findings",
    schema: closedObject(Object.fromEntries(buckets)),
    accept: acceptConfusionLists,
  };
}

const listRules = `- A quote is short: the words that matter, as the answer has them. An instruction stands as it is given.
- Other wording, synonyms, close variants, parts of a longer expression and other capital letters count as the same.
- Nothing stands twice in a list, and a list may be empty.
- Go by what can be seen in the answer. When you are not sure whether something belongs in a list, put it there.`;

const modes: { readonly [Mode in MetricRubricTrait["evaluationMode"]]: string } = {
  tp_only: `The trait says what the answer should hold ("should_hold", one instruction each). Sort what you find into three lists:
- "tp": for what the answer holds as an instruction asks, the quote from the answer.
- "fn": for each instruction the answer does not meet, that instruction.
- "fp": what the answer offers as if it met an instruction, of the same sort as what is asked for, but which does not meet it: the quote from the answer. Introductions, explanations and other filling are no such thing.`,
  full_matrix: `The trait says what the answer should hold ("should_hold") and what it should not hold ("should_not_hold"), one instruction each. Sort what you find into four lists:
- "tp": for what the answer holds as an instruction of should_hold asks, the quote from the answer.
- "fn": for each instruction of should_hold the answer does not meet, that instruction.
- "fp": for what the answer holds though an instruction of should_not_hold names it, the quote from the answer.
- "tn": for each instruction of should_not_hold the answer keeps free of, that instruction.`,
};

/** Finds true and false positives and negatives. */
export function metricPrompt(trait: MetricRubricTrait, material: RubricMaterial): Prompt {
  const about = trait.description || trait.summary;
  const asked = {
    name: trait.name,
    ...(about && { about }),
    should_hold: trait.tpInstructions,
    ...(trait.evaluationMode === "full_matrix" && { should_not_hold: trait.tnInstructions }),
  };
  return {
    system: `You compare an answer with instructions about its content and record what you find.

${modes[trait.evaluationMode]}

Rules:
${[listRules, ...contextsRule(material)].join("\n")}

${materialRule}
Reply with the JSON object alone, with every list.`,
    user: materialSections(material, jsonSection("trait", asked)),
  };
}
