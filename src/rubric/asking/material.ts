import { section } from "../../prompt/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { FinalMessage, JudgedSource, RetrievedContext } from "../../trace/index.ts";
import { judgedSection } from "./judging-rules.ts";

/** What every judge of a trait reads. */
export interface RubricMaterial {
  readonly question: string;
  /** The final message, the whole trace, or the passages that were looked up. */
  readonly answer: string;
  /** Which of them it is, where traits say so; absent: the one that the run judges rubrics on, never the passages. */
  readonly source?: JudgedSource | undefined;
  /** Undefined: not to be shown to this judge. */
  readonly referenceAnswer?: string | undefined;
}

/** What the traits of a kind are to be judged by, and how. */
export interface JudgingMaterial {
  readonly question: string;
  /** The final message, the whole trace, or the passages that were looked up. */
  readonly answer: string;
  /** As in {@link RubricMaterial}. */
  readonly source?: JudgedSource | undefined;
  /** What the answer says and what it was made from, for traits that compare the two. Absent: neither is known. */
  readonly retrieval?: Retrieval | undefined;
  /** Shown only to the judge of traits that opt in; null or blank: there is none. */
  readonly referenceAnswer: string | null;
  /** `batch`: traits that can be asked for together are. `sequential`: one call per trait. */
  readonly strategy: "batch" | "sequential";
  readonly tools: CheckTools;
}

/** An answer, and the passages that were looked up for it. */
export interface Retrieval {
  readonly finalMessage: FinalMessage;
  /** Null: nothing is known of them. */
  readonly contexts: readonly RetrievedContext[] | null;
}

/** The material, then what is asked about it: calls about one answer begin alike, which a provider's cache rewards. */
export function materialSections(material: RubricMaterial, ...asked: readonly string[]): string {
  const { question, answer, referenceAnswer } = material;
  return [
    section("question", question),
    ...(referenceAnswer === undefined ? [] : [section("reference", referenceAnswer)]),
    judgedSection(material, answer),
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
