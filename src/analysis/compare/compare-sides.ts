import { noOutcomes } from "../../result/index.ts";
import { changedQuestions } from "./changed-questions.ts";
import { compareMeasures, compareVerdicts, type ValueOptions, verdictTable } from "./compare-values.ts";
import { compareWalks } from "./compare-walks.ts";
import type { PairComparison } from "./comparison.ts";
import { correctedPasses, type OpinionTables } from "./corrected-passes.ts";
import { coverageOf } from "./coverage.ts";
import { matchUnits, type UnitPair, whyApart } from "./match-units.ts";
import { namesOf, partialCosts, valuePairs } from "./paired-values.ts";
import type { Side } from "./side.ts";
import { granularScore, type Unit } from "./unit.ts";

const mostQuestions = 20;
const mostClasses = 20;

type Pair = UnitPair<Unit>;

/** Compares two sides; the p values are not yet adjusted. */
export function compareSides(
  a: Side,
  b: Side,
  options: ValueOptions & { readonly tables: OpinionTables },
): PairComparison {
  const units = matchUnits(a.units, b.units);
  const { pairs, onlyA, onlyB } = units;
  const passes = valuePairs(pairs, ({ passed }) => passed);
  const toVerify = pairs.filter((pair) => pair.a.hadTemplate && pair.b.hadTemplate);
  const lacking = (side: "a" | "b") => (pair: Pair) => pair[side].passed === null;
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
    apart: pairs.length === 0 ? whyApart(a.units, b.units) : null,
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
    corrected: correctedPasses(pairs, options),
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
    walks: compareWalks(a, b, options),
  };
}

function byKeyword(pairs: readonly Pair[], level: number): PairComparison["keywords"] {
  const found = new Map<string, Pair[]>();
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

function byClass(pairs: readonly Pair[], level: number): PairComparison["classes"] {
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

function outcomesOf(pairs: readonly Pair[], side: "a" | "b"): PairComparison["outcomesA"] {
  const counts = noOutcomes();
  for (const pair of pairs) counts[pair[side].outcome]++;
  return counts;
}

function lonelyQuestions(pairs: readonly Pair[], lonely: readonly Unit[]): string[] {
  const known = new Set(pairs.map(({ a }) => a.questionId));
  const ids = lonely.map(({ questionId }) => questionId).filter((id) => !known.has(id));
  return [...new Set(ids)].slice(0, mostQuestions);
}
