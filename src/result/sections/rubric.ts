import * as z from "zod";
import { type JsonValue, recordFrom, recordOf } from "../../base/index.ts";
import {
  labelledTypes,
  resultKey,
  type TraitType,
  traitKind,
  traitResultShape,
  traitTypes,
} from "../../rubric/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type * as documented from "../result-types.generated.ts";

const texts = recordOf(z.string()).nullable().default(null);

/** What the rubric's traits were judged to be, by kind of trait and then by trait name. */
export const VerificationResultRubric = z.object({
  /** True: traits were judged. */
  rubricEvaluationPerformed: z.boolean().default(false),
  /** `batch` or `sequential`. */
  rubricEvaluationStrategy: z.string().nullable().default(null),
  ...traitResultShape,
  /** Why dynamic traits were left out. */
  dynamicRubricSkippedTraits: texts,
  /** Dynamic traits that applied. */
  dynamicRubricPromotedTraits: z.array(z.string()).readonly().nullable().default(null),
  /** `global`, `question_specific` or `dynamic`. */
  traitProvenance: texts,
  /** What those traits were judged on that say so themselves: `answer`, `contexts` or `trace`; the others on what the run says. */
  traitSources: recordOf(JudgedSource).nullable().default(null),
  /** Why traits have no value; a literal trait among them scores -1. */
  traitFailures: texts,
});
export type VerificationResultRubric = documented.VerificationResultRubric;

const empty: VerificationResultRubric = VerificationResultRubric.parse({});

/** A rubric section with defaults for what is not given. */
export function rubricSection(fields: Partial<VerificationResultRubric>): VerificationResultRubric {
  return { ...empty, ...fields };
}

/** The scores of a rubric section type by type, in the order in which traits are listed everywhere. */
export function traitScoresByType(
  rubric: VerificationResultRubric,
): readonly (readonly [TraitType, VerificationResultRubric["llmTraitScores"]])[] {
  return traitTypes.map((type) => [type, rubric[resultKey(type, "scores")]]);
}

/** Every trait's score by name; where two kinds share a name, the later in the order of `traitTypes` wins. */
export function getAllTraitScores(rubric: VerificationResultRubric): { readonly [trait: string]: JsonValue } {
  return recordFrom(
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

/** Class names of literal traits by trait name, of all types whose results hold them; empty when there are none. */
export function traitLabels(rubric: VerificationResultRubric): { readonly [trait: string]: string } {
  return recordFrom(labelledTypes.flatMap((type) => Object.entries(rubric[resultKey(type, "labels")] ?? {})));
}

/** A list that a result keeps about a trait, such as what an answer lacks of what a metric trait asks for. */
interface TraitList {
  readonly trait: string;
  /** Such as `missing`. */
  readonly title: string;
  readonly entries: readonly string[];
}

/** The lists that a rubric section holds, as the kinds of its traits call them; empty ones are left out. */
export function readTraitLists(rubric: VerificationResultRubric): readonly TraitList[] {
  const fields: { readonly [field: string]: unknown } = { ...rubric };
  return traitTypes.flatMap((type) =>
    Object.entries(traitKind(type).listTitles ?? {}).flatMap(([field, titles]) =>
      Object.entries(EntriesWithLists.parse(fields[resultKey(type, field)]) ?? {}).flatMap(([trait, lists]) =>
        Object.entries(titles).flatMap(([list, title]) => {
          const entries = lists[list] ?? [];
          return entries.length === 0 ? [] : [{ trait, title, entries }];
        }),
      ),
    ),
  );
}

const EntriesWithLists = recordOf(recordOf(z.array(z.string()).readonly())).nullable();

/** Class names of literal LLM traits by trait name; empty when there are none. */
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
