import { formatShare } from "../../base/index.ts";
import { markdownText } from "../../report/index.ts";
import {
  namedSteps,
  type QuestionLine,
  questionLines,
  renderSummary,
  type ShownEvaluation,
  traitsText,
} from "./render-text.ts";
import type { StepEval } from "./step-eval.ts";

/** See `TaskEvalResult.exportMarkdown`. */
export function renderTaskMarkdown(result: ShownEvaluation): string {
  const { taskId, timestamp } = result;
  return [
    `# TaskEval${taskId === null ? "" : ` ${markdownText(taskId)}`}`,
    `${renderSummary(result)}, ${timestamp}`,
    ...namedSteps(result).flatMap(([name, step]) => stepBlocks(name, step)),
    "",
  ].join("\n\n");
}

function stepBlocks(name: string, step: StepEval): readonly string[] {
  const rows = questionLines(step).map((line) => `| ${cells(line).join(" | ")} |`);
  return [
    `## ${markdownText(name)}`,
    `Status: ${statusOf(step)}`,
    ["| question | result | traits | |", "| --- | --- | --- | --- |", ...rows].join("\n"),
  ];
}

const cells = ({ id, state, results, reason }: QuestionLine): readonly string[] => [
  markdownText(id),
  state,
  markdownText(results.map(traitsText).filter(Boolean).join("; ")),
  markdownText(reason ?? ""),
];

/** A question that was not judged is no success: all passed only where all were judged. */
function statusOf(step: StepEval): string {
  const { successRate } = step.getSummaryStats();
  if (successRate === null) return "❓ No Data";
  const rate = `(${formatShare(successRate / 100)})`;
  if (successRate === 100 && Object.keys(step.failedQuestions).length === 0) return `✅ All Passed ${rate}`;
  if (successRate >= 80) return `⚠️ Mostly Passed ${rate}`;
  return successRate > 0 ? `❌ Some Failed ${rate}` : `❌ All Failed ${rate}`;
}
