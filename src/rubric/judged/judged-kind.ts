import * as z from "zod";
import { AnyJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { TraitJudgement } from "../judgement.ts";
import type { TraitClass } from "./classes.ts";

/** A judged value made of several fields: the JSON Schema of an object, as stored. */
export const TemplateKind = z.strictObject({ type: z.literal("template"), schema: AnyJsonObject }).readonly();
export type TemplateKind = z.infer<typeof TemplateKind>;

/** What a judge says about an answer: yes or no, a whole number, one class of several, or the fields of a schema. */
export const JudgedKind = z.union([z.enum(["boolean", "score", "literal"]), TemplateKind]);
export type JudgedKind = z.infer<typeof JudgedKind>;

/** The part of a trait that says what its value is; LLM and agentic traits have it in common. */
export interface JudgedTrait {
  readonly name: string;
  readonly kind: JudgedKind;
  /** Of a score; 0 for a literal trait; null for the other kinds. */
  readonly minScore: number | null;
  /** Of a score; the last index of a literal trait; null for the other kinds. */
  readonly maxScore: number | null;
  readonly classes: readonly TraitClass[] | null;
  readonly higherIsBetter: boolean | null;
}

/** Something wrong with one field of a trait. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What every kind of judged value answers for itself. */
export interface JudgedValue {
  readonly name: "boolean" | "score" | "literal" | "template";
  /** The fields this kind settles by itself, from what was given, with its classes as a list. */
  complete(given: { readonly [field: string]: unknown }): { readonly [field: string]: unknown };
  problems(trait: JudgedTrait): readonly FieldProblem[];
  /** The best possible score; undefined for values that are not on a scale. */
  maxScore(trait: JudgedTrait): number | undefined;
  resultKeys(trait: JudgedTrait): readonly string[];
  /** Best and worst rating in the file. */
  rating(trait: JudgedTrait): { readonly best: number; readonly worst: number };
  /** The value's JSON Schema for the judge. */
  schema(trait: JudgedTrait): JsonSchema;
  /** The key of the value where a judge is asked for this trait alone; absent: the value is the whole reply. */
  readonly replyKey?: string;
  /** The value a judge gave; undefined where it gave none. */
  accept(trait: JudgedTrait, raw: JsonValue | undefined, tools: CheckTools): TraitJudgement;
  /** The trait when the call for it failed. */
  fail(trait: JudgedTrait, problem: string): TraitJudgement;
}
