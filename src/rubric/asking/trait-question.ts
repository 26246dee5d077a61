import type { Prompt } from "../../prompt/index.ts";
import type { TraitJudgement } from "../judgement.ts";
import type { JudgeForm } from "./judge-form.ts";

/** What became of each trait of a call, by name. */
export type TraitJudgements = ReadonlyMap<string, TraitJudgement>;

/** Traits that a judge is asked for in one call, and how. */
export interface TraitQuestion<Trait> {
  readonly traits: readonly Trait[];
  /** What the judge reads; asked again, only about the traits that are still open. */
  prompt(traits: readonly Trait[]): Prompt;
  /** What the judge fills in. */
  form(traits: readonly Trait[]): JudgeForm<TraitJudgements>;
  /** A trait when the call for it failed. */
  fail(trait: Trait, problem: string): TraitJudgement;
  /** True where the judge has spoken about a trait, be it wrongly. Absent: a reply that is accepted settles its traits. */
  isSettled?(trait: Trait, judgement: TraitJudgement): boolean;
}

/** A question about one trait alone; `judge` makes its judgement of what the judge filled in. */
export function askAlone<Trait extends { readonly name: string }, Value>(
  trait: Trait,
  question: {
    readonly prompt: Prompt;
    readonly form: JudgeForm<Value>;
    judge(value: Value): TraitJudgement;
    fail(trait: NoInfer<Trait>, problem: string): TraitJudgement;
  },
): TraitQuestion<Trait> {
  const { prompt, form, judge, fail } = question;
  return {
    traits: [trait],
    prompt: () => prompt,
    form: () => ({
      ...form,
      accept(json) {
        const reply = form.accept(json);
        return reply.ok ? { ok: true, value: new Map([[trait.name, judge(reply.value)]]) } : reply;
      },
    }),
    fail,
  };
}
