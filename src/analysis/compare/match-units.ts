import type { Unit } from "./unit.ts";

/** The results of one side. */
export interface Side {
  readonly name: string;
  readonly units: readonly Unit[];
}

/** A unit that both sides have. */
export interface UnitPair {
  readonly a: Unit;
  readonly b: Unit;
}

/** Two sides put together. */
export interface MatchedUnits {
  readonly pairs: readonly UnitPair[];
  readonly onlyA: readonly Unit[];
  readonly onlyB: readonly Unit[];
  /** A unit's question, with the models that matter. */
  readonly questionKey: (unit: Unit) => string;
  /** Whose result a unit is, where several are matched; null where that goes without saying. */
  readonly whose: (unit: Unit) => { readonly answering: string | null; readonly parsing: string | null };
}

/**
 * Matches by question and replicate; by answering model, and by judge, where the sides have one in common or one of them
 * has several. Where each side has one of its own, as when two models are compared, that is what differs; so it is where each
 * model of a side has one judge, whichever that is. Of several results for the same unit the last counts.
 */
export function matchUnits(a: Side, b: Side): MatchedUnits {
  const byAnswering = isMatchedBy(a, b, (unit) => unit.answering);
  const byParsing = isMatchedBy(a, b, (unit) => unit.parsing) && ![a, b].every(hasJudgeOfEach);
  const questionKey = ({ question, answering, parsing }: Unit) =>
    JSON.stringify([question, byAnswering ? answering : null, byParsing ? parsing : null]);
  const keyed = ({ units }: Side) =>
    new Map(units.map((unit) => [JSON.stringify([questionKey(unit), unit.replicate]), unit]));
  const ofA = keyed(a);
  const ofB = keyed(b);
  const pairs: UnitPair[] = [];
  const onlyA: Unit[] = [];
  for (const [key, unit] of ofA) {
    const other = ofB.get(key);
    if (other === undefined) onlyA.push(unit);
    else pairs.push({ a: unit, b: other });
  }
  const onlyB = [...ofB].filter(([key]) => !ofA.has(key)).map(([, unit]) => unit);
  const isSeveral = (part: (unit: Unit) => string) => new Set([...a.units, ...b.units].map(part)).size > 1;
  const namesAnswering = byAnswering && isSeveral((unit) => unit.answering);
  const namesParsing = byParsing && isSeveral((unit) => unit.parsing);
  const whose: MatchedUnits["whose"] = ({ answering, parsing }) => ({
    answering: namesAnswering ? answering : null,
    parsing: namesParsing ? parsing : null,
  });
  return { pairs, onlyA, onlyB, questionKey, whose };
}

/** What two sides lack in common, where nothing of them was matched; null where one of them is empty. */
export function whyApart(a: Side, b: Side): "questions" | "models" | "judges" | null {
  if (a.units.length === 0 || b.units.length === 0) return null;
  const isCommon = (key: (unit: Unit) => string) => {
    const ofA = new Set(a.units.map(key));
    return b.units.some((unit) => ofA.has(key(unit)));
  };
  if (!isCommon(({ question, replicate }) => JSON.stringify([question, replicate]))) return "questions";
  const isSame = isCommon(({ question, replicate, answering }) =>
    JSON.stringify([question, replicate, answering]),
  );
  return isSame || !isMatchedBy(a, b, (unit) => unit.answering) ? "judges" : "models";
}

/** True where one judge judged all that a model answered: to name the judge tells no results apart. */
function hasJudgeOfEach({ units }: Side): boolean {
  const judges = new Map<string, string>();
  return units.every(({ answering, parsing }) => {
    const known = judges.get(answering) ?? parsing;
    judges.set(answering, known);
    return known === parsing;
  });
}

function isMatchedBy(a: Side, b: Side, part: (unit: Unit) => string): boolean {
  const ofA = new Set(a.units.map(part));
  const ofB = new Set(b.units.map(part));
  return ofA.size > 1 || ofB.size > 1 || [...ofA].some((name) => ofB.has(name));
}
