import {
  acceptTraitValue,
  failTrait,
  type JudgeForm,
  type LLMRubricTrait,
  type TraitJudgement,
  type TraitJudgements,
} from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { contained } from "./contained.ts";

/** Several traits for one call. */
export interface BatchRequest {
  readonly traits: readonly LLMRubricTrait[];
  readonly tools: CheckTools;
  form(traits: readonly LLMRubricTrait[], tools: CheckTools): JudgeForm<TraitJudgements>;
  /** One call for these traits. */
  ask(form: JudgeForm<TraitJudgements>, traits: readonly LLMRubricTrait[]): Promise<TraitJudgements>;
}

/**
 * Asks for several traits in one call. Where the reply settles some of them and not others, the others are asked for
 * once more in one further call; what that does not settle stays as it was. A failed call fails its own traits. Rejects
 * only when cancelled.
 */
export async function askBatch(signal: AbortSignal, request: BatchRequest): Promise<TraitJudgements> {
  const { traits, tools } = request;
  const ask = (asked: readonly LLMRubricTrait[]): Promise<BatchReply> => {
    const form = settlingSome(request.form(asked, tools), asked, tools);
    return contained<BatchReply>(
      signal,
      async () => ({ ok: true, judgements: await request.ask(form, asked) }),
      (problem) => ({ ok: false, problem }),
    );
  };
  const first = await ask(traits);
  if (!first.ok) return new Map(traits.map((trait) => [trait.name, failTrait(trait, first.problem)]));
  const open = traits.filter((trait) => !isSettled(trait, first.judgements.get(trait.name), tools));
  const second = open.length === 0 ? undefined : await ask(open);
  if (!second?.ok) return first.judgements;
  const mended = open.flatMap((trait): (readonly [string, TraitJudgement])[] => {
    const judgement = second.judgements.get(trait.name);
    return judgement !== undefined && isSettled(trait, judgement, tools) ? [[trait.name, judgement]] : [];
  });
  return new Map([...first.judgements, ...mended]);
}

type BatchReply =
  | { readonly ok: true; readonly judgements: TraitJudgements }
  | { readonly ok: false; readonly problem: string };

/** The form, refusing a reply that settles none of the traits, so that the judge hears what is wrong with it. */
function settlingSome(
  form: JudgeForm<TraitJudgements>,
  traits: readonly LLMRubricTrait[],
  tools: CheckTools,
): JudgeForm<TraitJudgements> {
  return {
    ...form,
    accept(json) {
      const reply = form.accept(json);
      if (!reply.ok || traits.some((trait) => isSettled(trait, reply.value.get(trait.name), tools)))
        return reply;
      const problems = [...reply.value].map(([name, judgement]) =>
        judgement.ok ? name : `${name}: ${judgement.problem}`,
      );
      return { ok: false, problems };
    },
  };
}

/** True for a value, and for a class that does not exist: the judge has spoken. */
function isSettled(trait: LLMRubricTrait, judgement: TraitJudgement | undefined, tools: CheckTools): boolean {
  if (judgement === undefined) return false;
  if (judgement.ok) return true;
  return judgement.label !== undefined && judgement.label !== acceptTraitValue(trait, undefined, tools).label;
}
