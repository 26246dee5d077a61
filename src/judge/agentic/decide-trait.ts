import {
  type AgenticRubricTrait,
  failTrait,
  singleTraitForm,
  type TraitJudgement,
} from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { askForm } from "../asking/ask-form.ts";
import { contained } from "../asking/contained.ts";
import type { ExtractionRecord } from "./agentic-evaluation.ts";
import { closingObject } from "./closing-object.ts";
import type { InvestigatingJudge, Investigation } from "./investigation.ts";
import { agenticTraitValuePrompt } from "./prompts/agentic-trait-value.ts";
import { shortenText } from "./shorten.ts";

/** What became of one trait, with the investigation behind it. */
export interface TraitDecision {
  readonly judgement: TraitJudgement;
  /** Null: the investigation itself failed. */
  readonly trace: string | null;
  /** Only for template traits. */
  readonly extraction: ExtractionRecord | null;
  readonly warnings: readonly string[];
}

/** What a decision is made from. */
interface DecideTraitInput {
  readonly investigation: Investigation;
  readonly question: string;
  readonly tools: CheckTools;
  /** The report is about this trait alone. */
  readonly own: boolean;
  lost(error: unknown): void;
}

/** A trait whose investigation failed. */
export function undecided(trait: AgenticRubricTrait, problem: string): TraitDecision {
  const judgement = failTrait(trait, `the investigation failed: ${problem}`);
  return { judgement, trace: null, extraction: null, warnings: [] };
}

/**
 * Decides on a trait from an investigation. The form of a template trait is read from the end of its own report, else
 * asked of the judge like any other value. Rejects only when cancelled.
 */
export async function decideTrait(
  judge: InvestigatingJudge,
  trait: AgenticRubricTrait,
  { investigation, question, tools, own, lost }: DecideTraitInput,
): Promise<TraitDecision> {
  const { report, unfinished, trace, warnings } = investigation;
  if (report === null) {
    const judgement = failTrait(trait, `the investigation gave no report: ${unfinished}`);
    return { judgement, trace, extraction: null, warnings };
  }
  const form = singleTraitForm(trait, tools);
  const isTemplate = typeof trait.kind === "object";
  let localJsonError = "the report is about several traits";
  if (isTemplate && own) {
    const object = closingObject(investigation);
    const read = object === undefined ? undefined : form.accept(object);
    if (read?.ok) {
      const extraction = { method: "local_json", localJsonError: null, parserError: null } as const;
      return { judgement: read.value, trace, extraction, warnings };
    }
    localJsonError =
      read === undefined ? "the report closes with no JSON object of its own" : read.problems.join("; ");
  }
  let parserError: string | null = null;
  const judgement = await contained<TraitJudgement>(
    judge.signal,
    () => askForm(judge, agenticTraitValuePrompt({ trait, question, report: shortenText(report) }), form),
    (problem, error) => {
      lost(error);
      parserError = problem;
      return failTrait(trait, problem);
    },
  );
  const method = parserError === null ? "parser_after_local_json_failed" : "failed";
  return {
    judgement,
    trace,
    extraction: isTemplate ? { method, localJsonError, parserError } : null,
    warnings,
  };
}
