import type { CallableRunner, SearchPort } from "../../ports/index.ts";
import type {
  JudgingMaterial,
  LLMRubricTrait,
  Rubric,
  TraitFailure,
  TraitResults,
  TypeDecidedBy,
} from "../../rubric/index.ts";
import type { JudgedSource, TracePart } from "../../trace/index.ts";
import type { RubricDeepJudgment, TraitDeepJudgment } from "../deep-judgment/rubric-deep-judgment.ts";
import type { EvidenceStrategy } from "../deep-judgment/settings.ts";

/** What is needed to judge an answer by a rubric. */
export interface EvaluateRubricRequest extends JudgingMaterial {
  /** Its agentic traits are not looked at: they need an agent. */
  readonly rubric: Rubric;
  /** Who its parts are from, where it is a trace. Default: it is the model's own text. */
  readonly parts?: readonly TracePart[];
  /** What traits are judged on that say so themselves. Absent: such traits have no value. */
  readonly textOf?: (source: JudgedSource) => JudgeableText;
  readonly callables: CallableRunner;
  /** Which LLM traits are judged from evidence, and how. Absent: none. */
  readonly deep?: DeepTraits;
}

/** A text with who its parts are from, where not all of it is the model's own; or why there is none. */
export type JudgeableText =
  | { readonly ok: true; readonly text: string; readonly parts?: readonly TracePart[] }
  | { readonly ok: false; readonly error: string };

/** Which LLM traits are judged from evidence; their judge never sees the reference answer. */
interface DeepTraits {
  /** Null: the trait is judged in the standard way. */
  settingsOf(trait: LLMRubricTrait): TraitDeepJudgment | null;
  readonly strategy: EvidenceStrategy;
  /** Looks up the excerpts of traits that ask for it; null: they are not looked up. */
  readonly search: SearchPort | null;
}

/**
 * What the traits of a rubric were judged to be, in the order of the traits. A trait that got no value stands in
 * `failures` and nowhere else; only a literal trait scores -1 then, with a label that says why. A trait of any kind
 * for which the answer holds no evidence has no score at all.
 */
export interface RubricEvaluation extends TraitResults<TypeDecidedBy<"judge" | "code">> {
  readonly failures: readonly TraitFailure[];
  /** About values that count, such as a score that was moved into its range. */
  readonly warnings: readonly string[];
  /** The evidence behind the traits that were judged from evidence; null: there was no such trait. */
  readonly deepJudgment: RubricDeepJudgment | null;
  /** What those traits were judged on that say so themselves. */
  readonly sources: { readonly [trait: string]: JudgedSource };
}
