import type {
  ChangedQuestion,
  Comparison,
  FailureReason,
  PairComparison,
  PairNumbers,
  RunSummary,
} from "../../analysis/index.ts";
import {
  formatCount,
  formatDuration,
  formatTotalCost,
  oneLine,
  percentText,
  pluralize,
  pointsText,
} from "../../base/index.ts";
import {
  failedOutcomes,
  Outcome,
  sumOutcomes,
  unfinishedText,
  unpassedOutcomes,
} from "../../result/index.ts";
import { questionTitle, type RunReport } from "../run-report.ts";
import { agentText } from "../text/agent-text.ts";
import { cautionTexts } from "../text/caution-texts.ts";
import { differenceText, pCell, rangeText } from "../text/difference-text.ts";
import { gateText } from "../text/gate-text.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { pairNames } from "../text/pair-names.ts";
import { formatRate } from "../text/rate-text.ts";
import { sharedAnswersText } from "../text/shared-answers-text.ts";
import { changedText, furtherFailures, sideText, whoseText } from "../text/side-text.ts";
import { traitValuesText } from "../text/trait-values-text.ts";
import { wrongText } from "../text/wrong-text.ts";
import { markdownText } from "./markdown-text.ts";

const signs = { rich: true };
const mostTraits = 40;
const longestText = 1000;
/** Of models, runs, sides and traits, which stand many times. */
const longestName = 100;
const cutTo = (longest: number) => (text: string) =>
  markdownText(text.length <= longest ? text : `${text.slice(0, longest)}…`);
const shown = cutTo(longestText);
const named = cutTo(longestName);

/**
 * A run as short Markdown for a pull request: a line per model, gates, the comparison with a baseline with broken and mended
 * questions folded, else the wrong answers folded. Lists have at most `limit` entries. Ends with a line end.
 *
 * @example
 * const markdown = renderMarkdown({ name: "Drug targets", summary, comparison: undefined, gates: [], read, placeOf });
 */
export function renderMarkdown(report: RunReport, limit = 20): string {
  const { summary, comparison, gates } = report;
  const { passed, of } = summary.overall.passRate;
  const rate = of === 0 ? pluralize(summary.overall.results, "result") : `${passed} of ${of} passed`;
  const without = failedOutcomes.flatMap((outcome) => {
    const count = summary.overall.outcomes[outcome];
    return count === 0 ? [] : [`, ${count} ${outcomeWords(outcome)}`];
  });
  const unfinished = unfinishedText({ finished: summary.overall.results, tasks: summary.run.tasks });
  const parts = [
    `## ${named(report.name)}: ${rate}${without.join("")}`,
    unfinished === null ? "" : `**${unfinished}**`,
    modelTable(report),
    traitTable(summary),
    gateList(gates),
    ...(comparison?.pairs ?? []).flatMap((pair) => comparisonParts(pair, { comparison, report, limit })),
    ...(comparison === undefined ? [wrongList(report, limit)] : []),
    failedList(report, limit),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map((_, at) => (at === 0 ? "---" : "---:"))),
    ...rows.map((row) => line(row)),
  ].join("\n");
}

interface ModelColumn {
  readonly title: string;
  readonly cell: (numbers: PairNumbers) => string;
}

function modelTable({ summary }: RunReport): string {
  const { overall, pairs } = summary;
  const outcomes = Outcome.options.filter((outcome) => outcome !== "pass" && overall.outcomes[outcome] > 0);
  const columns: readonly ModelColumn[] = [
    ...(overall.passRate.of === 0
      ? [{ title: "results", cell: ({ results }: PairNumbers) => String(results) }]
      : [
          {
            title: "pass rate",
            cell: ({ passRate }: PairNumbers) => markdownText(formatRate(passRate, "–")),
          },
        ]),
    ...outcomes.map((outcome) => ({
      title: outcomeWords(outcome),
      cell: (numbers: PairNumbers) => String(numbers.outcomes[outcome]),
    })),
    ...(overall.costUsd === null
      ? []
      : [
          {
            title: "cost",
            cell: ({ costUsd, costKnown, results }: PairNumbers) =>
              costUsd === null ? "" : markdownText(formatTotalCost(costUsd, costKnown < results, signs)),
          },
        ]),
    {
      title: "time/task",
      cell: ({ executionTime: { mean } }) => (mean === null ? "" : formatDuration(mean * 1000)),
    },
  ];
  const names = pairNames(summary);
  const ofAgents = pairs.flatMap(({ agents }, at) => {
    const text = agentText(agents);
    return text === undefined ? [] : [`- ${named(names[at] ?? "")}: ${markdownText(text)}`];
  });
  const models = table(
    ["model", ...columns.map(({ title }) => title)],
    pairs.map((pair, at) => [named(names[at] ?? ""), ...columns.map(({ cell }) => cell(pair))]),
  );
  const notes = [...ofAgents, ...sharedAnswersText(pairs).map((text) => `- ${text}`)];
  return notes.length === 0 ? models : [models, "", ...notes].join("\n");
}

/** A row for each trait and model, and for each field of a template trait; empty without traits. */
function traitTable(summary: RunSummary): string {
  const { overall, pairs } = summary;
  const names = pairNames(summary);
  const severalPairs = pairs.length > 1;
  const lacking = overall.traits.some(({ failed }) => failed > 0);
  const more = overall.traits.length - mostTraits;
  const rows = overall.traits
    .slice(0, mostTraits)
    .flatMap(({ trait: name, higherIsBetter }) =>
      pairs.flatMap((pair, at) =>
        pair.traits
          .filter(({ trait }) => trait === name)
          .flatMap(({ values, failed, n }) =>
            (values.length === 0 ? [null] : values).map((one) => [
              named(one?.field ? `${name}.${one.field}` : name) +
                (higherIsBetter === false ? " (lower is better)" : ""),
              ...(severalPairs ? [named(names[at] ?? "")] : []),
              String(one?.n ?? n),
              ...(lacking ? [String(failed)] : []),
              one === null ? "" : markdownText(traitValuesText(one, { dash: "–", label: oneLine })),
            ]),
          ),
      ),
    );
  if (rows.length === 0) return "";
  const head = ["trait", ...(severalPairs ? ["model"] : []), "n", ...(lacking ? ["no value"] : []), "values"];
  return [table(head, rows), ...(more > 0 ? ["", `and ${pluralize(more, "more trait")}`] : [])].join("\n");
}

function gateList(gates: RunReport["gates"]): string {
  if (gates.length === 0) return "";
  const missed = gates.filter(({ met }) => !met).length;
  const head =
    missed === 0 ? "**All gates are met**" : `**${missed} of ${pluralize(gates.length, "gate")} not met**`;
  return [
    head,
    "",
    ...gates.map((verdict) => `- ${verdict.met ? "✅" : "❌"} ${shown(gateText(verdict))}`),
  ].join("\n");
}

interface ComparedRun {
  readonly comparison: Comparison | undefined;
  readonly report: RunReport;
  readonly limit: number;
}

function comparisonParts(pair: PairComparison, compared: ComparedRun): readonly string[] {
  const { passes, matched, unmatchedA, unmatchedB } = pair;
  const others = furtherFailures(pair);
  const [a, b] = [named(pair.a), named(pair.b)];
  const lonely =
    unmatchedA + unmatchedB === 0
      ? ""
      : `; ${unmatchedA} only in ${a} and ${unmatchedB} only in ${b} left out`;
  return [
    `### ${b} against ${a}`,
    table(["", "n", a, b, "difference", "p"], comparedRows(pair)),
    ...(passes.test === null
      ? []
      : [markdownText(`Pass rate ${differenceText(passes, signs, compared.comparison)}`)]),
    `${pluralize(matched, "result")} matched by question and replicate${lonely}.`,
    ...cautionTexts(pair, pair).map(shown),
    changedList(`${changedText(pair.broken)} broken`, pair.broken, compared),
    changedList(`${changedText(pair.mended)} mended`, pair.mended, compared),
    changedList(`${changedText(others)} failed or new, and not passed`, others, compared),
  ];
}

function comparedRows({
  passes,
  traits,
  classes,
  measures,
  outcomesA,
  outcomesB,
  matched,
}: PairComparison): readonly string[][] {
  const rate = (share: number | null) => (share === null ? "" : `${percentText(share, 1)} %`);
  const verdicts = [
    ...(passes.pairs === 0 ? [] : [{ ...passes, name: "pass rate" }]),
    ...traits,
    ...classes.map(({ trait, label, ...share }) => ({ ...share, name: `${trait}: ${label}`, test: null })),
  ];
  const numbers = measures.filter(({ test }) => test !== null);
  return [
    ...verdicts.map(({ name, pairs, rateA, rateB, difference, interval, test }) => [
      named(name),
      String(pairs),
      rate(rateA),
      rate(rateB),
      difference === null
        ? ""
        : markdownText(
            `${pointsText(difference, signs)}${interval === null ? "" : ` ${rangeText(interval, pointsText, signs)}`}`,
          ),
      test === null ? "" : markdownText(pCell(test.adjustedP)),
    ]),
    ...Outcome.options
      .filter((outcome) => outcome !== "pass" && outcomesA[outcome] + outcomesB[outcome] > 0)
      .map((outcome) => [
        outcomeWords(outcome),
        String(matched),
        String(outcomesA[outcome]),
        String(outcomesB[outcome]),
        "",
        "",
      ]),
    ...numbers.map(({ kind, name, pairs, meanA, meanB, difference, test }) => [
      kind === "score" ? "credit" : named(name),
      String(pairs),
      meanA.toFixed(2),
      meanB.toFixed(2),
      difference.toFixed(2).replace(/^-(?=[0.]*$)/, ""),
      test === null ? "" : markdownText(pCell(test.adjustedP)),
    ]),
  ];
}

function changedList(
  title: string,
  questions: readonly ChangedQuestion[],
  { comparison, report, limit }: ComparedRun,
): string {
  const [a = "", b = ""] = comparison?.sides ?? [];
  return folded(
    title,
    questions.map((question) =>
      [
        `**${shown(questionTitle(question, report))}**${whoseText(question) === "" ? "" : ` ${shown(whoseText(question))}`}`,
        ...(question.expected === null ? [] : [`expected ${shown(question.expected)}`]),
        `${named(a)}: ${shown(sideText(question.a))}`,
        `${named(b)}: ${shown(sideText(question.b))}`,
      ].join("<br>"),
    ),
    limit,
  );
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
  return folded(`${count} wrong or unanswered`, lines, limit, count);
}

function failedList({ summary }: RunReport, limit: number): string {
  const count = sumOutcomes(summary.overall.outcomes, failedOutcomes);
  const reasons = summary.failures
    .flatMap((category) => category.reasons)
    .filter(({ outcome }) => failedOutcomes.includes(outcome));
  const line = ({ count: often, outcome, reason, stage }: FailureReason) =>
    shown(`${formatCount(often)} ${outcomeWords(outcome)} in ${stage}: ${reason}`);
  return folded(`${count} without a verdict`, reasons.map(line), limit);
}

/** A list behind a line; empty without entries. */
function folded(title: string, lines: readonly string[], limit: number, count = lines.length): string {
  if (lines.length === 0 || count === 0) return "";
  const listed = lines.slice(0, limit);
  const more = count - listed.length;
  return [
    `<details><summary>${title}</summary>`,
    "",
    ...listed.map((line) => `- ${line}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    "",
    "</details>",
  ].join("\n");
}
