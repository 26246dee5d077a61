import type { Results, VerificationResult } from "../../result/index.ts";
import { defaultSeed, type RandomWords, randomWords } from "../statistics/resampling/random-words.ts";
import { type RatedAnswer, ratedAnswerOf } from "./rated-answer.ts";

/** How to draw. */
export interface SampleOptions {
  /** Answers. Default 60. */
  readonly size?: number;
  /** Default 20,240,229. */
  readonly seed?: number;
}

/** An answer for persons to judge. */
export interface SampledAnswer {
  readonly rated: RatedAnswer;
  readonly result: VerificationResult;
  /** Says nothing of what the judge said: whoever labels may see it. */
  readonly stratum: string;
  /** With which it was drawn. */
  readonly probability: number;
}

/** How many are drawn where nobody says. */
const usualSize = 60;
/** Fewer labels of a stratum do not tell how much it varies. */
const leastOfStratum = 2;

/**
 * Draws answers for persons to judge, in an order that tells nothing. Strata are the models under test, what the judge's
 * verdict is (passed, failed, none, or judges differ), and whether something says that it was hard to judge. Each gets
 * labels by the square root of its size, twice as many where it was hard, and at least two; within it lots are drawn.
 * Where there are too many strata for that, models are put together, then also hard and easy answers. Of an answer that
 * several judges have judged, the first result stands.
 *
 * @param read the results, as often as it is called
 * @example
 * const sample = await sampleAnswers(() => readResultLog("run.jsonl"), { size: 60 });
 */
export async function sampleAnswers(
  read: () => Results,
  { size = usualSize, seed = defaultSeed }: SampleOptions = {},
): Promise<readonly SampledAnswer[]> {
  const frame = await frameOf(read());
  // logs have results in the order in which they were finished; what is drawn hangs on the answers alone
  const answers = [...frame].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
  const strata = stratify(answers, size);
  const random = randomWords(seed);
  const counts = allocate(strata, size);
  const drawn = strata.flatMap((members, at) => {
    const count = counts[at] ?? 0;
    return shuffled(members, random)
      .slice(0, count)
      .map(({ rated }) => ({ rated, stratum: at, probability: count / members.length }));
  });
  // numbered by lot, so that they do not tell what the judge said
  const codes = shuffled(
    strata.map((_, at) => at),
    random,
  );
  const chosen = new Map(shuffled(drawn, random).map((one) => [one.rated.result, one]));
  const results = new Map<string, VerificationResult>();
  for await (const result of read())
    if (chosen.has(result.metadata.resultId)) results.set(result.metadata.resultId, result);
  return [...chosen.values()].flatMap(({ rated, stratum, probability }) => {
    const result = results.get(rated.result);
    return result === undefined
      ? []
      : [{ rated, result, stratum: `s${codes.indexOf(stratum) + 1}`, probability }];
  });
}

interface FramedAnswer {
  readonly rated: RatedAnswer;
  verdict: string;
  isUncertain: boolean;
}

async function frameOf(results: Results): Promise<ReadonlyMap<string, FramedAnswer>> {
  const frame = new Map<string, FramedAnswer>();
  for await (const result of results) {
    const rated = ratedAnswerOf(result);
    if (rated === null) continue;
    const verdict = String(rated.aspects.find(({ kind }) => kind === "verdict")?.value ?? "none");
    const known = frame.get(rated.answer);
    if (known === undefined) frame.set(rated.answer, { rated, verdict, isUncertain: rated.isUncertain });
    else {
      if (known.verdict !== verdict) known.verdict = "differ";
      known.isUncertain ||= rated.isUncertain || known.verdict === "differ";
    }
  }
  return frame;
}

type Strata = readonly (readonly FramedAnswer[])[];

/** The finest strata that have room for two labels each. */
function stratify(answers: readonly FramedAnswer[], size: number): Strata {
  const ways = [
    ({ rated, verdict, isUncertain }: FramedAnswer) => JSON.stringify([verdict, isUncertain, rated.model]),
    ({ verdict, isUncertain }: FramedAnswer) => JSON.stringify([verdict, isUncertain]),
    ({ verdict }: FramedAnswer) => verdict,
  ];
  for (const way of ways) {
    const strata = [...Map.groupBy(answers, way).values()];
    if (strata.length * leastOfStratum <= size) return strata;
  }
  return answers.length === 0 ? [] : [answers];
}

/** How many of each stratum are drawn. */
function allocate(strata: Strata, size: number): readonly number[] {
  const counts = strata.map((members) => Math.min(members.length, leastOfStratum, size));
  const worth = strata.map(
    (members) => Math.sqrt(members.length) * (members[0]?.isUncertain === true ? 2 : 1),
  );
  let left = size - counts.reduce((sum, count) => sum + count, 0);
  for (; left > 0; left -= 1) {
    // the next label goes where it is lacking most, as in the method of Webster
    let next = -1;
    let most = 0;
    for (const [at, members] of strata.entries()) {
      const count = counts[at] ?? 0;
      const lack = (worth[at] ?? 0) / (2 * count + 1);
      if (count < members.length && lack > most) {
        next = at;
        most = lack;
      }
    }
    if (next === -1) break;
    counts[next] = (counts[next] ?? 0) + 1;
  }
  return counts;
}

/** R. A. Fisher and F. Yates's shuffle. */
function shuffled<One>(list: readonly One[], random: RandomWords): readonly One[] {
  const order = [...list];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other] as One, order[at] as One]; // both are places of the list
  }
  return order;
}
