import type { RunSummary, ScenarioSummary } from "../../analysis/index.ts";
import { formatDuration, oneLine, pluralize } from "../../base/index.ts";
import {
  byScenario,
  cutShortText,
  failedWalkText,
  formatRate,
  pathTexts,
  turnsToSuccessText,
  walkOutcomeText,
  walksText,
} from "../../report/index.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, tableLines } from "./table.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { wrapText } from "./wrap-lines.ts";

/** So many walks that came to their end without success are listed with their reasons. */
const mostFailed = 20;
const mostScenarios = 20;
const indent = "  ";

const signsOf = ({ rich }: Pick<Terminal, "rich">) => ({ dash: rich ? "–" : "-", arrow: rich ? "→" : "->" });

/** Walks, a line per model: how many came to their end, with success, in how many turns; then each criterion, and what is left to say. */
export function scenarioLines(
  summary: RunSummary,
  scenarios: ScenarioSummary,
  terminal: Terminal,
): readonly string[] {
  const { overall, pairs, turns } = scenarios;
  const { dash } = signsOf(terminal);
  const names = walkTitles(summary, scenarios, terminal);
  const isCutShort = overall.completed.passed < overall.walks;
  const columns: readonly Column[] = [
    { title: "model", align: "left" },
    { title: "completed", align: "right" },
    { title: "successful", align: "right" },
    { title: "turns to\nsuccess", align: "right" },
    { title: "time/walk", align: "right" },
    ...(isCutShort ? [{ title: "not completed", align: "left" as const }] : []),
  ];
  const rows = pairs.map((pair, at) => [
    names[at] ?? "",
    `${pair.completed.passed}/${pair.walks}`,
    formatRate(pair.successful, dash),
    turnsToSuccessText(pair, dash),
    pair.executionTime.mean === null ? "" : formatDuration(pair.executionTime.mean * 1000),
    ...(isCutShort ? [cutShortText(pair)] : []),
  ]);
  const notes = [
    "Successful: completed, and no criterion is false; 95 % intervals, walks through one scenario taken together.",
    ...(overall.successful.of < overall.walks
      ? [
          `Left out there and from criteria: ${pluralize(overall.walks - overall.successful.of, "walk")} that judge, infrastructure, the scenario or the end of the run broke off.`,
        ]
      : []),
    ...(turns.unended > 0 ? [`${pluralize(turns.unended, "turn")} of walks that have not ended.`] : []),
  ];
  return [
    walksText(summary, scenarios, terminal),
    ...(pairs.length === 0 ? [] : ["", ...tableLines(columns, rows, { width: roomOn(terminal) })]),
    ...outcomeLines(scenarios, names, terminal),
    "",
    ...notes,
  ];
}

function walkTitles(summary: RunSummary, { pairs }: ScenarioSummary, terminal: Terminal): readonly string[] {
  const named = pairs.map(({ answering, parsing }) => ({
    answering: answering ?? "unknown model",
    parsing: parsing ?? "unknown judge",
  }));
  return pairTitles({ run: summary.run, pairs: named }, terminal);
}

/** A row per scenario, criterion and model, the models of a criterion under each other. */
function outcomeLines(
  { overall, pairs, scenarios }: ScenarioSummary,
  names: readonly string[],
  terminal: Terminal,
): readonly string[] {
  if (overall.outcomes.length === 0) return [];
  const several = { scenarios: scenarios.length > 1, pairs: pairs.length > 1 };
  const columns: readonly Column[] = [
    ...(several.scenarios ? [{ title: "scenario", align: "left" as const }] : []),
    { title: "criterion", align: "left" },
    ...(several.pairs ? [{ title: "model", align: "left" as const }] : []),
    { title: "walks", align: "right" },
    { title: "", align: "left" },
  ];
  const rows = byScenario(overall.outcomes).flatMap(([scenario, criteria]) =>
    criteria.flatMap(({ outcome, kind }, place) =>
      pairs
        .flatMap((pair, at) =>
          pair.outcomes
            .filter((one) => one.scenario === scenario && one.outcome === outcome && one.kind === kind)
            .map((found) => ({ found, name: names[at] ?? "" })),
        )
        .map(({ found, name }, at) => [
          ...(several.scenarios ? [at + place === 0 ? oneLine(scenario) : ""] : []),
          at === 0 ? oneLine(outcome) : "",
          ...(several.pairs ? [name] : []),
          String(found.kind === "boolean" ? found.of : found.n),
          walkOutcomeText(found, signsOf(terminal).dash),
        ]),
    ),
  );
  return ["", ...tableLines(columns, rows, { width: roomOn(terminal) })];
}

/** The ways that walks took, scenario by scenario. */
export function pathLines({ scenarios }: ScenarioSummary, terminal: Terminal): readonly string[] {
  const shown = scenarios.slice(0, mostScenarios);
  const more = scenarios.length - shown.length;
  return [
    ...shown.flatMap((scenario) => [
      oneLine(
        `${scenario.scenario}: ${scenario.successful} of ${pluralize(scenario.walks, "walk")} successful`,
      ),
      ...pathTexts(scenario, signsOf(terminal)).flatMap((text) =>
        wrapText(text, roomOn(terminal) - indent.length).map((line) => indent + line),
      ),
    ]),
    ...(more > 0 ? [`and ${pluralize(more, "more scenario")}; the table walks has all of them`] : []),
  ];
}

/** Each walk that came to its end without success, with its reasons whole. */
export function failedWalkLines(
  { run }: RunSummary,
  { overall, failed }: ScenarioSummary,
  { terminal, showCommand }: { readonly terminal: Terminal; readonly showCommand: string | undefined },
): readonly string[] {
  const shown = failed.filter(({ status }) => status === "completed").slice(0, mostFailed);
  const more = overall.completed.passed - overall.successful.passed - shown.length;
  const named = { ...signsOf(terminal), severalJudges: run.parsing.length > 1 };
  const width = roomOn(terminal);
  return [
    ...shown.flatMap((walk) => [
      ...wrapText(failedWalkText(walk, named), width).map((line) => paint(terminal, "warn", line)),
      ...walk.reasons.flatMap((reason) =>
        wrapText(oneLine(reason), width - indent.length).map((line) => indent + line),
      ),
    ]),
    ...(more > 0
      ? [`and ${more} more${showCommand === undefined ? "" : `; all of them: ${showCommand} --walks`}`]
      : []),
  ];
}
