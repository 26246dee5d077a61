import type { CallableRunner } from "../../ports/index.ts";
import { acceptCallableValue, type CallableRubricTrait, type TraitJudgement } from "../../rubric/index.ts";
import { contained } from "./contained.ts";

/** Runs the functions of callable traits on the judged text, one after the other. Rejects only when cancelled. */
export async function callableJudgements(
  traits: readonly CallableRubricTrait[],
  answer: string,
  services: { readonly callables: CallableRunner; readonly signal: AbortSignal },
): Promise<readonly (readonly [trait: string, judgement: TraitJudgement])[]> {
  const judgements: (readonly [string, TraitJudgement])[] = [];
  for (const trait of traits) {
    const evaluate = async () =>
      acceptCallableValue(trait, await services.callables.evaluate(trait.code, answer));
    const fail = (problem: string): TraitJudgement => ({ ok: false, problem, scores: {} });
    judgements.push([trait.name, await contained(services.signal, evaluate, fail)]);
  }
  return judgements;
}
