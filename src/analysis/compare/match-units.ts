/** What is matched: a result of a question, or a walk through a scenario. */
export interface Matchable {
  /** What was asked: a question, or a scenario. */
  readonly question: string;
  /** 1 in a run of one replicate. */
  readonly replicate: number;
  /** Display strings. */
  readonly answering: string;
  readonly parsing: string;
}

/** A unit that both sides have. */
export interface UnitPair<Unit> {
  readonly a: Unit;
  readonly b: Unit;
}

/** Two sides put together. */
export interface MatchedUnits<Unit> {
  readonly pairs: readonly UnitPair<Unit>[];
  readonly onlyA: readonly Unit[];
  readonly onlyB: readonly Unit[];
  /** A unit's question, with the models that matter. */
  readonly questionKey: (unit: Unit) => string;
  /** Whose result a unit is, where several are matched; null where that goes without saying. */
  readonly whose: (unit: Unit) => { readonly answering: string | null; readonly parsing: string | null };
}

type Units = readonly Matchable[];

/**
 * Matches by question and replicate; by answering model, and by judge, where the sides have one in common or one of them
 * has several. Where each side has one of its own, as when two models are compared, that is what differs; so it is where each
 * model of a side has one judge, whichever that is. Of several results for the same unit the last counts.
 */
export function matchUnits<Unit extends Matchable>(
  a: readonly Unit[],
  b: readonly Unit[],
): MatchedUnits<Unit> {
  const byAnswering = isMatchedBy(a, b, (unit) => unit.answering);
  const byParsing = isMatchedBy(a, b, (unit) => unit.parsing) && ![a, b].every(hasJudgeOfEach);
  const questionKey = ({ question, answering, parsing }: Matchable) =>
    JSON.stringify([question, byAnswering ? answering : null, byParsing ? parsing : null]);
  const keyed = (units: readonly Unit[]) =>
    new Map(units.map((unit) => [JSON.stringify([questionKey(unit), unit.replicate]), unit]));
  const ofA = keyed(a);
  const ofB = keyed(b);
  const pairs: UnitPair<Unit>[] = [];
  const onlyA: Unit[] = [];
  for (const [key, unit] of ofA) {
    const other = ofB.get(key);
    if (other === undefined) onlyA.push(unit);
    else pairs.push({ a: unit, b: other });
  }
  const onlyB = [...ofB].filter(([key]) => !ofA.has(key)).map(([, unit]) => unit);
  const isSeveral = (part: (unit: Matchable) => string) => new Set([...a, ...b].map(part)).size > 1;
  const namesAnswering = byAnswering && isSeveral((unit) => unit.answering);
  const namesParsing = byParsing && isSeveral((unit) => unit.parsing);
  const whose: MatchedUnits<Unit>["whose"] = ({ answering, parsing }) => ({
    answering: namesAnswering ? answering : null,
    parsing: namesParsing ? parsing : null,
  });
  return { pairs, onlyA, onlyB, questionKey, whose };
}

/** What two sides lack in common, where nothing of them was matched; null where one of them is empty. */
export function whyApart(a: Units, b: Units): "questions" | "models" | "judges" | null {
  if (a.length === 0 || b.length === 0) return null;
  const isCommon = (key: (unit: Matchable) => string) => {
    const ofA = new Set(a.map(key));
    return b.some((unit) => ofA.has(key(unit)));
  };
  if (!isCommon(({ question, replicate }) => JSON.stringify([question, replicate]))) return "questions";
  const isSame = isCommon(({ question, replicate, answering }) =>
    JSON.stringify([question, replicate, answering]),
  );
  return isSame || !isMatchedBy(a, b, (unit) => unit.answering) ? "judges" : "models";
}

/** True where one judge judged all that a model answered: to name the judge tells no results apart. */
function hasJudgeOfEach(units: Units): boolean {
  const judges = new Map<string, string>();
  return units.every(({ answering, parsing }) => {
    const known = judges.get(answering) ?? parsing;
    judges.set(answering, known);
    return known === parsing;
  });
}

function isMatchedBy(a: Units, b: Units, part: (unit: Matchable) => string): boolean {
  const ofA = new Set(a.map(part));
  const ofB = new Set(b.map(part));
  return ofA.size > 1 || ofB.size > 1 || [...ofA].some((name) => ofB.has(name));
}
