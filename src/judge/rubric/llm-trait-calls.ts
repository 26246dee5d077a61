import { failTrait, type LLMRubricTrait, type TraitJudgements } from "../../rubric/index.ts";
import type { Judge } from "../judge.ts";
import { askBatch } from "./ask-batch.ts";
import { askForm } from "./ask-form.ts";
import { contained } from "./contained.ts";
import { kindName } from "./kind-name.ts";
import type { EvaluateRubricRequest } from "./rubric-evaluation.ts";
import { singleForm, singlePrompt, traitFamilies } from "./trait-families.ts";

/** The model calls that these traits of a rubric take, not yet begun. Each rejects only when cancelled. */
export function llmTraitCalls(
  judge: Judge,
  llmTraits: readonly LLMRubricTrait[],
  request: EvaluateRubricRequest,
): readonly (() => Promise<TraitJudgements>)[] {
  return traitFamilies.flatMap(({ kinds, batch }) => {
    const traits = llmTraits.filter((trait) => kinds.includes(kindName(trait)));
    if (batch === undefined || request.strategy === "sequential")
      return traits.map((trait) => () => askTrait(judge, trait, request));
    const { question, answer, tools } = request;
    return splitByReference(traits, request).map(({ traits: group, referenceAnswer }) => () => {
      const material = { question, answer, referenceAnswer };
      return askBatch(judge.signal, {
        traits: group,
        tools,
        form: batch.form,
        ask: (form, asked) => askForm(judge, batch.prompt({ ...material, traits: asked }), form),
      });
    });
  });
}

async function askTrait(
  judge: Judge,
  trait: LLMRubricTrait,
  request: EvaluateRubricRequest,
): Promise<TraitJudgements> {
  const { question, answer, tools } = request;
  const prompt = singlePrompt({ trait, question, answer, referenceAnswer: referenceFor(trait, request) });
  const judgement = await contained(
    judge.signal,
    () => askForm(judge, prompt, singleForm(trait, tools)),
    (problem) => failTrait(trait, problem),
  );
  return new Map([[trait.name, judgement]]);
}

/** One group for the traits whose judge may see the reference answer, one for the others; empty ones are left out. */
function splitByReference(traits: readonly LLMRubricTrait[], request: EvaluateRubricRequest) {
  const shown = traits.filter((trait) => referenceFor(trait, request) !== undefined);
  const others = traits.filter((trait) => !shown.includes(trait));
  return [
    { traits: shown, referenceAnswer: request.referenceAnswer ?? undefined },
    { traits: others, referenceAnswer: undefined },
  ].filter((group) => group.traits.length > 0);
}

function referenceFor(
  { includeGroundTruth }: LLMRubricTrait,
  { referenceAnswer }: EvaluateRubricRequest,
): string | undefined {
  return includeGroundTruth && referenceAnswer?.trim() ? referenceAnswer : undefined;
}
