import type { FailureReason } from "../../analysis/index.ts";
import { formatCount, pluralize } from "../../base/index.ts";
import { failedOutcomes, lackingText, sumOutcomes, unpassedOutcomes } from "../../result/index.ts";
import { questionTitle, type RunReport } from "../run-report.ts";
import { gateText } from "../text/gate-text.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { wrongText } from "../text/wrong-text.ts";
import { comparisonParts } from "./comparison-parts.ts";
import { foldedList, list, named, shown } from "./markdown-blocks.ts";
import { modelParts } from "./model-parts.ts";
import { walkParts } from "./walk-parts.ts";

/**
 * A run as short Markdown for a pull request: what was run, a line per model, how models differ, gates, and the comparison with a
 * baseline; folded what replicates say, traits, broken and mended questions or else the wrong answers, and why there is no verdict.
 * Lists have at most `limit` entries. Ends with a line end.
 *
 * @example
 * const report = { name: "Drug targets", summary, comparison: undefined, gates: [], judges: [], read, placeOf };
 * const markdown = renderMarkdown(report);
 */
export function renderMarkdown(report: RunReport, limit = 20): string {
  const { summary, comparison, gates } = report;
  const { passed, of } = summary.overall.passRate;
  const rate = of === 0 ? withoutRate(summary) : `${passed} of ${of} passed`;
  const without = failedOutcomes.flatMap((outcome) => {
    const count = summary.overall.outcomes[outcome];
    return count === 0 ? [] : [`, ${count} ${outcomeWords(outcome)}`];
  });
  const unfinished = lackingText(summary.run);
  const parts = [
    `## ${named(report.name)}: ${rate}${without.join("")}`,
    unfinished === null ? "" : `**${firstUpper(unfinished)}**`,
    ...modelParts(report),
    ...walkParts(report, limit),
    gateList(gates),
    ...(comparison === undefined
      ? [wrongList(report, limit)]
      : comparisonParts({ comparison, report, limit })),
    failedList(report, limit),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function withoutRate({ overall, scenarios }: RunReport["summary"]): string {
  if (overall.results > 0 || scenarios === null) return pluralize(overall.results, "result");
  const { passed, of } = scenarios.overall.successful;
  return `${passed} of ${pluralize(of, "walk")} successful`;
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function gateList(gates: RunReport["gates"]): string {
  if (gates.length === 0) return "";
  const missed = gates.filter(({ met }) => !met).length;
  const head =
    missed === 0 ? "**All gates are met**" : `**${missed} of ${pluralize(gates.length, "gate")} not met**`;
  return `${head}\n\n${list(gates.map((verdict) => `${verdict.met ? "✅" : "❌"} ${shown(gateText(verdict))}`))}`;
}

function wrongList(report: RunReport, limit: number): string {
  const { failures, overall } = report.summary;
  const count = sumOutcomes(overall.outcomes, unpassedOutcomes);
  const items = failures
    .flatMap((category) => category.items)
    .filter(({ outcome }) => unpassedOutcomes.includes(outcome));
  const lines = items.map(
    ({ model, outcome, fields, reason, ...question }) =>
      `**${shown(questionTitle(question, report))}**<br>${named(model)}: ${shown(`${outcomeWords(outcome)}: ${wrongText(fields, reason)}`)}`,
  );
  return foldedList(`${count} wrong or unanswered`, lines, { limit, count });
}

function failedList({ summary }: RunReport, limit: number): string {
  const { turns } = summary.scenarios ?? {};
  const count =
    sumOutcomes(summary.overall.outcomes, failedOutcomes) +
    (turns === undefined ? 0 : sumOutcomes(turns.overall.outcomes, failedOutcomes));
  const reasons = [...summary.failures, ...(turns?.failures ?? [])]
    .flatMap((category) => category.reasons)
    .filter(({ outcome }) => failedOutcomes.includes(outcome));
  const line = ({ count: often, outcome, reason, stage }: FailureReason) =>
    shown(`${formatCount(often)} ${outcomeWords(outcome)} in ${stage}: ${reason}`);
  return foldedList(`${count} without a verdict`, reasons.map(line), { limit });
}
