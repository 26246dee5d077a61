import type { LLMRubricTrait } from "../../rubric/index.ts";
import { section } from "../section.ts";

/** What every judge of a trait reads. */
export interface RubricMaterial {
  readonly question: string;
  /** The final message or the whole trace. */
  readonly answer: string;
  /** Undefined: not to be shown to this judge. */
  readonly referenceAnswer?: string | undefined;
}

/** What a judge reads to decide on one trait. */
export interface TraitPromptInput extends RubricMaterial {
  readonly trait: LLMRubricTrait;
}

/** What a judge reads to decide on several traits. */
export interface TraitsPromptInput extends RubricMaterial {
  readonly traits: readonly LLMRubricTrait[];
}

/** The material, then what is asked about it: calls about one answer begin alike, which a provider's cache rewards. */
export function materialSections(
  { question, answer, referenceAnswer }: RubricMaterial,
  ...asked: readonly string[]
): string {
  return [
    section("question", question),
    ...(referenceAnswer === undefined ? [] : [section("reference", referenceAnswer)]),
    section("answer", answer),
    ...asked,
  ].join("\n\n");
}

/** A value as JSON in a section of its own. */
export function jsonSection(name: string, value: unknown): string {
  return section(name, JSON.stringify(value, null, 2));
}

/** What a trait is judged by. */
export function criteriaOf({
  description,
  summary,
}: Pick<LLMRubricTrait, "description" | "summary">): string {
  return description || summary || "None are given: go by the name.";
}
