import type { ChangedQuestion } from "./comparison.ts";
import type { MatchedUnits } from "./match-units.ts";
import type { Unit } from "./unit.ts";

/** What is told of questions, or scenarios, on which two sides differ. */
interface Changed<Told> {
  readonly broken: Told[];
  readonly mended: Told[];
  readonly newFailures: Told[];
}

/** What a change is found by. */
export interface Decided {
  /** 1 or 0, null without a verdict. */
  readonly passed: 0 | 1 | null;
  /** False: there is nothing that it could pass. */
  readonly hadTemplate: boolean;
}

interface QuestionUnits<One> {
  /** Of pairs with a verdict on both sides. */
  readonly pairsA: One[];
  readonly pairsB: One[];
  /** All with a template. */
  readonly allA: One[];
  readonly allB: One[];
}

/** Finds what one side passes, in more than half of its units, and the other does not. */
export function findChanged<One extends Decided, Told>(
  { pairs, onlyA, onlyB, questionKey }: MatchedUnits<One>,
  tell: (ofA: readonly One[], ofB: readonly One[]) => Told,
): Changed<Told> {
  const questions = new Map<string, QuestionUnits<One>>();
  const unitsOf = (unit: One): QuestionUnits<One> => {
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
  const changed: Changed<Told> = { broken: [], mended: [], newFailures: [] };
  for (const { pairsA, pairsB, allA, allB } of questions.values()) {
    if (isPassed(pairsA) && !isPassed(pairsB)) changed.broken.push(tell(pairsA, pairsB));
    if (pairsA.length > 0 && !isPassed(pairsA) && isPassed(pairsB)) changed.mended.push(tell(pairsA, pairsB));
    if (allB.length > 0 && !isPassed(allB) && (allA.length === 0 || isPassed(allA)))
      changed.newFailures.push(tell(allA, allB));
  }
  return changed;
}

/** The questions that one side passes and the other does not, with what was expected and what either got. */
export const changedQuestions = (units: MatchedUnits<Unit>): Changed<ChangedQuestion> =>
  findChanged(units, (ofA, ofB) => changedQuestion(ofA, ofB, units.whose));

/** How many units passed. */
export const countPassed = (units: readonly Decided[]): number =>
  units.filter(({ passed }) => passed === 1).length;

const isPassed = (units: readonly Decided[]): boolean => countPassed(units) * 2 > units.length;

function changedQuestion(
  a: readonly Unit[],
  b: readonly Unit[],
  whose: MatchedUnits<Unit>["whose"],
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
export const shownOf = <One extends Decided>(units: readonly One[]): One | undefined =>
  units.find(({ passed }) => (passed === 1) === isPassed(units));

const sideOf = (units: readonly Unit[], { outcome, got, reason }: Unit) => ({
  passed: countPassed(units),
  of: units.length,
  outcome,
  got,
  reason,
});
