import type { JudgeForm, TraitJudgement, TraitJudgements, TraitQuestion } from "../../rubric/index.ts";
import { contained } from "./contained.ts";

/**
 * Asks for some traits in one call, `ask`. Where the reply settles some of them and not others, the others are asked for
 * once more in one further call; what that does not settle stays as it was. A failed call fails its own traits. Rejects
 * only when cancelled.
 */
export async function askTraits<Trait extends { readonly name: string }>(
  signal: AbortSignal,
  question: Question<Trait>,
  ask: (form: JudgeForm<TraitJudgements>, traits: readonly Trait[]) => Promise<TraitJudgements>,
): Promise<TraitJudgements> {
  const { traits } = question;
  const isSettled = (trait: Trait, judgements: TraitJudgements) => settles(question, trait, judgements);
  const askFor = (asked: readonly Trait[]): Promise<Reply> =>
    contained<Reply>(
      signal,
      async () => ({ ok: true, judgements: await ask(settlingSome(question, asked), asked) }),
      (problem) => ({ ok: false, problem }),
    );
  const first = await askFor(traits);
  if (!first.ok) return new Map(traits.map((trait) => [trait.name, question.fail(trait, first.problem)]));
  const open = traits.filter((trait) => !isSettled(trait, first.judgements));
  const second = open.length === 0 ? undefined : await askFor(open);
  if (!second?.ok) return first.judgements;
  const mended = open.flatMap((trait): (readonly [string, TraitJudgement])[] => {
    const judgement = second.judgements.get(trait.name);
    return judgement !== undefined && isSettled(trait, second.judgements) ? [[trait.name, judgement]] : [];
  });
  return new Map([...first.judgements, ...mended]);
}

type Question<Trait> = Omit<TraitQuestion<Trait>, "prompt">;

type Reply =
  | { readonly ok: true; readonly judgements: TraitJudgements }
  | { readonly ok: false; readonly problem: string };

/** The form, refusing a reply that settles none of the traits, so that the judge hears what is wrong with it. */
function settlingSome<Trait extends { readonly name: string }>(
  question: Question<Trait>,
  traits: readonly Trait[],
): JudgeForm<TraitJudgements> {
  const form = question.form(traits);
  return {
    ...form,
    accept(json) {
      const reply = form.accept(json);
      if (!reply.ok || traits.some((trait) => settles(question, trait, reply.value))) return reply;
      const problems = [...reply.value].map(([name, judgement]) =>
        judgement.ok ? name : `${name}: ${judgement.problem}`,
      );
      return { ok: false, problems };
    },
  };
}

function settles<Trait extends { readonly name: string }>(
  { isSettled }: Question<Trait>,
  trait: Trait,
  judgements: TraitJudgements,
): boolean {
  const judgement = judgements.get(trait.name);
  return judgement !== undefined && (isSettled === undefined || isSettled(trait, judgement));
}
