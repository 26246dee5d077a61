import { formatShare, oneLine, pluralize } from "../../base/index.ts";
import { getAllTraitScores, type VerificationResult } from "../../result/index.ts";
import type { StepEval } from "./step-eval.ts";
import { type SummaryStats, tracePasses } from "./summary-stats.ts";

/** What is shown of an evaluation; a `TaskEvalResult` has it. */
export interface ShownEvaluation {
  readonly taskId: string | null;
  readonly timestamp: string;
  readonly globalEval: StepEval | null;
  readonly perStep: { readonly [stepId: string]: StepEval };
  getSummaryStats(): SummaryStats;
}

/** The parts of an evaluation, each with what a reader calls it. */
export function namedSteps({
  globalEval,
  perStep,
}: Pick<ShownEvaluation, "globalEval" | "perStep">): readonly (readonly [name: string, step: StepEval])[] {
  return [
    ...(globalEval === null ? [] : [["Global evaluation", globalEval] as const]),
    ...Object.entries(perStep).map(([id, step]) => [`Step ${id}`, step] as const),
  ];
}

/** A question of a step: what became of it, and why where that is to be said. */
export interface QuestionLine {
  readonly id: string;
  readonly state: "passed" | "failed" | "no result";
  readonly results: readonly VerificationResult[];
  /** Null: nothing is to be said. */
  readonly reason: string | null;
}

/** The questions of a step, those that were not judged last. */
export function questionLines(step: StepEval): readonly QuestionLine[] {
  const { verificationResults, failedQuestions } = step;
  const ids = new Set([...Object.keys(verificationResults), ...Object.keys(failedQuestions)]);
  return [...ids].map((id) => {
    const results = Object.hasOwn(verificationResults, id) ? (verificationResults[id] ?? []) : [];
    const passes = tracePasses(results, step.lowerIsBetter);
    const reason = Object.hasOwn(failedQuestions, id) ? failedQuestions[id] : undefined;
    return {
      ...{ id, results, reason: reason ?? null },
      state: passes === undefined ? "no result" : passes ? "passed" : "failed",
    };
  });
}

/** The values of a result's traits, such as `polite: true, tone: 4`; empty without any. */
export function traitsText({ rubric }: VerificationResult): string {
  const scores = rubric === null ? {} : getAllTraitScores(rubric);
  return Object.entries(scores)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

/** See `TaskEvalResult.summary`. */
export function renderSummary(result: ShownEvaluation): string {
  const stats = result.getSummaryStats();
  const missing = namedSteps(result).reduce(
    (sum, [, { failedQuestions }]) => sum + Object.keys(failedQuestions).length,
    0,
  );
  const parts = [...partsOf(stats), ...(missing > 0 ? [`${pluralize(missing, "question")} not judged`] : [])];
  return parts.length === 0 ? "No evaluations performed" : parts.join(" | ");
}

function partsOf(stats: SummaryStats): readonly string[] {
  const { templateVerificationTotal, templateVerificationPassed, rubricTraitsTotal, rubricTraitsPassed } =
    stats;
  return [
    ...(templateVerificationTotal > 0
      ? [`${templateVerificationPassed}/${templateVerificationTotal} template verifications passed`]
      : []),
    ...(rubricTraitsTotal > 0 ? [`${rubricTraitsPassed}/${rubricTraitsTotal} rubric traits passed`] : []),
  ];
}

/** See `TaskEvalResult.summaryCompact`. */
export function renderCompact(result: ShownEvaluation): string {
  const { successRate } = result.getSummaryStats();
  const rate = successRate === null ? "nothing to pass" : `${formatShare(successRate / 100)} success`;
  return `TaskEval [${oneLine(result.taskId ?? "unnamed")}]: ${renderSummary(result)} (${rate})`;
}

const width = 80;
const rule = "═".repeat(width);
const thinRule = "─".repeat(width);
const signs = { passed: "✓ PASSED", failed: "✗ FAILED", "no result": "⚠ NO RESULT" } as const;

/** See `TaskEvalResult.display`. */
export function renderDisplay(result: ShownEvaluation): string {
  const name = result.taskId === null ? "TaskEval" : `TaskEval ${oneLine(result.taskId)}`;
  return [
    ...[rule, cut(name), cut(result.timestamp), rule],
    ...namedSteps(result).flatMap(([title, step]) => [
      ...[cut(oneLine(title)), thinRule],
      ...questionLines(step).flatMap(displayedQuestion),
      "",
    ]),
    ...[...wrapped(renderSummary(result), ""), rule],
  ].join("\n");
}

function displayedQuestion({ id, state, results, reason }: QuestionLine): readonly string[] {
  return [
    cut(`${signs[state]}  ${oneLine(id)}`),
    ...(reason === null ? [] : wrapped(reason, "    ")),
    ...results.flatMap((one) => {
      const traits = traitsText(one);
      const number = one.metadata.replicate === null ? "" : `${one.metadata.replicate}  `;
      return traits === "" ? [] : wrapped(`${number}${traits}`, "    ");
    }),
  ];
}

const cut = (line: string): string => (line.length > width ? `${line.slice(0, width - 1)}…` : line);

/** A text in lines of 80 columns, broken between words where there are any. */
function wrapped(text: string, indent: string): readonly string[] {
  const room = width - indent.length;
  const lines: string[] = [];
  let left = oneLine(text);
  while (left.length > room) {
    const space = left.lastIndexOf(" ", room);
    const end = space > 0 ? space : room;
    lines.push(indent + left.slice(0, end));
    left = left.slice(end).trimStart();
  }
  return [...lines, indent + left];
}
