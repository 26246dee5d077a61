import type * as z from "zod";
import { type JsonValue, recordFrom, recordOf } from "../../base/index.ts";
import type { TraitJudgement } from "../judgement.ts";
import { type TraitType, traitKind, type traitKinds, traitTypes } from "./list.ts";

type Kinds = typeof traitKinds;

/** The name of a field in a result, such as `llmTraitScores`. */
type ResultKey<Type extends TraitType> = Type extends TraitType
  ? `${Type}Trait${Capitalize<keyof Kinds[Type]["results"] & string>}`
  : never;

type SchemaOf<Key> = Key extends `${infer Type extends TraitType}Trait${infer Field}`
  ? Kinds[Type]["results"][Uncapitalize<Field> & keyof Kinds[Type]["results"]]
  : never;

/** What results keep of traits of these types: by field, then by trait. */
export type TraitResults<Type extends TraitType = TraitType> = {
  readonly [Key in ResultKey<Type>]: { readonly [trait: string]: z.infer<SchemaOf<Key>> };
};

/** The key of a kind's field in a result. */
export function resultKey<Type extends TraitType, Field extends string>(
  type: Type,
  field: Field,
): `${Type}Trait${Capitalize<Field>}` {
  // The first letter is made a capital one, which the compiler does not follow.
  return `${type}Trait${field.slice(0, 1).toUpperCase()}${field.slice(1)}` as `${Type}Trait${Capitalize<Field>}`;
}

type ResultShape = {
  [Key in keyof TraitResults]: z.ZodType<TraitResults[Key] | null, TraitResults[Key] | null | undefined>;
};

const fields: { readonly [key: string]: z.ZodType } = recordFrom(
  traitTypes.flatMap((type) =>
    Object.entries(traitKind(type).results).map(([field, schema]) => [
      resultKey(type, field),
      recordOf(schema).nullable().default(null),
    ]),
  ),
);

/** The fields of all kinds in a result's schema, null where nothing is known. */
// The keys are made from the list of kinds, which the compiler does not follow through fromEntries.
export const traitResultShape = fields as ResultShape;

/** The names of the fields of all kinds in a result. */
// Object.keys says string[] of any object.
export const traitFieldNames = Object.keys(traitResultShape) as readonly (keyof TraitResults)[];

type LabelledType = {
  [Type in TraitType]: Kinds[Type]["results"] extends { readonly labels: unknown } ? Type : never;
}[TraitType];

/** The types of traits of which results keep the names of classes. */
export const labelledTypes: readonly LabelledType[] = traitTypes.filter(
  (type): type is LabelledType => "labels" in traitKind(type).results,
);

/** A trait without a value, and why. */
export interface TraitFailure {
  readonly trait: string;
  readonly problem: string;
}

/** What became of traits, each with its name. */
export type NamedJudgements = readonly (readonly [trait: string, judgement: TraitJudgement])[];

/** What results keep of traits, by type; a field about which nothing is known is empty. */
export function collectTraitResults<Type extends TraitType>(
  judged: ReadonlyMap<Type, NamedJudgements>,
): TraitResults<Type> {
  const entries = [...judged].flatMap(([type, judgements]) =>
    Object.keys(traitKind(type).results).map((field) => [
      resultKey(type, field),
      recordFrom(judgements.flatMap(([trait, judgement]) => entriesOf(field, trait, judgement))),
    ]),
  );
  // What the judgements of a kind hold fits the schemas of its fields.
  return Object.fromEntries(entries) as TraitResults<Type>;
}

function entriesOf(
  field: string,
  trait: string,
  { scores, label, details }: TraitJudgement,
): readonly (readonly [key: string, value: JsonValue])[] {
  if (field === "scores") return Object.entries(scores);
  const value = field === "labels" ? label : details?.[field];
  return value === undefined ? [] : [[trait, value]];
}

/** The traits without a value, and what is to be known about values that count. */
export function collectProblems(judged: NamedJudgements): {
  readonly failures: readonly TraitFailure[];
  readonly warnings: readonly string[];
} {
  return {
    failures: judged.flatMap(([trait, one]) => (one.ok ? [] : [{ trait, problem: one.problem }])),
    warnings: judged.flatMap(([trait, one]) =>
      one.ok && one.warning !== undefined ? [`Trait "${trait}": ${one.warning}.`] : [],
    ),
  };
}
