import type { Results } from "../../result/index.ts";
import { cohenKappa } from "../statistics/agreement/cohen-kappa.ts";
import { fleissKappa } from "../statistics/agreement/fleiss-kappa.ts";
import { krippendorffAlpha } from "../statistics/agreement/krippendorff-alpha.ts";
import type { Agreement } from "../statistics/agreement/measure.ts";
import { rawAgreement } from "../statistics/agreement/raw-agreement.ts";
import { defaultSeed } from "../statistics/resampling/random-words.ts";
import { type Judgment, judgedAnswerOf } from "./judgments.ts";
import type { JudgeAgreement, JudgeConsistency, JudgeReliability } from "./reliability.ts";

/** How to draw for the intervals. */
export interface ReliabilityOptions {
  /** Default 20,240,229. */
  readonly seed?: number;
  /** Default 1,000. */
  readonly resamples?: number;
}

/** Values of one aspect: by item, and in it by rater. */
interface Aspect {
  readonly kind: Judgment["kind"];
  readonly name: string;
  readonly items: Map<string, Map<string, string | number>>;
}

/** Of more results reports do not ask for it: what judges said of each answer is held in memory, and drawing takes long. */
export const mostJudgedResults = 10_000;

/** The α below which not even tentative conclusions should be drawn (Krippendorff, "Content Analysis", 2004, chapter 11). */
export const leastAlpha = 0.667;

/**
 * How far the judges of a run agree: several judges on the same answers, and one judge with itself on answers that
 * replicates repeat word by word; of the verdict, of each field (passed, failed or no value) and of each trait.
 *
 * @example
 * const { between } = await judgeReliability(readResultLog("run.jsonl"));
 * const doubtful = between.filter((one) => one.doubtful && one.atStake > 0);
 */
export async function judgeReliability(
  results: Results,
  options: ReliabilityOptions = {},
): Promise<JudgeReliability> {
  const drawing = { seed: options.seed ?? defaultSeed, resamples: options.resamples ?? 1000 };
  const judges = new Set<string>();
  const between = new Map<string, Aspect>();
  const within = new Map<string, Map<string, Aspect>>();
  for await (const result of results) {
    const judged = judgedAnswerOf(result);
    if (judged === null) continue;
    const { judge, answer, words, replicate, judgments } = judged;
    judges.add(judge);
    const own = within.get(judge) ?? new Map<string, Aspect>();
    within.set(judge, own);
    for (const judgment of judgments) {
      addValue(between, judgment, answer, judge);
      addValue(own, judgment, words, `${replicate}`);
    }
  }
  const names = [...judges];
  const verdicts = [...between.values()].find(({ kind }) => kind === "verdict");
  return {
    judges: names,
    between:
      names.length < 2
        ? []
        : [...between.values()].flatMap((one) => agreementOf(one, names, verdicts, drawing)),
    within: [...within].flatMap(([judge, aspects]) =>
      [...aspects.values()].flatMap((one) => consistencyOf(judge, one, drawing)),
    ),
  };
}

function addValue(
  aspects: Map<string, Aspect>,
  { kind, name, value }: Judgment,
  item: string,
  rater: string,
): void {
  const key = JSON.stringify([kind, name]);
  const aspect: Aspect = aspects.get(key) ?? { kind, name, items: new Map() };
  aspects.set(key, aspect);
  const values = aspect.items.get(item) ?? new Map<string, string | number>();
  aspect.items.set(item, values);
  values.set(rater, value);
}

type Values = ReadonlyMap<string, string | number>;

const isDiffering = (values: Values): boolean => new Set(values.values()).size > 1;

type Drawing = Required<ReliabilityOptions>;

/** Nothing where no answer has two values. */
function measuresOf({ kind, name, items }: Aspect, drawing: Drawing) {
  const shared = [...items.values()].filter((values) => values.size > 1);
  if (shared.length === 0) return undefined;
  const rows = shared.map((values) => [...values.values()]);
  const metric = rows.flat().every((value) => typeof value === "number") ? "ordinal" : "nominal";
  return {
    shared,
    rows,
    numbers: {
      kind,
      name,
      metric,
      answers: shared.length,
      differing: shared.filter(isDiffering).length,
      rawAgreement: numbersOf(rawAgreement(rows, drawing)),
      krippendorffAlpha: numbersOf(krippendorffAlpha(rows, { ...drawing, metric })),
    } as const,
  };
}

const numbersOf = ({ value, interval }: Agreement) => ({ value, interval });

function agreementOf(
  aspect: Aspect,
  judges: readonly string[],
  verdicts: Aspect | undefined,
  drawing: Drawing,
): readonly JudgeAgreement[] {
  const measured = measuresOf(aspect, drawing);
  if (measured === undefined) return [];
  const { shared, rows, numbers } = measured;
  const alpha = numbers.krippendorffAlpha.value;
  const weights = numbers.metric === "ordinal" ? "quadratic" : "none";
  return [
    {
      ...numbers,
      fleissKappa: numbersOf(fleissKappa(rows, drawing)),
      cohenKappas: judges.flatMap((first, at) =>
        judges.slice(at + 1).flatMap((second) => {
          const pairs = shared.map(
            (values) => [values.get(first) ?? null, values.get(second) ?? null] as const,
          );
          const { items, ...kappa } = cohenKappa(pairs, { ...drawing, weights });
          return items === 0 ? [] : [{ first, second, answers: items, kappa }];
        }),
      ),
      atStake: aspect.kind === "trait" ? 0 : countAtStake(aspect, verdicts),
      doubtful: alpha !== null && alpha < leastAlpha,
    },
  ];
}

function countAtStake({ items }: Aspect, verdicts: Aspect | undefined): number {
  return [...items].filter(([item, values]) => {
    const verdict = verdicts?.items.get(item);
    return verdict !== undefined && isDiffering(values) && isDiffering(verdict);
  }).length;
}

function consistencyOf(judge: string, aspect: Aspect, drawing: Drawing): readonly JudgeConsistency[] {
  const measured = measuresOf(aspect, drawing);
  return measured === undefined ? [] : [{ judge, ...measured.numbers }];
}
