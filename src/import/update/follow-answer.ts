import type { Question } from "../../benchmark/index.ts";
import type { AnswerTemplate } from "../../template/index.ts";

/**
 * The template with another ground truth, where all it compares with is the reference answer itself: one field whose ground truth is that, as
 * text or number. Undefined for any other template, which has to be looked at when the answer changes.
 */
export function followAnswer({ template, rawAnswer }: Question, answer: string): AnswerTemplate | undefined {
  if (template?.kind !== "native") return undefined;
  const { fields } = template.template;
  const [field, ...others] = fields;
  const verification = field?.verification;
  if (field === undefined || verification === undefined || others.length > 0) return undefined;
  const { groundTruth } = verification;
  if (String(groundTruth) !== rawAnswer) return undefined;
  const truth = typeof groundTruth === "number" ? Number(answer) : answer;
  if (typeof groundTruth !== typeof truth || String(truth) !== answer) return undefined;
  return {
    ...template.template,
    fields: [{ ...field, verification: { ...verification, groundTruth: truth } }],
  };
}
