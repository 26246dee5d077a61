import { ownEntry } from "../../base/index.ts";
import { failedOutcomes, outcomeOf, type VerificationResult } from "../../result/index.ts";
import { type RatedAspect, ratedAnswerOf } from "../calibration/rated-answer.ts";
import { clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { bootstrapMean } from "../statistics/resampling/bootstrap.ts";
import { cellText } from "../tables/cell-text.ts";
import type { ChangedShare, ProbeFinding, ProbeKind } from "./probe-report.ts";

/** An answer of a run with what a judge said of it. */
export interface ProbedAnswer {
  /** The result of the run. */
  readonly result: VerificationResult;
  /** As it is, as often as it was judged. */
  readonly draws: readonly VerificationResult[];
  /** Judged in another way; absent: it was not. */
  readonly variant?: VerificationResult | undefined;
}

/** What is told of a probe. */
export interface ProbeTally {
  readonly probe: ProbeKind;
  readonly answers: readonly ProbedAnswer[];
  /** Examples at most. */
  readonly examples: number;
}

type Counted = Omit<ProbeFinding, "leftOut" | "words">;
type Aspect = RatedAspect["kind"];

/** Two judgments of an answer in one respect. */
interface Comparison {
  readonly kind: Aspect;
  readonly cluster: string;
  readonly answer: ProbedAnswer;
  readonly before: RatedAspect["value"];
  readonly after: RatedAspect["value"];
}

/** Counts what changes of what a judge says: of repeated draws between all pairs of them, else against each judgment of the answer as it is. */
export function tallyProbe({ probe, answers, examples }: ProbeTally): Counted {
  const counted = answers.map((answer) => ({ answer, compared: comparisonsOf(answer, probe) }));
  const all = counted.flatMap(({ compared }) => compared);
  const of = (kind: Aspect) => all.filter((one) => one.kind === kind);
  const verdicts = of("verdict");
  const isDraws = probe === "draws";
  const judged = answers.flatMap(({ draws, variant }) => (isDraws ? draws : (variant ?? [])));
  return {
    probe,
    answers: counted.filter(({ compared }) => compared.length > 0).length,
    failed: failuresIn(judged),
    verdicts: shareOf(verdicts),
    fields: shareOf(of("field")),
    traits: probe === "order" ? null : shareOf(of("trait")),
    toPass: isDraws ? null : shareOf(answers.flatMap((answer) => usualVerdict(answer, false))),
    toFail: isDraws ? null : shareOf(answers.flatMap((answer) => usualVerdict(answer, true))),
    beyond: isDraws ? null : beyondDraws(answers, probe),
    examples: answers.flatMap((answer) => examplesOf(answer, probe)).slice(0, examples),
  };
}

const questionOf = ({ result }: ProbedAnswer): string => result.metadata.questionId;

/** Values by respect; a verdict that failed is none. */
function valuesOf(result: VerificationResult): ReadonlyMap<string, RatedAspect> {
  if (failedOutcomes.includes(outcomeOf(result))) return new Map();
  const rated = ratedAnswerOf(result);
  return new Map(rated?.aspects.map((aspect) => [JSON.stringify([aspect.kind, aspect.name]), aspect]));
}

function comparisonsOf(answer: ProbedAnswer, probe: ProbeKind): readonly Comparison[] {
  const draws = answer.draws.map(valuesOf);
  const against = answer.variant === undefined ? undefined : valuesOf(answer.variant);
  const pairs =
    probe === "draws"
      ? draws.flatMap((first, at) => draws.slice(at + 1).map((second) => [first, second] as const))
      : draws.flatMap((first) => (against === undefined ? [] : [[first, against] as const]));
  return pairs.flatMap(([first, second]) =>
    [...first].flatMap(([key, { kind, value: before }]) => {
      const other = second.get(key);
      if (other === undefined || (probe === "order" && kind === "trait")) return [];
      return [{ kind, cluster: questionOf(answer), answer, before, after: other.value }];
    }),
  );
}

const isChanged = ({ before, after }: Pick<Comparison, "before" | "after">): boolean => before !== after;

/** The verdict of an answer that is usually this, and what it is in the other way. */
function usualVerdict(answer: ProbedAnswer, wanted: boolean): readonly Comparison[] {
  const verdictOf = (result: VerificationResult) =>
    [...valuesOf(result).values()].filter(({ kind }) => kind === "verdict").map(({ value }) => value);
  const said = answer.draws.flatMap(verdictOf);
  const [after] = answer.variant === undefined ? [] : verdictOf(answer.variant);
  const before = usualOf(said);
  if (said.length === 0 || after === undefined || before !== wanted) return [];
  return [{ kind: "verdict", cluster: questionOf(answer), answer, before, after }];
}

function shareOf(compared: readonly Comparison[]): ChangedShare | null {
  const clusters = [...Map.groupBy(compared, ({ cluster }) => cluster).values()];
  const { rate, interval, passed, of } = clusteredRate(
    clusters.map((same) => ({ passed: same.filter(isChanged).length, of: same.length })),
  );
  if (rate === null || interval === null) return null;
  const answers = new Set(compared.map(({ answer }) => answer)).size;
  return { answers, changed: passed, of, value: rate, interval };
}

function beyondDraws(answers: readonly ProbedAnswer[], probe: ProbeKind): ProbeFinding["beyond"] {
  const shareIn = (compared: readonly Comparison[]) => {
    const verdicts = compared.filter(({ kind }) => kind === "verdict");
    return verdicts.length === 0 ? null : verdicts.filter(isChanged).length / verdicts.length;
  };
  const values: number[] = [];
  const clusters: string[] = [];
  for (const answer of answers) {
    const changed = shareIn(comparisonsOf(answer, probe));
    const again = shareIn(comparisonsOf(answer, "draws"));
    if (changed === null || again === null) continue;
    values.push(changed - again);
    clusters.push(questionOf(answer));
  }
  const { mean, interval } = bootstrapMean({ values, clusters }, { resamples: 2000 });
  return mean === null ? null : { value: mean, interval };
}

function failuresIn(results: readonly VerificationResult[]): ProbeFinding["failed"] {
  const failed = results.filter((result) => failedOutcomes.includes(outcomeOf(result)));
  return counts(failed.map(({ metadata }) => metadata.failure?.reason ?? "no reason is known"));
}

/** How often each reason was given, the most frequent first. */
export function counts(reasons: readonly string[]): ProbeFinding["leftOut"] {
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, same]) => ({ reason, count: same.length }))
    .sort((left, right) => right.count - left.count);
}

function examplesOf(answer: ProbedAnswer, probe: ProbeKind): ProbeFinding["examples"] {
  const draws = answer.draws.map((result) => ({ result, values: valuesOf(result) }));
  const [first] = draws;
  if (first === undefined) return [];
  const { questionText, resultId } = answer.result.metadata;
  return [...first.values].flatMap(([key, aspect]) => {
    if (probe === "order" && aspect.kind === "trait") return [];
    const usual = usualOf(draws.flatMap(({ values }) => values.get(key)?.value ?? []));
    const before = draws.find(({ values }) => values.get(key)?.value === usual);
    const after =
      probe === "draws"
        ? draws.find(({ values }) => values.has(key) && values.get(key)?.value !== usual)
        : answer.variant && { result: answer.variant, values: valuesOf(answer.variant) };
    const said = after?.values.get(key)?.value;
    if (before === undefined || after === undefined || said === undefined || said === usual) return [];
    const read = ({ result: { template } }: { readonly result: VerificationResult }) =>
      aspect.kind === "field" ? cellText(ownEntry(template?.parsedLlmResponse, aspect.name)) : null;
    return [
      {
        ...{ result: resultId, question: questionText, kind: aspect.kind, name: aspect.name },
        ...{ before: wordOf(usual), after: wordOf(said) },
        ...{ readBefore: read(before), readAfter: read(after) },
      },
    ];
  });
}

/** What is said most often, of as many the first. */
function usualOf(values: readonly RatedAspect["value"][]): RatedAspect["value"] {
  const grouped = [...Map.groupBy(values, (value) => value).values()].sort(
    (left, right) => right.length - left.length,
  );
  return grouped[0]?.[0] ?? "";
}

const wordOf = (value: RatedAspect["value"]): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
