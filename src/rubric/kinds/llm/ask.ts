import type { JudgingMaterial } from "../../asking/material.ts";
import { askAlone, type TraitQuestion } from "../../asking/trait-question.ts";
import { groupByBatch } from "../../values/batches.ts";
import { failTrait, isSettled } from "../../values/list.ts";
import { singleTraitForm, singleTraitPrompt } from "../../values/single-trait.ts";
import type { LLMRubricTrait } from "./trait.ts";

/** The questions that decide on LLM traits over an answer: per trait, or, for a batch, per group of values. */
export function askLlmTraits(
  traits: readonly LLMRubricTrait[],
  material: JudgingMaterial,
): readonly TraitQuestion<LLMRubricTrait>[] {
  const { question, answer, source, strategy, tools } = material;
  return groupByBatch(traits).flatMap(({ batch, traits: own }) => {
    if (batch === undefined || strategy === "sequential")
      return own.map((trait) => askSingleTrait(trait, material));
    return splitByReference(own, material).map(({ traits: group, referenceAnswer }) => ({
      traits: group,
      prompt: (open: readonly LLMRubricTrait[]) =>
        batch.prompt(open, { question, answer, source, referenceAnswer }),
      form: (open: readonly LLMRubricTrait[]) => batch.form(open, tools),
      fail: failTrait,
      isSettled: (trait: LLMRubricTrait, judgement) => isSettled(trait, judgement, tools),
    }));
  });
}

function askSingleTrait(trait: LLMRubricTrait, material: JudgingMaterial): TraitQuestion<LLMRubricTrait> {
  const { question, answer, source, tools } = material;
  const referenceAnswer = referenceFor(trait, material);
  return askAlone(trait, {
    prompt: singleTraitPrompt(trait, { question, answer, source, referenceAnswer }),
    form: singleTraitForm(trait, tools),
    judge: (judgement) => judgement,
    fail: failTrait,
  });
}

/** One group for the traits whose judge may see the reference answer, one for the others; empty ones are left out. */
function splitByReference(traits: readonly LLMRubricTrait[], material: JudgingMaterial) {
  const shown = traits.filter((trait) => referenceFor(trait, material) !== undefined);
  const others = traits.filter((trait) => !shown.includes(trait));
  return [
    { traits: shown, referenceAnswer: material.referenceAnswer ?? undefined },
    { traits: others, referenceAnswer: undefined },
  ].filter((group) => group.traits.length > 0);
}

function referenceFor(
  { includeGroundTruth }: LLMRubricTrait,
  { referenceAnswer }: JudgingMaterial,
): string | undefined {
  return includeGroundTruth && referenceAnswer?.trim() ? referenceAnswer : undefined;
}
