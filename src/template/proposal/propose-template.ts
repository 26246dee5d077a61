import type { AnswerTemplate } from "../answer-template.ts";
import { templateDoubts, templateProblems } from "../validate-template.ts";
import { proposals } from "./proposals.ts";
import type { ProposalRequest, TemplateProposal } from "./template-proposal.ts";

/**
 * Proposes a template for a question by its expected answer alone: yes or no, a date, a year, a number with its unit, a list,
 * an identifier, a term with its synonyms, else statements that an answer has to make. No model is asked; the proposal is a draft for a person to look at.
 * Undefined for an answer without letters and digits.
 *
 * @example
 * proposeTemplate({ question: "How long is the haploid human genome?", answer: "3.1 billion base pairs", notes: "3.0 to 3.2 billion is right" })?.reason
 * // 'A number, "base pairs" its unit: right from 3000000000 to 3200000000, as the notes say.'
 */
export function proposeTemplate(request: ProposalRequest): TemplateProposal | undefined {
  const answer = request.answer.normalize("NFC").trim();
  if (!/[\p{L}\p{N}]/u.test(answer)) return undefined;
  for (const propose of proposals) {
    const found = propose({ ...request, answer, notes: request.notes?.trim() ?? "" });
    if (found !== undefined && isSound(found.template)) return found;
  }
  return undefined;
}

/** Its ground truths pass their own checks, and nothing about it is odd. */
const isSound = (template: AnswerTemplate): boolean =>
  templateProblems(template).length === 0 && templateDoubts(template).length === 0;
