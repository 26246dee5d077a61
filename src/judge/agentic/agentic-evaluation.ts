import type { Workspace } from "../../ports/index.ts";
import type { AgenticRubricTrait, TraitScores } from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { TraitFailure } from "../rubric/rubric-evaluation.ts";
import type { InvestigatingJudge } from "./investigation.ts";

/** What is needed to judge traits by looking. */
export interface EvaluateAgenticTraitsRequest {
  readonly traits: readonly AgenticRubricTrait[];
  /** `individual`: an investigation per trait. `shared`: one for all that have the same judge; if it fails, one per trait. */
  readonly strategy: "individual" | "shared";
  /** Whether investigations run side by side. */
  readonly parallel: boolean;
  readonly question: string;
  readonly trace: string;
  readonly workspace: Workspace | null;
  /** Path inside the workspace for traits that want the trace as a file. */
  readonly traceFile: string;
  /** An empty folder for a trait that wants the trace as a file where there is no workspace. */
  scratch(): Promise<Workspace>;
  /** Judges are compared by identity: traits with the same one may share an investigation. */
  judgeOf(trait: AgenticRubricTrait): Promise<InvestigatingJudge>;
  readonly tools: CheckTools;
}

/** How the value of a template trait was read from its report. */
export interface ExtractionRecord {
  readonly method: "local_json" | "parser_after_local_json_failed" | "failed";
  readonly localJsonError: string | null;
  readonly parserError: string | null;
}

/** What agents found about the traits. A trait without a value stands in `failures`. */
export interface AgenticEvaluation {
  /** By trait; the fields of a template trait as `trait.field`. */
  readonly scores: TraitScores;
  /** Class names of literal traits. */
  readonly labels: { readonly [trait: string]: string };
  readonly traces: { readonly [trait: string]: string };
  readonly extraction: { readonly [trait: string]: ExtractionRecord };
  readonly failures: readonly TraitFailure[];
  readonly warnings: readonly string[];
}
