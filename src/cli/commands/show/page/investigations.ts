import { oneLine } from "../../../../base/index.ts";
import {
  beforeEndOfTrace,
  investigationsOf,
  isAbout,
  type ShownInvestigation,
} from "../../../../report/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import { type InvestigationDepth, investigationLines } from "../../../evidence/investigation-lines.ts";
import { labelledLines, type PageView } from "./page-section.ts";
import { traitValue } from "./trait-value.ts";

/**
 * How the judge looked into what the answer left: for each trait how its investigation ended; its steps where it was
 * chosen; everything with `full`. That of the template, whose report stands beside the answer, only where there is more
 * to see.
 */
export function investigationSection(
  result: VerificationResult,
  view: PageView,
  { attribute, depth }: { readonly attribute: string | undefined; readonly depth: InvestigationDepth },
): readonly string[] {
  const terminal = { rich: view.terminal.rich, columns: view.terminal.columns - 2 };
  return investigationsOf(result)
    .filter((one) => isAbout(one, attribute) && !(depth === "end" && isReported(one, result)))
    .flatMap((one, at) => [
      ...(at > 0 ? [""] : []),
      ...labelledLines("", titleOf(one, result, view.full), view),
      ...investigationLines(shownOf(one, result, depth), depth, terminal).map((line) => `  ${line}`),
    ]);
}

/** True: how it ended stands on the page already, as what the judge found. */
function isReported({ kind }: ShownInvestigation, { template }: VerificationResult): boolean {
  return kind === "template" && template?.agenticParsingPerformed === true;
}

/** Steps without the report that stands on the page already. */
function shownOf(one: ShownInvestigation, result: VerificationResult, depth: InvestigationDepth): string {
  return depth === "steps" && isReported(one, result) ? beforeEndOfTrace(one.trace) : one.trace;
}

function titleOf({ kind, names }: ShownInvestigation, { rubric }: VerificationResult, full: boolean): string {
  if (kind === "template") return ["template", names.map(oneLine).join(", ")].filter(Boolean).join(": ");
  return names
    .map((name) => {
      const value = traitValue(name, rubric, full);
      return `${oneLine(name)} (trait)${value === "" ? "" : `: ${value}`}`;
    })
    .join(", ");
}
