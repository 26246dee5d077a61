import { noOutcomes } from "../../result/index.ts";
import { changedQuestions } from "./changed-questions.ts";
import {
  compareMeasures,
  compareVerdicts,
  type ValueOptions,
  type ValuePair,
  verdictTable,
} from "./compare-values.ts";
import type { PairComparison } from "./comparison.ts";
import { coverageOf } from "./coverage.ts";
import { matchUnits, type Side, type UnitPair, whyApart } from "./match-units.ts";
import { granularScore, type Unit } from "./unit.ts";

const mostQuestions = 20;
const mostClasses = 20;

/** Compares two sides; the p values are not yet adjusted. */
export function compareSides(a: Side, b: Side, options: ValueOptions): PairComparison {
  const units = matchUnits(a, b);
  const { pairs, onlyA, onlyB } = units;
  const passes = valuePairs(pairs, ({ passed }) => passed);
  const toVerify = pairs.filter((pair) => pair.a.hadTemplate && pair.b.hadTemplate);
  const lacking = (side: "a" | "b") => (pair: UnitPair) => pair[side].passed === null;
  const lackingA = toVerify.filter(lacking("a"));
  const lackingBoth = lackingA.filter(lacking("b")).length;
  const namesIn = (side: "a" | "b", role: "answering" | "parsing") => [
    ...new Set(pairs.map((pair) => pair[side][role])),
  ];
  const otherTexts = new Set(
    pairs.filter((pair) => pair.a.asked !== pair.b.asked).map((pair) => pair.a.questionId),
  );
  const [firstOtherText = null] = otherTexts;
  return {
    a: a.name,
    b: b.name,
    matched: pairs.length,
    unmatchedA: onlyA.length,
    unmatchedB: onlyB.length,
    unmatchedQuestions: lonelyQuestions(pairs, [...onlyA, ...onlyB]),
    modelsA: namesIn("a", "answering"),
    modelsB: namesIn("b", "answering"),
    judgesA: namesIn("a", "parsing"),
    judgesB: namesIn("b", "parsing"),
    apart: pairs.length === 0 ? whyApart(a, b) : null,
    otherJudges: pairs.filter((pair) => pair.a.parsing !== pair.b.parsing).length,
    otherTexts: otherTexts.size,
    firstOtherText,
    outcomesA: outcomesOf(pairs, "a"),
    outcomesB: outcomesOf(pairs, "b"),
    withoutVerdictA: lackingA.length - lackingBoth,
    withoutVerdictB: toVerify.filter(lacking("b")).length - lackingBoth,
    withoutVerdictBoth: lackingBoth,
    ...partialCosts(pairs),
    coverage: coverageOf(units),
    passes: compareVerdicts("pass", passes, options),
    keywords: byKeyword(pairs, options.level),
    traits: namesOf(pairs, "flags").map((name) =>
      compareVerdicts(
        name,
        valuePairs(pairs, ({ flags }) => (flags.has(name) ? Number(flags.get(name)) : null)),
        options,
      ),
    ),
    classes: byClass(pairs, options.level),
    measures: (["scores", "resources"] as const).flatMap((part) =>
      namesOf(pairs, part).map((name) => {
        const kind = part === "resources" ? "resource" : name === granularScore ? "score" : "trait";
        return compareMeasures(
          name,
          kind,
          valuePairs(pairs, (unit) => unit[part].get(name) ?? null),
          options,
        );
      }),
    ),
    ...changedQuestions(units),
  };
}

/** The pairs in which both sides have a value. */
function valuePairs(pairs: readonly UnitPair[], read: (unit: Unit) => number | null): readonly ValuePair[] {
  return pairs.flatMap(({ a, b }) => {
    const ofA = read(a);
    const ofB = read(b);
    return ofA === null || ofB === null ? [] : [{ cluster: a.cluster, a: ofA, b: ofB }];
  });
}

const tellsCost = (pairs: readonly UnitPair[]): boolean =>
  pairs.some(({ a, b }) => [a, b].some(({ cost }) => cost !== null && cost.usd > 0));

function partialCosts(pairs: readonly UnitPair[]): Pick<PairComparison, "partialCostA" | "partialCostB"> {
  const partial = (side: "a" | "b") =>
    tellsCost(pairs) ? pairs.filter((pair) => pair[side].cost?.isPartial).length : 0;
  return { partialCostA: partial("a"), partialCostB: partial("b") };
}

/** Names that both units of some pair have, in order of first appearance; no cost where nothing has one. */
function namesOf(
  pairs: readonly UnitPair[],
  part: "flags" | "scores" | "classes" | "resources",
): readonly string[] {
  const names = new Set<string>();
  for (const { a, b } of pairs) for (const name of a[part].keys()) if (b[part].has(name)) names.add(name);
  return tellsCost(pairs) ? [...names] : [...names].filter((name) => !name.endsWith("cost_usd"));
}

function byKeyword(pairs: readonly UnitPair[], level: number): PairComparison["keywords"] {
  const found = new Map<string, UnitPair[]>();
  for (const pair of pairs) {
    for (const keyword of new Set(pair.a.keywords)) {
      const list = found.get(keyword) ?? [];
      found.set(keyword, list);
      list.push(pair);
    }
  }
  return [...found]
    .map(([keyword, list]) => ({
      keyword,
      ...verdictTable(
        valuePairs(list, ({ passed }) => passed),
        level,
      ),
    }))
    .sort((left, right) => right.pairs - left.pairs);
}

function byClass(pairs: readonly UnitPair[], level: number): PairComparison["classes"] {
  return namesOf(pairs, "classes").flatMap((trait) => {
    const both = pairs.filter(({ a, b }) => a.classes.has(trait) && b.classes.has(trait));
    const found = new Set(
      both.flatMap(({ a, b }) => [a, b].flatMap(({ classes }) => classes.get(trait) ?? [])),
    );
    return [...found].slice(0, mostClasses).map((label) => ({
      trait,
      label,
      ...verdictTable(
        valuePairs(both, ({ classes }) => Number(classes.get(trait) === label)),
        level,
      ),
    }));
  });
}

function outcomesOf(pairs: readonly UnitPair[], side: "a" | "b"): PairComparison["outcomesA"] {
  const counts = noOutcomes();
  for (const pair of pairs) counts[pair[side].outcome]++;
  return counts;
}

function lonelyQuestions(pairs: readonly UnitPair[], lonely: readonly Unit[]): string[] {
  const known = new Set(pairs.map(({ a }) => a.questionId));
  const ids = lonely.map(({ questionId }) => questionId).filter((id) => !known.has(id));
  return [...new Set(ids)].slice(0, mostQuestions);
}
