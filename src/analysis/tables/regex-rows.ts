import * as z from "zod";
import { ownEntry } from "../../base/index.ts";
import { cellText, keysOf } from "./cell-text.ts";
import { flagOrNull, integerOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** A pattern of a result's template. */
export const RegexRow = z.object({
  ...contextColumns,
  patternName: text("the pattern's name in the template"),
  patternRegex: textOrNull("the pattern"),
  expected: textOrNull("what it was to find: texts as they are, all else as JSON"),
  matchType: textOrNull("how that is compared with what it found"),
  matched: flagOrNull("whether it passed"),
  matchCount: integerOrNull("how often it matched"),
  extractedValue: textOrNull("what it found: texts as they are, all else as JSON"),
  reason: textOrNull("why it passed or not, or why it could not be run"),
});
export type RegexRow = z.infer<typeof RegexRow>;

/** The patterns of templates. */
export const regexTable = defineTable({
  name: "regex_checks",
  about: "one row per result and pattern of its template",
  schema: RegexRow,
  *rowsOf(result) {
    const { regexValidationResults, regexValidationDetails, regexExtractionResults } = result.template ?? {};
    const context = contextOf(result);
    const names = keysOf(regexValidationResults, regexValidationDetails, regexExtractionResults);
    for (const patternName of names) {
      const detail = ownEntry(regexValidationDetails, patternName);
      yield {
        ...context,
        patternName,
        patternRegex: detail?.pattern ?? null,
        expected: cellText(detail?.expected),
        matchType: detail?.matchType ?? null,
        matched: ownEntry(regexValidationResults, patternName) ?? null,
        matchCount: detail?.matchCount ?? null,
        extractedValue: cellText(ownEntry(regexExtractionResults, patternName)),
        reason: detail?.successReason ?? detail?.failureReason ?? detail?.error ?? null,
      };
    }
  },
});
