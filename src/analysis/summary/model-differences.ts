import { compareVerdicts, type ValuePair } from "../compare/compare-values.ts";
import type { VerdictComparison } from "../compare/compared-values.ts";
import { holmAdjust } from "../statistics/pairs/holm.ts";
import { defaultResamples } from "../statistics/resampling/bootstrap.ts";
import { defaultSeed } from "../statistics/resampling/random-words.ts";
import { passedOf } from "../verdict.ts";
import type { CountedResult } from "./counted-result.ts";

/**
 * Two answering models over the questions and replicates that both have, and over the judges, unless each model was judged by one of
 * its own.
 */
export interface ModelDifference {
  /** Display string of the model that is compared with. */
  readonly a: string;
  /** Display string of the model that is compared; the difference is its rate less the other's. */
  readonly b: string;
  /** `common`: results are matched by judge. `each`: each model has one of its own. `apart`: nothing is matched for want of a common one. */
  readonly judges: "common" | "each" | "apart";
  readonly passes: VerdictComparison;
}

/** Of more models no pair is compared here: `compareModels` does. */
const mostModels = 4;

const alpha = 0.05;
/** As `compareModels` draws, so that both say the same. */
const options = { alpha, level: 1 - alpha, power: 0.8, seed: defaultSeed, resamples: defaultResamples };

/** What one model came to in each unit; null where it has no verdict there, and so are places that are not there. */
type Verdicts = (0 | 1 | null)[];

/** Keeps the verdicts of each model, one result at a time: what `compareModels` says of passes, in the pass of a summary. */
export function modelDifferences(): {
  add(result: CountedResult, cluster: string): void;
  /** Each model with each later one, p values adjusted by Holm's method; empty for one model, and for more than four. */
  differences(): readonly ModelDifference[];
} {
  // each unit is kept once for all models: what they are is most of what a large run would take in memory
  const units = new Map<string, number>();
  const clusters: string[] = [];
  const models = new Map<string, Verdicts>();
  const judges = new Map<string, Set<string>>();
  return {
    add(result, cluster) {
      const verdicts = models.get(result.answering) ?? [];
      models.set(result.answering, verdicts);
      const passed = result.hadTemplate ? passedOf(result.outcome) : null;
      const { questionId, scenarioId, scenarioNode, scenarioTurn, replicate, parsing } = result;
      judges.set(result.answering, (judges.get(result.answering) ?? new Set()).add(parsing));
      const asked = JSON.stringify([questionId, scenarioId, scenarioNode, scenarioTurn, replicate]);
      const unit = `${asked}\n${parsing}`; // JSON on one line
      const place = units.get(unit) ?? units.size;
      units.set(unit, place);
      clusters[place] ??= cluster;
      while (verdicts.length < place) verdicts.push(null);
      verdicts[place] = passed;
    },
    differences() {
      if (models.size < 2 || models.size > mostModels) return [];
      const sides = [...models];
      const placeOf = withoutJudges(units);
      const found = sides.flatMap(([a, ofA], at) =>
        sides.slice(at + 1).map(([b, ofB]) => {
          const how = judgesOf(judges.get(a), judges.get(b));
          const pairs =
            how === "each"
              ? pairsOf(atPlaces(ofA, placeOf()), atPlaces(ofB, placeOf()), atPlaces(clusters, placeOf()))
              : pairsOf(ofA, ofB, clusters);
          return { a, b, judges: how, passes: compareVerdicts("pass", pairs, options) };
        }),
      );
      const adjusted = holmAdjust(found.flatMap(({ passes }) => passes.test?.pValue ?? []));
      let tested = 0;
      return found.map(({ passes, ...names }) => {
        const { test } = passes;
        if (test === null) return { ...names, passes };
        return { ...names, passes: { ...passes, test: { ...test, adjustedP: adjusted[tested++] ?? 1 } } };
      });
    },
  };
}

function judgesOf(
  ofA: ReadonlySet<string> = new Set(),
  ofB: ReadonlySet<string> = new Set(),
): ModelDifference["judges"] {
  if ([...ofA].some((judge) => ofB.has(judge))) return "common";
  return ofA.size === 1 && ofB.size === 1 ? "each" : "apart";
}

/** The place that a unit has when its judge does not tell it from others; worked out when it is first asked for. */
function withoutJudges(units: ReadonlyMap<string, number>): () => ReadonlyMap<number, number> {
  let places: Map<number, number> | undefined;
  return () => {
    if (places !== undefined) return places;
    places = new Map();
    const known = new Map<string, number>();
    for (const [unit, place] of units) {
      const key = unit.slice(0, unit.indexOf("\n"));
      const first = known.get(key) ?? place;
      known.set(key, first);
      places.set(place, first);
    }
    return places;
  };
}

/** Values at other places; of several at one the last that is there. */
function atPlaces<Value>(values: readonly Value[], places: ReadonlyMap<number, number>): (Value | null)[] {
  const moved: (Value | null)[] = [];
  for (const [place, value] of values.entries()) {
    const to = places.get(place) ?? place;
    while (moved.length <= to) moved.push(null);
    if (value !== null) moved[to] = value;
  }
  return moved;
}

function pairsOf(ofA: Verdicts, ofB: Verdicts, clusters: readonly (string | null)[]): readonly ValuePair[] {
  return clusters.flatMap((cluster, place) => {
    const [a = null, b = null] = [ofA[place], ofB[place]];
    return cluster === null || a === null || b === null ? [] : [{ cluster, a, b }];
  });
}
