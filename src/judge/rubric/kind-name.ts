import type { LLMRubricTrait } from "../../rubric/index.ts";

/** The kinds of LLM traits by name. */
export type KindName = Extract<LLMRubricTrait["kind"], string> | "template";

/** The name of a trait's kind. */
export function kindName({ kind }: LLMRubricTrait): KindName {
  return typeof kind === "string" ? kind : kind.type;
}
