import {
  type FailedWalk,
  type RunSummary,
  type ScenarioNumbers,
  type ScenarioSummary,
  scenarioCost,
  type WalkNumbers,
  type WalkOutcomeNumbers,
} from "../../analysis/index.ts";
import { formatTotalCost, oneLine, pluralize } from "../../base/index.ts";
import { modelsText } from "./run-text.ts";
import { shortNumber, traitValuesText } from "./trait-values-text.ts";

/** What was walked, in a line: walks, scenarios, models, replicates, judges and what it has cost in all. */
export function walksText(
  { run }: Pick<RunSummary, "run">,
  numbers: ScenarioSummary,
  signs: { readonly rich: boolean },
): string {
  const { overall, scenarios } = numbers;
  const { costUsd, costKnown, results } = scenarioCost(numbers);
  const parts = [
    `${pluralize(overall.walks, "walk")} through ${pluralize(scenarios.length, "scenario")}`,
    ...modelsText(run),
    ...(costUsd === null ? [] : [`${formatTotalCost(costUsd, costKnown < results, signs)} in all`]),
  ];
  return oneLine(parts.join(", "));
}

/** How walks ended that did not come to their end. */
export const cutShortWords = {
  limit_reached: "at the most turns",
  error: "with an error",
  timeout: "cut by the end of the run",
} as const satisfies Partial<Record<keyof WalkNumbers["statuses"], string>>;

/** `1 at the most turns, 2 with an error`: how walks ended that did not come to their end; empty where all did. */
export const cutShortText = ({ statuses }: Pick<WalkNumbers, "statuses">): string =>
  (["limit_reached", "error", "timeout"] as const)
    .flatMap((status) => (statuses[status] > 0 ? [`${statuses[status]} ${cutShortWords[status]}`] : []))
    .join(", ");

/** What criteria say, scenario by scenario. */
export const byScenario = (
  outcomes: readonly WalkOutcomeNumbers[],
): readonly (readonly [scenario: string, criteria: readonly WalkOutcomeNumbers[]])[] => [
  ...Map.groupBy(outcomes, ({ scenario }) => scenario),
];

/** What a criterion says of walks: `true 9/12 75 % [47–91]`, or `mean 2.50 [1.10–3.90] (found 1–4)`. */
export function walkOutcomeText(numbers: WalkOutcomeNumbers, dash: string): string {
  const shown = { dash, label: oneLine };
  if (numbers.kind === "boolean") {
    const { passed, of: n, rate, interval } = numbers;
    return traitValuesText(
      { kind: "boolean", field: null, n, true: passed, rate: rate ?? 0, interval },
      shown,
    );
  }
  const { n, mean, interval, lowest, highest } = numbers;
  const found = { mean: mean ?? 0, lowest: lowest ?? 0, highest: highest ?? 0, min: null, max: null };
  return traitValuesText({ kind: "score", field: null, n, interval, ...found }, shown);
}

/** `3.5 (2–6)`: the turns of successful walks, in the mean and from to; empty without any. */
export function turnsToSuccessText({ turnsToSuccess }: WalkNumbers, dash: string): string {
  const { mean, lowest, highest } = turnsToSuccess;
  if (mean === null || lowest === null || highest === null) return "";
  return lowest === highest ? shortNumber(mean) : `${shortNumber(mean)} (${lowest}${dash}${highest})`;
}

/** The ways of a scenario, most frequent first: how many walks took each, how many of them with success, and the nodes. */
export function pathTexts(
  { paths, otherPaths }: ScenarioNumbers,
  { arrow }: { readonly arrow: string },
): readonly string[] {
  return [
    ...paths.map(({ path, walks, successful }) => {
      const count = successful === walks ? `${walks}` : `${walks} (${successful} successful)`;
      return oneLine(`${count}: ${path.join(` ${arrow} `)}`);
    }),
    ...(otherPaths > 0 ? [`${otherPaths} in other ways`] : []),
  ];
}

/** The reasons of a walk in a line: sentences follow one another, other reasons are apart by semicolons. */
export const reasonsText = (reasons: readonly string[]): string =>
  reasons
    .slice(1)
    .reduce((text, reason) => `${text}${/[.!?]$/.test(text) ? " " : "; "}${reason}`, reasons[0] ?? "");

/** Which walk it is that was no success, and its way. */
export function failedWalkText(
  { scenario, model, judge, replicate, path }: FailedWalk,
  { arrow, severalJudges }: { readonly arrow: string; readonly severalJudges: boolean },
): string {
  const of = [
    scenario,
    ...(model === null ? [] : [severalJudges && judge !== null ? `${model} by ${judge}` : model]),
    ...(replicate === null ? [] : [`r${replicate}`]),
  ];
  return oneLine(`${of.join(", ")}: ${path.join(` ${arrow} `)}`);
}
