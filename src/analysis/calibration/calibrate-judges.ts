import { KareninaError, ownEntry } from "../../base/index.ts";
import type { Results, VerificationResult } from "../../result/index.ts";
import { mcnemarExact } from "../statistics/pairs/mcnemar.ts";
import { cellText } from "../tables/cell-text.ts";
import { calibrateAspect, type GatheredAspect, isAlike, type MatchedLabel } from "./calibrate-aspect.ts";
import type { Calibration, JudgesCompared } from "./calibration.ts";
import { itemOf, type Label } from "./label.ts";
import { opinionsOf, type PersonsOpinion, ratersOf } from "./persons.ts";
import { type RatedAspect, ratedAnswerOf } from "./rated-answer.ts";

/** A run that is calibrated. */
export interface CalibratedRun {
  readonly name: string;
  readonly results: Results;
}

/** What to count. */
export interface CalibrateOptions {
  /** Only the labels of these raters; default: all. */
  readonly raters?: readonly string[];
  /** Disagreements that are listed, in each respect. Default 5. */
  readonly examples?: number;
}

interface Side {
  readonly run: string;
  readonly judge: string;
  readonly aspects: Map<string, GatheredAspect>;
}

/**
 * Judges against persons: how often they say the same, in which direction judges err, and what persons would find over
 * all answers. Several runs, or judges of a run, are also compared with one another on the labels that they share; labels
 * fit answers of the same words, of the same model, question and replicate, in whichever run they stand.
 *
 * @throws KareninaError `invalid_input` for labels of a trait that are no answers to what its judge was asked
 * @example
 * const { judges } = await calibrateJudges(
 *   [{ name: "run", results: readResultLog("run.jsonl") }],
 *   await readLabels("labels.csv"),
 * );
 * judges[0]?.aspects[0]?.predictionPowered?.value; // the pass rate that persons would find
 */
export async function calibrateJudges(
  runs: readonly CalibratedRun[],
  labels: readonly Label[],
  { raters, examples = 5 }: CalibrateOptions = {},
): Promise<Calibration> {
  const counted = labels.map((label) =>
    raters === undefined || raters.includes(label.rater) ? label : { ...label, value: null, isUnsure: false },
  );
  const opinions = opinionsOf(counted);
  const met = new Set<string>();
  const sides: Side[] = [];
  for (const { name, results } of runs) {
    const ofRun = new Map<string, Side>();
    for await (const result of results) gather(result, name);
    sides.push(...ofRun.values());

    function gather(result: VerificationResult, run: string): void {
      const rated = ratedAnswerOf(result);
      if (rated === null) return;
      const side: Side = ofRun.get(rated.judge) ?? { run, judge: rated.judge, aspects: new Map() };
      ofRun.set(rated.judge, side);
      for (const aspect of rated.aspects) {
        const { kind, name, value } = aspect;
        const item = itemOf({ answer: rated.answer, kind, name });
        const opinion = opinions.get(item);
        const matched = opinion && matchOf(item, opinion, aspect, result);
        if (matched !== undefined) met.add(item);
        const told = { value, question: rated.questionId, matched };
        if (kind === "field") add(side, { kind: "fields", name: "all fields" }, told);
        add(side, aspect, told);
      }
    }
  }
  const given = counted.filter(({ value }) => value !== null);
  return {
    labels: {
      raters: [...new Set(given.map(({ rater }) => rater))],
      answers: new Set(given.map(({ answer }) => answer)).size,
      given: given.length,
      unsure: counted.filter(({ isUnsure }) => isUnsure).length,
      blank: [...opinions.values()].filter(({ said }) => said.length === 0).length,
      unknown: given.filter((label) => !met.has(itemOf(label))).length,
    },
    judges: sides.map(({ run, judge, aspects }) => ({
      run,
      judge,
      aspects: [...aspects.values()]
        .filter(({ matched }) => matched.length > 0)
        .map((aspect) => calibrateAspect(aspect, examples)),
    })),
    compared: sides.flatMap((first, at) =>
      sides.slice(at + 1).flatMap((second) => compareSides(first, second)),
    ),
    raters: ratersOf(opinions.values(), examples),
  };
}

function add(
  { aspects }: Side,
  { kind, name }: Pick<GatheredAspect, "kind" | "name">,
  told: {
    readonly value: RatedAspect["value"];
    readonly question: string;
    readonly matched: MatchedLabel | undefined;
  },
): void {
  // traits of one name may be scores in some questions and yes or no in others
  const key = JSON.stringify([kind, name, typeof told.value]);
  const gathered: GatheredAspect = aspects.get(key) ?? { kind, name, values: [], questions: [], matched: [] };
  aspects.set(key, gathered);
  gathered.values.push(told.value);
  gathered.questions.push(told.question);
  if (told.matched !== undefined) gathered.matched.push(told.matched);
}

function matchOf(
  item: string,
  opinion: PersonsOpinion,
  { kind, name, value }: RatedAspect,
  { metadata, template, deepJudgment, deepJudgmentRubric }: VerificationResult,
): MatchedLabel {
  const other = opinion.said.find((one) => typeof one.value !== typeof value);
  if (other !== undefined)
    throw new KareninaError(
      "invalid_input",
      `${other.rater} says ${JSON.stringify(other.value)} of the ${kind} ${JSON.stringify(name)}, of which the judge says ${JSON.stringify(value)}.`,
      { hint: 'The column "allowed" of labels has to stay as `karenina label` wrote it.' },
    );
  const isField = kind === "field";
  const quoted = isField
    ? ownEntry(deepJudgment?.extractedExcerpts, name)
    : ownEntry(deepJudgmentRubric?.extractedRubricExcerpts, name);
  const reason = isField
    ? ownEntry(deepJudgment?.attributeReasoning, name)
    : ownEntry(deepJudgmentRubric?.rubricTraitReasoning, name);
  return {
    item,
    opinion,
    judge: value,
    result: metadata.resultId,
    question: metadata.questionText,
    read: isField ? cellText(ownEntry(template?.parsedLlmResponse, name)) : null,
    expected: isField ? cellText(ownEntry(template?.parsedGtResponse, name)) : null,
    evidence: quoted?.find(({ text }) => text !== "")?.text ?? reason ?? null,
  };
}

function compareSides(first: Side, second: Side): readonly JudgesCompared[] {
  const nameOf = ({ run, judge }: Side) =>
    first.run === second.run ? judge : first.judge === second.judge ? run : `${run} ${judge}`;
  return [...first.aspects].flatMap(([key, aspect]) => {
    // fields of one answer hang together, which the test does not know
    const { kind } = aspect;
    if (kind === "fields") return [];
    const others = new Map(second.aspects.get(key)?.matched.map((one) => [one.item, one]));
    const pairs = aspect.matched.flatMap((one) => {
      const other = others.get(one.item);
      const { value } = one.opinion;
      return other === undefined || value === null
        ? []
        : [{ first: isAlike(one.judge, value), second: isAlike(other.judge, value) }];
    });
    if (pairs.length === 0) return [];
    const count = (isMeant: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(isMeant).length;
    const onlyFirst = count((pair) => pair.first && !pair.second);
    const onlySecond = count((pair) => !pair.first && pair.second);
    return [
      {
        ...{ first: nameOf(first), second: nameOf(second), kind, name: aspect.name },
        answers: pairs.length,
        firstRight: count((pair) => pair.first),
        secondRight: count((pair) => pair.second),
        ...{ onlyFirst, onlySecond, pValue: mcnemarExact(onlyFirst, onlySecond) },
      },
    ];
  });
}
