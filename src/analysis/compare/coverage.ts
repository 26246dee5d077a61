import type { Decided } from "./changed-questions.ts";
import type { Coverage } from "./compared-values.ts";
import type { MatchedUnits } from "./match-units.ts";

/** Without a verdict: how many, of which side, and how they ended. */
interface Lacking<Outcome> {
  readonly side: "a" | "b";
  readonly outcome: Outcome;
  readonly count: number;
}

/** What is covered: results by outcome, walks by how they ended. */
interface Covered extends Decided {
  readonly keywords: readonly string[];
  readonly outcome: string;
}

type CoverageBy<Outcome> = Omit<Coverage, "lacking"> & { lacking: Lacking<Outcome>[] };

interface CoverageTally<Outcome> {
  readonly questionsA: Set<string>;
  readonly questionsB: Set<string>;
  readonly decidedA: Set<string>;
  readonly decided: Set<string>;
  pairs: number;
  readonly toVerifyB: Set<string>;
  readonly lacking: Map<string, Lacking<Outcome>>;
}

/** Counts what one side has of the other's questions: of all, then of each keyword in order of first appearance. */
export function coverageOf<Unit extends Covered>({
  pairs,
  onlyA,
  onlyB,
  questionKey,
}: MatchedUnits<Unit>): CoverageBy<Unit["outcome"]>[] {
  type Tally = CoverageTally<Unit["outcome"]>;
  const tallies = new Map<string | null, Tally>([[null, emptyTally<Unit["outcome"]>()]]);
  const talliesOf = ({ keywords }: Unit): readonly Tally[] =>
    [null, ...new Set(keywords)].map((keyword) => {
      const tally = tallies.get(keyword) ?? emptyTally<Unit["outcome"]>();
      tallies.set(keyword, tally);
      return tally;
    });
  const addA = (tally: Tally, unit: Unit) => {
    tally.questionsA.add(questionKey(unit));
    if (unit.passed !== null) tally.decidedA.add(questionKey(unit));
  };
  const addB = (tally: Tally, unit: Unit) => {
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

const emptyTally = <Outcome>(): CoverageTally<Outcome> => ({
  questionsA: new Set(),
  questionsB: new Set(),
  decidedA: new Set(),
  decided: new Set(),
  pairs: 0,
  toVerifyB: new Set(),
  lacking: new Map(),
});

function addLacking<Outcome>({ lacking }: CoverageTally<Outcome>, side: "a" | "b", outcome: Outcome): void {
  const key = `${side} ${outcome}`;
  const count = (lacking.get(key)?.count ?? 0) + 1;
  lacking.set(key, { side, outcome, count });
}
