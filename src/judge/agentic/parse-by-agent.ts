import { messageOf, ReplyError } from "../../base/index.ts";
import { type Answer, extractionHints, judgeSchema } from "../../template/index.ts";
import { askForm } from "../asking/ask-form.ts";
import { type FillTemplateRequest, templateForm } from "../template/fill-template.ts";
import { closingObject } from "./closing-object.ts";
import { investigate } from "./investigate.ts";
import type {
  InvestigatingJudge,
  Investigation,
  InvestigationLimits,
  InvestigationMaterial,
} from "./investigation.ts";
import { traceShown } from "./investigation-place.ts";
import { agenticExtractionPrompt } from "./prompts/agentic-extraction.ts";
import { agenticTemplatePrompt } from "./prompts/agentic-template.ts";
import { shortenText } from "./shorten.ts";

/** What is needed to fill a template by looking. */
interface ParseByAgentRequest extends Omit<FillTemplateRequest, "question" | "answer"> {
  readonly material: InvestigationMaterial;
  readonly limits: InvestigationLimits;
  /** Why a first look was not enough; undefined: there was none. An investigator without the trace is not told. */
  readonly screeningNote?: string | undefined;
}

/** The two steps' views of one judge; their observers keep the tokens apart. */
interface ParseByAgentJudges {
  readonly investigation: InvestigatingJudge;
  readonly extraction: InvestigatingJudge;
}

/** What became of a template that an agent was to fill. */
interface AgenticParse {
  readonly investigation: Investigation;
  readonly outcome: AgenticParseOutcome;
}

/** The answer, or why there is none. */
export type AgenticParseOutcome =
  | {
      readonly ok: true;
      readonly answer: Answer;
      /** `local_json`: the judge's extraction failed, the report's own object was read in its place. */
      readonly recovery: "local_json" | null;
      /** Why the extraction failed; null: it did not. */
      readonly extractionError: string | null;
    }
  | { readonly ok: false; readonly error: unknown };

/**
 * Fills a template in two steps: an agent investigates and reports, then the judge reads the values from the report.
 * Throws where the investigation itself failed; what came after it is in the outcome, so that the trace is kept.
 */
export async function parseByAgent(
  judges: ParseByAgentJudges,
  request: ParseByAgentRequest,
): Promise<AgenticParse> {
  const { template, material, limits, groundTruth, screeningNote } = request;
  const judge = judges.investigation;
  const investigation = await investigate(judge, {
    prompt: (shown) =>
      agenticTemplatePrompt({
        material: shown,
        commands: judge.agent?.commands ?? "none",
        form: JSON.stringify(judgeSchema(template), null, 2),
        hints: request.withHints ? extractionHints(template) : {},
        groundTruth,
        // the note tells of the final message, which is part of the trace
        screeningNote: traceShown(shown) === null ? undefined : screeningNote,
      }),
    instructions: judge.prompts.agenticParsing,
    material,
    limits,
  });
  if (investigation.report === null) {
    const error = new ReplyError(`The investigation gave no report: ${investigation.unfinished}.`, "", {
      hint: "Allow it more turns or more time.",
    });
    return { investigation, outcome: { ok: false, error } };
  }
  return { investigation, outcome: await extracted(judges.extraction, request, investigation) };
}

async function extracted(
  judge: InvestigatingJudge,
  request: ParseByAgentRequest,
  investigation: Investigation,
): Promise<AgenticParseOutcome> {
  const { template, material, withHints } = request;
  const form = templateForm(request);
  const prompt = agenticExtractionPrompt({
    question: material.question,
    report: shortenText(investigation.report ?? ""),
    hints: withHints ? extractionHints(template) : {},
  });
  try {
    const answer = await askForm(judge, prompt, form, { instructions: "agenticParsing" });
    return { ok: true, answer, recovery: null, extractionError: null };
  } catch (error) {
    if (judge.signal.aborted || !ReplyError.isInstance(error)) return { ok: false, error };
    const object = closingObject(investigation);
    const read = object === undefined ? undefined : form.accept(object);
    return read?.ok
      ? { ok: true, answer: read.value, recovery: "local_json", extractionError: messageOf(error) }
      : { ok: false, error };
  }
}
