import type { VerificationResult } from "../../../../result/index.ts";
import { answerLines } from "../../../evidence/answer-lines.ts";
import type { PageView } from "./page-section.ts";

/** What was written beside the answer, cut unless `full`. */
export function logLines({ template }: VerificationResult, { terminal, full }: PageView): readonly string[] {
  const text = template?.answeringLog ?? "";
  return text.trim() === "" ? [] : answerLines({ text, marks: [] }, terminal, full);
}
