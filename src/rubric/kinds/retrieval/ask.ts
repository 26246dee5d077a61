import type { JudgingMaterial } from "../../asking/material.ts";
import { askAlone, type TraitQuestion } from "../../asking/trait-question.ts";
import { notJudged, type TraitJudgement } from "../../judgement.ts";
import { type Measured, materialFor, measurePrompt } from "./measure.ts";
import { measures } from "./measures/list.ts";
import type { RetrievalRubricTrait } from "./trait.ts";

/** Asks about each trait in a call of its own; one that cannot be measured is not asked about, see {@link whyNotMeasured}. */
export function askRetrievalTraits(
  traits: readonly RetrievalRubricTrait[],
  given: JudgingMaterial,
): readonly TraitQuestion<RetrievalRubricTrait>[] {
  return traits.flatMap((trait) => {
    const measure = measures[trait.measure];
    const material = materialFor(measure, given);
    if (!material.ok) return [];
    return askAlone(trait, {
      prompt: measurePrompt(trait, measure, material.value),
      form: measure.form(material.value),
      judge: (measured) => judgementOf(trait, measured),
      fail: (_trait, problem) => notJudged(problem),
    });
  });
}

/** Why a trait cannot be measured of an answer; undefined where it can. */
export function whyNotMeasured(trait: RetrievalRubricTrait, given: JudgingMaterial): string | undefined {
  const material = materialFor(measures[trait.measure], given);
  return material.ok ? undefined : material.problem;
}

function judgementOf(trait: RetrievalRubricTrait, measured: Measured): TraitJudgement {
  const { score, counted, of, findings, problem } = measured;
  if (score === null) return notJudged(problem ?? "there is nothing to measure");
  return {
    ok: true,
    scores: { [trait.name]: score },
    details: {
      findings: findings.map((one) => ({ ...one })),
      counts: { measure: trait.measure, counted, of },
    },
  };
}
