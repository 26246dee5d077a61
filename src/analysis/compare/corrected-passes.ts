import type { Label } from "../calibration/label.ts";
import { itemOf } from "../calibration/label.ts";
import { opinionsOf, type PersonsOpinion } from "../calibration/persons.ts";
import type { LabelledValue } from "../statistics/correction/labelled-sample.ts";
import type { PairComparison } from "./comparison.ts";
import { correctedDifference, correctedRate } from "./corrected-difference.ts";
import type { UnitPair } from "./match-units.ts";
import type { Unit } from "./unit.ts";

/** What persons say of answers, one entry for each table of labels: each was drawn by itself. */
export type OpinionTables = readonly ReadonlyMap<string, PersonsOpinion>[];

export const opinionTables = (tables: readonly (readonly Label[])[]): OpinionTables => tables.map(opinionsOf);

interface CorrectedRow {
  readonly cluster: string;
  readonly a: RowAnswer;
  readonly b: RowAnswer;
}

interface RowAnswer {
  readonly answer: string;
  readonly judged: number;
}

/** Pass rates of both sides without the errors of their judges, over the pairs with a verdict on both sides whose answers were kept. */
export function correctedPasses(
  pairs: readonly UnitPair<Unit>[],
  { tables, level }: { readonly tables: OpinionTables; readonly level: number },
): PairComparison["corrected"] {
  const rows = rowsOf(pairs);
  if (rows.length === 0 || tables.length === 0) return null;
  const changed = rows.filter(({ a, b }) => a.answer !== b.answer);
  const decisive = changed.length === 0 ? rows : changed;
  const tableA = tableOf(decisive, "a", tables);
  const tableB = tableOf(decisive, "b", tables);
  const sides = (of: readonly CorrectedRow[]) => ({
    a: { judged: of.map(({ a }) => a.judged), labelled: labelledOf(of, "a", tableA) },
    b: { judged: of.map(({ b }) => b.judged), labelled: labelledOf(of, "b", tableB) },
    clusters: of.map(({ cluster }) => cluster),
  });
  const all = sides(rows);
  const ofA = correctedRate(all.a, all.clusters, level);
  const ofB = correctedRate(all.b, all.clusters, level);
  const shown = (found: typeof ofA) => found && { value: found.value, interval: found.interval };
  return {
    pairs: rows.length,
    sameAnswers: rows.length - changed.length,
    labelledA: all.a.labelled.length,
    labelledB: all.b.labelled.length,
    rateA: shown(ofA),
    rateB: shown(ofB),
    difference: correctedDifference(sides(changed), { same: rows.length - changed.length, level }),
  };
}

/** Answers that several judges have judged stand once, with the mean of their verdicts. */
function rowsOf(pairs: readonly UnitPair<Unit>[]): readonly CorrectedRow[] {
  const judged = pairs.flatMap(({ a, b }) =>
    a.passed === null || b.passed === null || a.answer === null || b.answer === null
      ? []
      : [{ cluster: a.cluster, a: a.answer, b: b.answer, passedA: a.passed, passedB: b.passed }],
  );
  return [...Map.groupBy(judged, ({ a, b }) => `${a} ${b}`).values()].map((same) => {
    const [first] = same;
    const mean = (of: (one: (typeof same)[number]) => number) =>
      same.reduce((sum, one) => sum + of(one), 0) / same.length;
    return {
      cluster: first?.cluster ?? "",
      a: { answer: first?.a ?? "", judged: mean(({ passedA }) => passedA) },
      b: { answer: first?.b ?? "", judged: mean(({ passedB }) => passedB) },
    };
  });
}

type Opinions = OpinionTables[number];

/** The table that has most labels of a side's answers: it was drawn from its run. */
function tableOf(
  rows: readonly CorrectedRow[],
  side: "a" | "b",
  tables: OpinionTables,
): Opinions | undefined {
  const counted = tables.map((table) => ({ table, count: labelledOf(rows, side, table).length }));
  const most = counted.reduce((so, { count }) => Math.max(so, count), 0);
  return most === 0 ? undefined : counted.find(({ count }) => count === most)?.table;
}

function labelledOf(
  rows: readonly CorrectedRow[],
  side: "a" | "b",
  table: Opinions | undefined,
): readonly LabelledValue[] {
  const once = new Map(rows.map((row) => [row[side].answer, row[side]]));
  return [...once.values()].flatMap(({ answer, judged }) => {
    const opinion = table?.get(itemOf({ answer, kind: "verdict", name: "pass" }));
    if (opinion === undefined || typeof opinion.value !== "boolean") return [];
    const { weight, label, value } = opinion;
    return [{ judge: judged, person: Number(value), weight, stratum: label.stratum }];
  });
}
