import { oneLine } from "../../../../base/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { answerLines } from "../../../evidence/answer-lines.ts";
import { labelledLines, type PageView } from "./page-section.ts";

/** What was looked up for the answer, in its order: where each passage comes from, then its text, cut unless `full`. */
export function retrievedLines({ template }: VerificationResult, view: PageView): readonly string[] {
  const contexts = template?.retrievedContexts;
  if (contexts === undefined || contexts === null) return [];
  if (contexts.length === 0) return ["nothing was found"];
  return contexts.flatMap(({ text, source, id, score }, at) => {
    const about = [
      ...(source === null ? [] : [oneLine(source)]),
      ...(id === null ? [] : [`id ${oneLine(id)}`]),
      ...(score === null ? [] : [`score ${Math.round(score * 1000) / 1000}`]),
    ].join(", ");
    return [
      ...labelledLines(`${at + 1}  `, about, view).map((line) => line.trimEnd()),
      ...answerLines({ text, marks: [] }, view.terminal, view.full),
    ];
  });
}
