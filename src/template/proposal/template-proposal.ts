import type { AnswerTemplate } from "../answer-template.ts";

/** What a template is proposed for. */
export interface ProposalRequest {
  readonly question: string;
  /** The expected answer. */
  readonly answer: string;
  /** What whoever wrote it added, such as other spellings or a range. */
  readonly notes?: string | null | undefined;
}

/** What an expected answer looks like, as far as it decides about its check. */
export type AnswerForm =
  | "yes or no"
  | "date"
  | "year"
  | "number"
  | "list"
  | "identifier"
  | "term"
  | "statements";

/** A template for a question, and why this one. */
export interface TemplateProposal {
  readonly form: AnswerForm;
  readonly template: AnswerTemplate;
  /** A sentence on what the answer is taken for, and how it will be compared. */
  readonly reason: string;
  /** A sentence on right answers that it will call wrong, or wrong ones that it will call right. */
  readonly caution: string;
}
