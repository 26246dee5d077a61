import type { ChangedQuestion } from "./comparison.ts";
import type { MatchedUnits } from "./match-units.ts";
import type { Unit } from "./unit.ts";

/** Questions on which two sides differ. */
interface ChangedQuestions {
  readonly broken: ChangedQuestion[];
  readonly mended: ChangedQuestion[];
  readonly newFailures: ChangedQuestion[];
}

interface QuestionUnits {
  /** Of pairs with a verdict on both sides. */
  readonly pairsA: Unit[];
  readonly pairsB: Unit[];
  /** All with a template. */
  readonly allA: Unit[];
  readonly allB: Unit[];
}

/** Finds the questions that one side passes, in more than half of its results, and the other does not. */
export function changedQuestions({
  pairs,
  onlyA,
  onlyB,
  questionKey,
  whose,
}: MatchedUnits): ChangedQuestions {
  const questions = new Map<string, QuestionUnits>();
  const unitsOf = (unit: Unit): QuestionUnits => {
    const key = questionKey(unit);
    const found = questions.get(key) ?? { pairsA: [], pairsB: [], allA: [], allB: [] };
    questions.set(key, found);
    return found;
  };
  for (const { a, b } of pairs) {
    const { pairsA, pairsB, allA, allB } = unitsOf(a);
    if (a.hadTemplate) allA.push(a);
    if (b.hadTemplate) allB.push(b);
    if (a.passed === null || b.passed === null) continue;
    pairsA.push(a);
    pairsB.push(b);
  }
  for (const unit of onlyA) if (unit.hadTemplate) unitsOf(unit).allA.push(unit);
  for (const unit of onlyB) if (unit.hadTemplate) unitsOf(unit).allB.push(unit);
  const changedOf = (ofA: readonly Unit[], ofB: readonly Unit[]) => changedQuestion(ofA, ofB, whose);
  const changed: ChangedQuestions = { broken: [], mended: [], newFailures: [] };
  for (const { pairsA, pairsB, allA, allB } of questions.values()) {
    if (isPassed(pairsA) && !isPassed(pairsB)) changed.broken.push(changedOf(pairsA, pairsB));
    if (pairsA.length > 0 && !isPassed(pairsA) && isPassed(pairsB))
      changed.mended.push(changedOf(pairsA, pairsB));
    if (allB.length > 0 && !isPassed(allB) && (allA.length === 0 || isPassed(allA)))
      changed.newFailures.push(changedOf(allA, allB));
  }
  return changed;
}

const countPassed = (units: readonly Unit[]): number => units.filter(({ passed }) => passed === 1).length;

const isPassed = (units: readonly Unit[]): boolean => countPassed(units) * 2 > units.length;

function changedQuestion(
  a: readonly Unit[],
  b: readonly Unit[],
  whose: MatchedUnits["whose"],
): ChangedQuestion {
  const ofA = shownOf(a);
  const ofB = shownOf(b);
  const [either] = [...a, ...b];
  return {
    questionId: either?.questionId ?? "",
    questionText: either?.questionText ?? "",
    keywords: [...(either?.keywords ?? [])],
    ...(either === undefined ? { answering: null, parsing: null } : whose(either)),
    // the side that fails knows which fields are in question
    expected:
      [ofA, ofB].find((unit) => unit?.passed === 0)?.expected ?? ofB?.expected ?? ofA?.expected ?? null,
    a: ofA === undefined ? null : sideOf(a, ofA),
    b: ofB === undefined ? null : sideOf(b, ofB),
  };
}

/** Of a side that passes its first pass, of one that fails its first failure. */
const shownOf = (units: readonly Unit[]): Unit | undefined =>
  units.find(({ passed }) => (passed === 1) === isPassed(units));

const sideOf = (units: readonly Unit[], { outcome, got, reason }: Unit) => ({
  passed: countPassed(units),
  of: units.length,
  outcome,
  got,
  reason,
});
