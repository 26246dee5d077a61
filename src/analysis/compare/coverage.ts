import type { Outcome } from "../../result/index.ts";
import type { Coverage } from "./comparison.ts";
import type { MatchedUnits } from "./match-units.ts";
import type { Unit } from "./unit.ts";

interface CoverageTally {
  readonly questionsA: Set<string>;
  readonly questionsB: Set<string>;
  readonly decidedA: Set<string>;
  readonly decided: Set<string>;
  pairs: number;
  readonly toVerifyB: Set<string>;
  readonly lacking: Map<string, Coverage["lacking"][number]>;
}

/** Counts what one side has of the other's questions: of all, then of each keyword in order of first appearance. */
export function coverageOf({ pairs, onlyA, onlyB, questionKey }: MatchedUnits): Coverage[] {
  const tallies = new Map<string | null, CoverageTally>([[null, emptyTally()]]);
  const talliesOf = ({ keywords }: Unit): readonly CoverageTally[] =>
    [null, ...new Set(keywords)].map((keyword) => {
      const tally = tallies.get(keyword) ?? emptyTally();
      tallies.set(keyword, tally);
      return tally;
    });
  const addA = (tally: CoverageTally, unit: Unit) => {
    tally.questionsA.add(questionKey(unit));
    if (unit.passed !== null) tally.decidedA.add(questionKey(unit));
  };
  const addB = (tally: CoverageTally, unit: Unit) => {
    tally.questionsB.add(questionKey(unit));
    if (unit.hadTemplate) tally.toVerifyB.add(questionKey(unit));
  };
  for (const { a, b } of pairs) {
    for (const tally of talliesOf(a)) {
      addA(tally, a);
      addB(tally, b);
      if (a.passed === null) addLacking(tally, "a", a.outcome);
      if (b.passed === null) addLacking(tally, "b", b.outcome);
      if (a.passed === null || b.passed === null) continue;
      tally.pairs++;
      tally.decided.add(questionKey(a));
    }
  }
  for (const unit of onlyA) for (const tally of talliesOf(unit)) addA(tally, unit);
  for (const unit of onlyB) for (const tally of talliesOf(unit)) addB(tally, unit);
  return [...tallies].map(([keyword, tally]) => ({
    keyword,
    questionsA: tally.questionsA.size,
    absent: [...tally.questionsA].filter((key) => !tally.questionsB.has(key)).length,
    decidedA: tally.decidedA.size,
    decided: tally.decided.size,
    pairs: tally.pairs,
    toVerifyB: tally.toVerifyB.size,
    lacking: [...tally.lacking.values()],
  }));
}

const emptyTally = (): CoverageTally => ({
  questionsA: new Set(),
  questionsB: new Set(),
  decidedA: new Set(),
  decided: new Set(),
  pairs: 0,
  toVerifyB: new Set(),
  lacking: new Map(),
});

function addLacking({ lacking }: CoverageTally, side: "a" | "b", outcome: Outcome): void {
  const key = `${side} ${outcome}`;
  const count = (lacking.get(key)?.count ?? 0) + 1;
  lacking.set(key, { side, outcome, count });
}
