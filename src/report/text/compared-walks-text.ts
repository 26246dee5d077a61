import type { ChangedScenario, WalkComparison } from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { apartText } from "./caution-texts.ts";
import { measureRow, type SideRow, verdictRow } from "./side-rows.ts";
import { reasonsText } from "./walk-text.ts";

interface Signs {
  readonly rich: boolean;
}

interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** What the walks of two sides came to: success, completion, criteria and turns to success, and what was spent. */
export function walkRows(
  { successful, completed, outcomes, measures }: WalkComparison,
  signs: Signs,
): { readonly verdicts: readonly SideRow[]; readonly spent: readonly SideRow[] } {
  const several = new Set([...outcomes, ...measures].flatMap(({ scenario }) => scenario ?? [])).size > 1;
  const inScenario = (scenario: string | null, label: string) =>
    several && scenario !== null ? oneLine(`${scenario}: ${label}`) : label;
  const measured = (isSpent: boolean) =>
    measures
      .filter(({ kind }) => (kind === "resource") === isSpent)
      .map((measure) => {
        const row = measureRow(measure, signs, "walk");
        return { ...row, label: inScenario(measure.scenario, row.label) };
      });
  return {
    verdicts: [
      ...(successful.pairs === 0 ? [] : [verdictRow("successful", successful, signs)]),
      ...(completed.pairs === 0 ? [] : [verdictRow("completed", completed, signs)]),
      ...outcomes.map((outcome) => verdictRow(inScenario(outcome.scenario, outcome.name), outcome, signs)),
      ...measured(false),
    ],
    spent: measured(true),
  };
}

/** How many walks were matched, and what of them is in no rate, a sentence each. */
export function matchedWalksText(walks: WalkComparison, { a, b }: SideNames): readonly string[] {
  const { matched, unmatchedA, unmatchedB, successful, leftOutA, leftOutB, leftOutBoth } = walks;
  const lonely =
    unmatchedA + unmatchedB === 0
      ? "none is in one side only"
      : `${unmatchedA} only in ${a} and ${unmatchedB} only in ${b} are in no figure`;
  const left = leftOutA + leftOutB + leftOutBoth;
  const why =
    left === 0
      ? ""
      : ` ${left} ${left === 1 ? "says" : "say"} nothing of the model, as judge, infrastructure, the scenario or the end of the run broke them off: ${leftOutA} of ${a}, ${leftOutB} of ${b}, ${leftOutBoth} of both.`;
  return [
    `${pluralize(matched, "walk")} matched by scenario and replicate; ${lonely}.`,
    ...(matched === 0
      ? []
      : [
          `${pluralize(successful.pairs, "pair")} ${successful.pairs === 1 ? "tells" : "tell"} of both, of ${pluralize(successful.clusters, "scenario")}.${why}`,
        ]),
  ];
}

/** What the walks of two sides may mislead by, a sentence each. */
export function walkCautions(
  { apart, matched, otherJudges, modelsA, modelsB, ...walks }: WalkComparison,
  names: SideNames,
): readonly string[] {
  const { a, b } = names;
  const { judgesA, judgesB, unendedA, unendedB } = walks;
  const side = (name: string, models: readonly string[], judges: readonly string[]) =>
    `${name} is ${models.join(", ")} judged by ${judges.join(", ")}`;
  const isApart = (left: readonly string[], right: readonly string[]) =>
    left.length > 0 && !left.some((name) => right.includes(name));
  const changesBoth = isApart(modelsA, modelsB) && isApart(judgesA, judgesB);
  const unended = (name: string, count: number) =>
    count === 0
      ? []
      : [
          `${pluralize(count, "turn")} of ${name} ${count === 1 ? "is" : "are"} of walks that have not ended, and in no figure.`,
        ];
  return [
    ...(apart === null ? [] : [apartText(apart === "questions" ? "scenarios" : apart, names)]),
    ...(changesBoth
      ? [
          `Model and judge of the walks both changed, and differences may come of either: ${side(a, modelsA, judgesA)}, ${side(b, modelsB, judgesB)}.`,
        ]
      : otherJudges > 0 && judgesA.length + judgesB.length > 2
        ? [`${otherJudges} of ${pluralize(matched, "matched walk")} have another judge in ${b} than in ${a}.`]
        : []),
    ...unended(a, unendedA),
    ...unended(b, unendedB),
  ];
}

const statusTexts = {
  completed: "completed",
  limit_reached: "at the most turns",
  error: "error",
  timeout: "cut by the end of the run",
} as const;

/** `successful: asks → pays`, or `1 of 3 successful; asks → asks: paid does not hold: …`. */
export function walkSideText(side: ChangedScenario["a"], { rich }: Signs): string {
  if (side === null) return "no walk";
  const { successful, of, status, path, reasons } = side;
  const counted = of > 1 ? `${successful} of ${of} successful; ` : reasons.length === 0 ? "successful; " : "";
  const ended = status === "completed" ? "" : `${statusTexts[status]}; `;
  const why = reasons.length === 0 ? "" : `: ${reasonsText(reasons)}`;
  return oneLine(`${counted}${ended}${path.join(rich ? " → " : " -> ")}${why}`);
}
