import { section } from "../../prompt/index.ts";
import type { CheckTools } from "../../template/index.ts";

/** What every judge of a trait reads. */
export interface RubricMaterial {
  readonly question: string;
  /** The final message or the whole trace. */
  readonly answer: string;
  /** Undefined: not to be shown to this judge. */
  readonly referenceAnswer?: string | undefined;
}

/** What the traits of a kind are to be judged by, and how. */
export interface JudgingMaterial {
  readonly question: string;
  /** The final message or the whole trace. */
  readonly answer: string;
  /** Shown only to the judge of traits that opt in; null or blank: there is none. */
  readonly referenceAnswer: string | null;
  /** `batch`: traits that can be asked for together are. `sequential`: one call per trait. */
  readonly strategy: "batch" | "sequential";
  readonly tools: CheckTools;
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

/** What a trait is judged by. */
export function criteriaOf({
  description,
  summary,
}: {
  readonly description: string | null;
  readonly summary: string | null;
}): string {
  return description || summary || "None are given: go by the name.";
}
