import { oneLine } from "../../../../base/index.ts";
import {
  answeringModel,
  outcomeOf,
  parsingModel,
  type VerificationResult,
} from "../../../../result/index.ts";
import { outcomeMark } from "../../../report/outcome-mark.ts";
import { paint } from "../../../report/terminal.ts";
import { labelledLines, type PageView } from "./page-section.ts";

/** Which question, models and replicate, and what the result counts as and why. */
export function headingLines(result: VerificationResult, view: PageView): readonly string[] {
  const { metadata } = result;
  const labelLines = (label: string, text: string) => labelledLines(`${label.padEnd(10)}`, text, view);
  const { scenarioId, scenarioNode, scenarioTurn } = metadata;
  return [
    paint(view.terminal, "strong", oneLine(metadata.questionId)),
    ...labelLines("Question", metadata.questionText),
    ...(metadata.rawAnswer ? labelLines("Reference", metadata.rawAnswer) : []),
    ...labelLines("Model", answeringModel(metadata)),
    ...(metadata.promptId === undefined ? [] : labelLines("Prompt", metadata.promptId)),
    ...labelLines("Judge", parsingModel(metadata)),
    ...(metadata.replicate === null ? [] : labelLines("Replicate", String(metadata.replicate))),
    ...(scenarioId === null
      ? []
      : labelLines("Scenario", `${scenarioId}, ${scenarioNode ?? "?"}, turn ${scenarioTurn ?? "?"}`)),
    `${"Verdict".padEnd(10)}${outcomeMark(outcomeOf(result), view.terminal)}${creditText(result)}`,
    ...reasonLines(result, view).map((line) => `${" ".repeat(10)}${line}`),
  ];
}

function creditText({ template }: VerificationResult): string {
  const credit = template?.verifyGranularResult;
  return typeof credit === "number" ? `, score ${credit.toFixed(2)}` : "";
}

/** Why it is no pass: what failed, in which stage, in whose words. */
function reasonLines({ metadata }: VerificationResult, view: PageView): readonly string[] {
  const { failure, error } = metadata;
  const narrow = { ...view, terminal: { ...view.terminal, columns: view.terminal.columns - 10 } };
  const reason = failure === null ? null : `${failure.category} in ${failure.stage}: ${failure.reason}`;
  return [
    ...(reason === null ? [] : labelledLines("", reason, narrow)),
    ...(error === null || error === failure?.reason ? [] : labelledLines("error: ", error, narrow)),
  ];
}
