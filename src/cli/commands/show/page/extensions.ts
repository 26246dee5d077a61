import { oneLine } from "../../../../base/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { cutToColumns } from "../../../report/columns.ts";
import { labelledLines, type PageView } from "./page-section.ts";
import { valueText } from "./value-text.ts";

const mostColumns = 400;

/** What own stages have learned, a fact after the other; JSON that is longer than a few lines is cut unless `full`. */
export function extensionLines({ extensions = {} }: VerificationResult, view: PageView): readonly string[] {
  return Object.entries(extensions).flatMap(([fact, value]) => {
    const text = valueText(value, true);
    return labelledLines(`${oneLine(fact)}: `, view.full ? text : cutToColumns(text, mostColumns), view);
  });
}
