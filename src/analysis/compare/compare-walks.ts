import { countPassed, findChanged, shownOf } from "./changed-questions.ts";
import { compareMeasures, compareVerdicts, type ValueOptions } from "./compare-values.ts";
import { coverageOf } from "./coverage.ts";
import { type MatchedUnits, matchUnits, type UnitPair, whyApart } from "./match-units.ts";
import { namesOf, partialCosts, valuePairs } from "./paired-values.ts";
import type { Side } from "./side.ts";
import type { ChangedScenario, WalkComparison } from "./walk-comparison.ts";
import type { WalkUnit } from "./walk-unit.ts";

const mostScenarios = 20;

/** Compares the walks of two sides; null where neither has any. The p values are not yet adjusted. */
export function compareWalks(a: Side, b: Side, options: ValueOptions): WalkComparison | null {
  if ([a, b].every(({ walks, unended }) => walks.length + unended === 0)) return null;
  const units = matchUnits(a.walks, b.walks);
  const { pairs, onlyA, onlyB } = units;
  const namesIn = (side: "a" | "b", role: "answering" | "parsing") => [
    ...new Set(pairs.map((pair) => pair[side][role])),
  ];
  const lacking = (side: "a" | "b") => (pair: UnitPair<WalkUnit>) => pair[side].passed === null;
  const lackingA = pairs.filter(lacking("a"));
  const lackingBoth = lackingA.filter(lacking("b")).length;
  const known = new Set(pairs.map((pair) => pair.a.question));
  const lonely = [...onlyA, ...onlyB].map(({ question }) => question).filter((name) => !known.has(name));
  // criteria of two scenarios are not the same, whatever they are called
  const scenarios = Array.from(
    Map.groupBy(pairs, (pair) => pair.a.question),
    ([scenario, walks]) => ({ scenario, walks: walks.map(({ a, b }) => ({ a: ofReplicate(a), b })) }),
  );
  const toSuccess = valuePairs(pairs, (walk) => (walk.passed === 1 ? walk.turns : null));
  return {
    matched: pairs.length,
    unmatchedA: onlyA.length,
    unmatchedB: onlyB.length,
    unmatchedScenarios: [...new Set(lonely)].slice(0, mostScenarios),
    unendedA: a.unended,
    unendedB: b.unended,
    apart: pairs.length === 0 ? whyApart(a.walks, b.walks) : null,
    modelsA: namesIn("a", "answering"),
    modelsB: namesIn("b", "answering"),
    judgesA: namesIn("a", "parsing"),
    judgesB: namesIn("b", "parsing"),
    otherJudges: pairs.filter((pair) => pair.a.parsing !== pair.b.parsing).length,
    leftOutA: lackingA.length - lackingBoth,
    leftOutB: pairs.filter(lacking("b")).length - lackingBoth,
    leftOutBoth: lackingBoth,
    ...partialCosts(pairs),
    coverage: coverageOf(units),
    successful: compareVerdicts(
      "successful",
      valuePairs(pairs, ({ passed }) => passed),
      options,
    ),
    completed: compareVerdicts(
      "completed",
      valuePairs(pairs, ({ outcome }) => Number(outcome === "completed")),
      options,
    ),
    outcomes: scenarios.flatMap(({ scenario, walks }) =>
      namesOf(walks, "flags").map((name) => {
        const values = valuePairs(walks, ({ flags }) => (flags.has(name) ? Number(flags.get(name)) : null));
        return { scenario, ...compareVerdicts(name, values, options) };
      }),
    ),
    measures: [
      ...scenarios.flatMap(({ scenario, walks }) =>
        namesOf(walks, "scores").map((name) => {
          const values = valuePairs(walks, ({ scores }) => scores.get(name) ?? null);
          return { scenario, ...compareMeasures(name, "criterion", values, options) };
        }),
      ),
      ...(toSuccess.length === 0 ? [] : [compareMeasures("turns_to_success", "score", toSuccess, options)]),
      ...namesOf(pairs, "resources").map((name) => {
        const values = valuePairs(pairs, ({ resources }) => resources.get(name) ?? null);
        return compareMeasures(name, "resource", values, options);
      }),
    ].map((measure) => ({ scenario: null, ...measure })),
    ...findChanged(units, (ofA, ofB) => changedScenario(ofA, ofB, units.whose)),
  };
}

/** Within a scenario a model's replicate is what stands as one piece of evidence, which several judges may have judged. */
const ofReplicate = (walk: WalkUnit): WalkUnit => ({
  ...walk,
  cluster: JSON.stringify([walk.answering, walk.replicate]),
});

function changedScenario(
  a: readonly WalkUnit[],
  b: readonly WalkUnit[],
  whose: MatchedUnits<WalkUnit>["whose"],
): ChangedScenario {
  const [either] = [...a, ...b];
  return {
    scenario: either?.question ?? "",
    ...(either === undefined ? { answering: null, parsing: null } : whose(either)),
    a: sideOf(a),
    b: sideOf(b),
  };
}

function sideOf(walks: readonly WalkUnit[]): ChangedScenario["a"] {
  const shown = shownOf(walks);
  if (shown === undefined) return null;
  const { outcome: status, path, reasons } = shown;
  return { successful: countPassed(walks), of: walks.length, status, path, reasons };
}
