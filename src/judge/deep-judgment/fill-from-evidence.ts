import { type Answer, extractionHints } from "../../template/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";
import { type FillTemplateRequest, templateForm } from "../template/fill-template.ts";
import type { EvidenceItem } from "./evidence-item.ts";
import type { AttributeEvidence } from "./judge-attributes.ts";
import { evidenceValuesPrompt } from "./prompts/evidence-values.ts";

/**
 * Asks the judge to fill the template from the evidence. The answer itself is shown only where there is nothing else to
 * go by for some attribute: a step that failed must not read as an answer that says nothing. Throws `ReplyError` or
 * `TransportError`.
 */
export function fillFromEvidence(
  judge: Judge,
  request: FillTemplateRequest,
  attributes: readonly EvidenceItem[],
  { excerpts, risks, reasoning }: Pick<AttributeEvidence, "excerpts" | "risks" | "reasoning">,
): Promise<Answer> {
  const { template, question, answer, source, withHints, groundTruth } = request;
  const lacksEvidence = attributes.some(
    ({ name }) => !reasoning.has(name) && (excerpts?.get(name) ?? []).length === 0,
  );
  const prompt = evidenceValuesPrompt({
    items: attributes,
    question,
    source,
    answer: lacksEvidence ? answer : null,
    excerpts,
    risks,
    reasoning,
    hints: withHints ? extractionHints(template) : {},
    groundTruth,
  });
  return askForm(judge, prompt, templateForm(request), { instructions: "parsing" });
}
