import { type JudgingMaterial, type RubricTrait, sourceOf } from "../../rubric/index.ts";
import type { JudgedSource, TracePart } from "../../trace/index.ts";
import type { EvaluateRubricRequest } from "./rubric-evaluation.ts";

/** Traits that are judged on one text, and that text; or why there is none for them. */
export type TraitsOnText<Trait> = { readonly traits: readonly Trait[] } & Reading;

type Reading =
  | {
      readonly ok: true;
      readonly text: Pick<JudgingMaterial, "answer" | "source"> & {
        readonly parts?: readonly TracePart[] | undefined;
      };
    }
  | { readonly ok: false; readonly error: string };

/** Puts traits together that are judged on the same text: what they ask for themselves, else what the run judges rubrics on. */
export function groupByText<Trait extends RubricTrait>(
  traits: readonly Trait[],
  request: EvaluateRubricRequest,
): readonly TraitsOnText<Trait>[] {
  const groups = Map.groupBy(traits, sourceOf);
  return [...groups].map(([source, own]) => ({ traits: own, ...readingOf(source, request) }));
}

function readingOf(
  source: JudgedSource | undefined,
  { answer, parts, textOf }: EvaluateRubricRequest,
): Reading {
  if (source === undefined) return { ok: true, text: { answer, parts } };
  const asked = textOf?.(source) ?? { ok: false, error: `the text to judge it on (${source}) is not known` };
  return asked.ok ? { ok: true, text: { source, answer: asked.text, parts: asked.parts } } : asked;
}
