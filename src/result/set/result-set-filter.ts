import * as z from "zod";
import { isJsonObject, type JsonValue, ownEntry, type ShapeOf } from "../../base/index.ts";
import { checkedArgument } from "../export/checked-argument.ts";
import { Outcome } from "../failure.ts";
import { hadTemplate, outcomeOf } from "../outcome.ts";
import { answeringModel, parsingModel } from "../sections/metadata.ts";
import { getTraitByName, traitLabels, type VerificationResultRubric } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";

/** What results must have to be kept; everything given must hold. An empty list keeps nothing. */
export interface ResultFilter {
  readonly questionIds?: readonly string[];
  /** Display strings. */
  readonly answeringModels?: readonly string[];
  /** Display strings. */
  readonly parsingModels?: readonly string[];
  /** Null stands for results of a run of one replicate. */
  readonly replicates?: readonly (number | null)[];
  /** Only results completed without errors, right or wrong. */
  readonly completedOnly?: boolean;
  /** Whether there was a template to verify, verified or not. */
  readonly hasTemplate?: boolean;
  /** Whether rubric evaluation was performed. */
  readonly hasRubric?: boolean;
  /** Whether deep judgment of the template was performed. */
  readonly hasJudgment?: boolean;
  readonly outcomes?: readonly Outcome[];
  /** Results of questions with one of these keywords. */
  readonly keywords?: readonly string[];
  /** Each of these traits has this value, as text, or this class: `{ trait: "tone", value: "Formal" }`. */
  readonly traits?: readonly TraitCondition[];
}

/** A trait and the value it must have. The fields of a template trait are named `trait.field`, metrics `trait.metric`. */
export interface TraitCondition {
  readonly trait: string;
  /** `true`, `4`, a text or the name of a class; a number also as it is shown, with two decimals or more. Anything else as JSON. */
  readonly value: string;
}

const texts = z.array(z.string()).optional();
const flag = z.boolean().optional();

const Filter = z.strictObject({
  questionIds: texts,
  answeringModels: texts,
  parsingModels: texts,
  replicates: z.array(z.number().nullable()).optional(),
  completedOnly: flag,
  hasTemplate: flag,
  hasRubric: flag,
  hasJudgment: flag,
  outcomes: z.array(Outcome).optional(),
  keywords: texts,
  traits: z.array(z.strictObject({ trait: z.string(), value: z.string() })).optional(),
} satisfies ShapeOf<ResultFilter>);

/**
 * A filter, for callers that no compiler has looked at: one that is misspelt would keep every result.
 *
 * @throws KareninaError `invalid_input` that names what does not fit.
 */
export function checkFilter(filter: ResultFilter): void {
  checkedArgument(Filter, filter, {
    name: "The filter",
    hint: `There are ${Object.keys(Filter.shape).join(", ")}.`,
  });
}

const isOneOf = <T>(list: readonly T[] | undefined, value: T): boolean =>
  list === undefined || list.includes(value);

const isAsked = (asked: boolean | undefined, performed: boolean | undefined): boolean =>
  asked === undefined || asked === (performed ?? false);

/** True when a result passes a filter. */
export function matchesFilter(result: VerificationResult, filter: ResultFilter): boolean {
  const { metadata, rubric, deepJudgment } = result;
  return (
    isOneOf(filter.questionIds, metadata.questionId) &&
    isOneOf(filter.answeringModels, answeringModel(metadata)) &&
    isOneOf(filter.parsingModels, parsingModel(metadata)) &&
    isOneOf(filter.replicates, metadata.replicate) &&
    (!filter.completedOnly || metadata.completedWithoutErrors) &&
    isAsked(filter.hasTemplate, hadTemplate(result)) &&
    isAsked(filter.hasRubric, rubric?.rubricEvaluationPerformed) &&
    isAsked(filter.hasJudgment, deepJudgment?.deepJudgmentPerformed) &&
    isOneOf(filter.outcomes, outcomeOf(result)) &&
    (filter.keywords === undefined || filter.keywords.some((word) => metadata.keywords?.includes(word))) &&
    (filter.traits ?? []).every((condition) => hasTraitValue(result, condition))
  );
}

function hasTraitValue({ rubric }: VerificationResult, { trait, value }: TraitCondition): boolean {
  if (rubric === null) return false;
  if (ownEntry(traitLabels(rubric), trait) === value) return true;
  const score = traitValue(rubric, trait);
  if (typeof score === "number") return isNumber(score, value);
  return score !== undefined && (typeof score === "string" ? score : JSON.stringify(score)) === value;
}

/** Of a trait, or behind its name and a point one of the metrics that it has. */
function traitValue(rubric: VerificationResultRubric, name: string): JsonValue | undefined {
  const [whole] = getTraitByName(rubric, name) ?? [];
  if (whole !== undefined) return whole;
  const point = name.lastIndexOf(".");
  const [metrics] = getTraitByName(rubric, name.slice(0, Math.max(0, point))) ?? [];
  return metrics !== undefined && isJsonObject(metrics)
    ? ownEntry(metrics, name.slice(point + 1))
    : undefined;
}

/** `0.67` is 2/3, but `4` is not 4.3. */
function isNumber(score: number, text: string): boolean {
  if (text.trim() !== "" && Number(text) === score) return true;
  const [, decimals] = /^-?\d+\.(\d{2,})$/.exec(text) ?? [];
  return decimals !== undefined && score.toFixed(Math.min(decimals.length, 20)) === text;
}
