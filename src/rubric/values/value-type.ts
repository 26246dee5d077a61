import * as z from "zod";
import { AnyJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { TraitJudgement } from "../judgement.ts";
import type { TraitClass } from "./literal/classes.ts";

/** A value made of several fields: the JSON Schema of an object, as stored. */
export const TemplateKind = z.strictObject({ type: z.literal("template"), schema: AnyJsonObject }).readonly();
export type TemplateKind = z.infer<typeof TemplateKind>;

/** The field `kind` of a trait: yes or no, a whole number, one class of several, or the fields of a schema. */
export const ValueKind = z.union([z.enum(["boolean", "score", "literal"]), TemplateKind]);
export type ValueKind = z.infer<typeof ValueKind>;

/** The part of a trait that says what its value is; LLM and agentic traits have it in common. */
export interface ValuedTrait {
  readonly name: string;
  readonly kind: ValueKind;
  /** Of a score; 0 for a literal trait; null for the other kinds. */
  readonly minScore: number | null;
  /** Of a score; the last index of a literal trait; null for the other kinds. */
  readonly maxScore: number | null;
  readonly classes: readonly TraitClass[] | null;
  readonly higherIsBetter: boolean | null;
}

/** Such a trait with what a judge is told about it. */
export interface DescribedTrait extends ValuedTrait {
  readonly description: string | null;
  readonly summary: string | null;
}

/** Something wrong with one field of a trait. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What every type of value answers for itself. */
export interface ValueType {
  readonly name: Extract<ValueKind, string> | TemplateKind["type"];
  /** The fields this type settles by itself, from what was given, with its classes as a list. */
  complete(given: { readonly [field: string]: unknown }): { readonly [field: string]: unknown };
  problems?(trait: ValuedTrait): readonly FieldProblem[];
  /** The best possible score; absent for values that are not on a scale. */
  maxScore?(trait: ValuedTrait): number;
  /** Default: the trait's name. */
  resultKeys?(trait: ValuedTrait): readonly string[];
  /** Best and worst rating in the file. */
  rating(trait: ValuedTrait): { readonly best: number; readonly worst: number };
  /** The value's JSON Schema for the judge. */
  schema(trait: ValuedTrait): JsonSchema;
  /** The key of the value where a judge is asked for this trait alone; absent: the value is the whole reply. */
  readonly replyKey?: string;
  readonly texts: ValueTexts;
  /** The value a judge gave; undefined where it gave none. */
  accept(trait: ValuedTrait, raw: JsonValue | undefined, tools: CheckTools): TraitJudgement;
  /** The trait when the call for it failed; default: it has no score. */
  fail?(trait: ValuedTrait, problem: string): TraitJudgement;
}

/** The words in which a judge is asked for a value. */
interface ValueTexts {
  /** What the judge does about one trait alone, with `You` before it. */
  readonly task: string;
  /** The rules for such a value; null: none but those for any trait. */
  readonly rules: string | null;
  /** In place of `rules` where the judge sees evidence and not the answer. */
  readonly evidenceRules?: string;
  /** What the reply holds for one trait alone. */
  readonly alone: string;
  /** What it holds for such traits among several of any type. */
  readonly among: string;
  /** How the value is found in the report of an investigation. */
  inReport(trait: ValuedTrait): string;
  /** What the judge has to know of the trait beside its criteria. */
  known(trait: ValuedTrait): { readonly scale?: string; readonly classes?: ValuedTrait["classes"] };
  /** What an investigator has to know of it; default: what `known` says. */
  investigated?(trait: ValuedTrait): object;
}
