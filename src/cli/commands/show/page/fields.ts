import { oneLine, ownEntry } from "../../../../base/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { type Column, tableLines } from "../../../report/table.ts";
import { paint } from "../../../report/terminal.ts";
import { labelledLines, type PageView } from "./page-section.ts";
import { valueText } from "./value-text.ts";

const columns: readonly Column[] = [
  { title: "field", align: "left" },
  { title: "expected", align: "left" },
  { title: "extracted", align: "left" },
  { title: "check", align: "left" },
  { title: "score", align: "right" },
];

type Template = NonNullable<VerificationResult["template"]>;

/**
 * Each field of the template: what was expected, what the judge read from the answer, whether that passed.
 *
 * @param only this field alone, and not how fields were composed
 */
export function fieldLines(
  { template }: VerificationResult,
  view: PageView,
  only?: string,
): readonly string[] {
  if (template === null) return [];
  const { parsedGtResponse, parsedLlmResponse, fieldResults, fieldScores } = template;
  const names = new Set(
    [parsedGtResponse, parsedLlmResponse, fieldResults].flatMap((fields) => Object.keys(fields ?? {})),
  );
  const wanted = [...names].filter((name) => only === undefined || name === only);
  const rows = wanted.map((name) => {
    const expected = ownEntry(parsedGtResponse, name);
    const score = ownEntry(fieldScores, name);
    return [
      oneLine(name),
      expected === undefined ? "" : valueText(expected, view.full),
      extractedText(parsedLlmResponse, name, view.full),
      checkText(ownEntry(fieldResults, name), view),
      typeof score === "number" ? score.toFixed(2) : "",
    ];
  });
  const table = rows.length > 0 ? tableWithoutEmpty(rows, view.terminal.columns) : [];
  if (only !== undefined) return table;
  return [
    ...table,
    ...(template.compositionStrategy === null
      ? []
      : labelledLines("composed by ", template.compositionStrategy, view)),
    ...(template.fieldVerificationError === null
      ? []
      : labelledLines("error: ", template.fieldVerificationError, view)),
    ...patternLines(template, view),
  ];
}

function tableWithoutEmpty(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const isUsed = (_: unknown, at: number) => rows.some((row) => row[at] !== "");
  return tableLines(
    columns.filter(isUsed),
    rows.map((row) => row.filter(isUsed)),
    { width },
  );
}

/** A judge fills in every field but those that are checked against the trace. */
function extractedText(extracted: Template["parsedLlmResponse"], name: string, full: boolean): string {
  if (extracted === null) return "";
  return Object.hasOwn(extracted, name) ? valueText(extracted[name], full) : "seen in the trace";
}

function checkText(passed: boolean | null | undefined, { terminal }: PageView): string {
  if (passed === undefined) return "";
  if (passed === null) return paint(terminal, "warn", "no value");
  return passed ? paint(terminal, "good", "pass") : paint(terminal, "bad", "fail");
}

function patternLines(template: Template, view: PageView): readonly string[] {
  return Object.entries(template.regexValidationResults ?? {}).flatMap(([name, passed]) => {
    const detail = ownEntry(template.regexValidationDetails, name);
    const facts = [
      ...(detail?.pattern === undefined ? [] : [`/${detail.pattern}/`]),
      ...(detail?.matchesFound === undefined
        ? []
        : [`found ${valueText([...detail.matchesFound], view.full)}`]),
      ...(detail?.error === undefined ? [] : [detail.error]),
    ];
    const label = `pattern ${oneLine(name)}: ${passed ? "pass" : "fail"}`;
    return labelledLines("", [label, ...facts].join(", "), view);
  });
}
