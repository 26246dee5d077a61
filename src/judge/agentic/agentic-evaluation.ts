import type { AgenticRubricTrait, TraitFailure, TraitResults } from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { AnswerMaterial, InvestigatingJudge } from "./investigation.ts";

/** What is needed to judge traits by looking. */
export interface EvaluateAgenticTraitsRequest {
  readonly traits: readonly AgenticRubricTrait[];
  /** `individual`: an investigation per trait. `shared`: one for all that have the same judge; if it fails, one per trait. */
  readonly strategy: "individual" | "shared";
  /** Whether investigations run side by side, four at most. */
  readonly parallel: boolean;
  readonly material: AnswerMaterial;
  /** Judges are compared by identity: traits with the same one may share an investigation. */
  judgeOf(trait: AgenticRubricTrait): InvestigatingJudge;
  /** Told of each error that costs a trait its value; an error that is made good is none. */
  lost(error: unknown): void;
  readonly signal: AbortSignal;
  readonly tools: CheckTools;
}

/** How the value of a template trait was read from its report. */
export interface ExtractionRecord {
  readonly method: "local_json" | "parser_after_local_json_failed" | "failed";
  readonly localJsonError: string | null;
  readonly parserError: string | null;
}

/** What agents found about the traits. A trait without a value stands in `failures`. */
export interface AgenticEvaluation extends TraitResults<"agentic"> {
  readonly failures: readonly TraitFailure[];
  readonly warnings: readonly string[];
}
