import * as z from "zod";
import { AnyJson, type JsonValue, recordOf } from "../../base/index.ts";
import type { TraitType } from "../../rubric/index.ts";

const ConfusionLists = z.object({
  tp: z.array(z.string()).readonly().default([]),
  tn: z.array(z.string()).readonly().default([]),
  fp: z.array(z.string()).readonly().default([]),
  fn: z.array(z.string()).readonly().default([]),
});

const ExtractionMetadata = z.looseObject({
  method: z.string(),
  localJsonError: z.string().nullish(),
  parserError: z.string().nullish(),
});

const scores = recordOf(AnyJson).nullable().default(null);
const texts = recordOf(z.string()).nullable().default(null);

/** What the rubric's traits were judged to be, by kind of trait and then by trait name. */
export const VerificationResultRubric = z.object({
  rubricEvaluationPerformed: z.boolean().default(false),
  /** `batch` or `sequential`. */
  rubricEvaluationStrategy: z.string().nullable().default(null),
  /** Boolean, score, class index of a literal trait, or the values of a template trait. */
  llmTraitScores: scores,
  /** Class names of literal traits; for one without a class the judge's own text, or a note in brackets. */
  llmTraitLabels: texts,
  regexTraitScores: recordOf(z.boolean()).nullable().default(null),
  callableTraitScores: recordOf(z.union([z.boolean(), z.number()]))
    .nullable()
    .default(null),
  /** Metric values by trait and metric name. */
  metricTraitScores: recordOf(recordOf(z.number())).nullable().default(null),
  metricTraitConfusionLists: recordOf(ConfusionLists).nullable().default(null),
  agenticTraitScores: scores,
  /** Class names of literal agentic traits. */
  agenticTraitLabels: texts,
  agenticTraitInvestigationTraces: texts,
  agenticTraitExtractionMetadata: recordOf(ExtractionMetadata).nullable().default(null),
  /** Why dynamic traits were left out. */
  dynamicRubricSkippedTraits: texts,
  dynamicRubricPromotedTraits: z.array(z.string()).readonly().nullable().default(null),
  /** `global`, `question_specific` or `dynamic`. */
  traitProvenance: texts,
  /** Why traits have no value; a literal trait among them scores -1. */
  traitFailures: texts,
});
export type VerificationResultRubric = z.infer<typeof VerificationResultRubric>;

const empty: VerificationResultRubric = VerificationResultRubric.parse({});

/** A rubric section with defaults for what is not given. */
export function rubricSection(fields: Partial<VerificationResultRubric>): VerificationResultRubric {
  return { ...empty, ...fields };
}

type Scores = { readonly [trait: string]: JsonValue } | null;

/** The scores of a rubric section type by type, in the order in which traits are listed everywhere. */
export const traitScoresByType = (
  rubric: VerificationResultRubric,
): readonly (readonly [TraitType, Scores])[] => [
  ["llm", rubric.llmTraitScores],
  ["regex", rubric.regexTraitScores],
  ["callable", rubric.callableTraitScores],
  ["metric", rubric.metricTraitScores],
  ["agentic", rubric.agenticTraitScores],
];

/** Every trait's score by name; where two kinds share a name, the later of llm, regex, callable, metric, agentic wins. */
export function getAllTraitScores(rubric: VerificationResultRubric): { readonly [trait: string]: JsonValue } {
  return Object.fromEntries(
    traitScoresByType(rubric).flatMap(([, scoresOfType]) => Object.entries(scoresOfType ?? {})),
  );
}

/** A trait's score and kind, or null when the result has no such trait. */
export function getTraitByName(
  rubric: VerificationResultRubric,
  name: string,
): readonly [value: JsonValue, type: TraitType] | null {
  for (const [type, scoresOfType] of traitScoresByType(rubric)) {
    if (scoresOfType === null || !Object.hasOwn(scoresOfType, name)) continue;
    const value = scoresOfType[name];
    if (value !== undefined) return [value, type];
  }
  return null;
}

/** Class names of literal traits by trait name; empty when there are none. */
export function getLlmTraitLabels(rubric: VerificationResultRubric): { readonly [trait: string]: string } {
  return rubric.llmTraitLabels ?? {};
}

/**
 * The trait that a key of the scores belongs to: the key itself, or for `trait.field` the template trait. Results
 * without provenance, of other programs, do not say which traits there are; there every key is a trait.
 */
export function traitOfKey(
  { traitProvenance }: Pick<VerificationResultRubric, "traitProvenance">,
  key: string,
): string {
  if (traitProvenance === null || Object.hasOwn(traitProvenance, key)) return key;
  const parts = key.split(".");
  const prefixes = parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join("."));
  return prefixes.find((prefix) => Object.hasOwn(traitProvenance, prefix)) ?? key;
}
