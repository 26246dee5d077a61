import type { JsonObject, JsonSchema, JsonValue } from "../base/index.ts";
import type { JudgedSource } from "../trace/index.ts";
import type { PrimitiveSpec } from "./primitives/primitive.ts";

/** A ground truth that depends on what an earlier scenario turn found. */
export interface ConditionalGroundTruth<Value extends JsonValue = JsonValue> {
  readonly conditional: true;
  /** Dotted path that starts at `node_results`, e.g. `node_results.triage.parsed.severity`. */
  readonly source: string;
  readonly cases: { readonly [value: string]: GroundTruthCase<Value> };
  readonly default: GroundTruthCase<Value>;
}

/** One case of a conditional ground truth; `verifyWith` replaces the field's primitive. */
export interface GroundTruthCase<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  readonly verifyWith?: PrimitiveSpec;
}

/** How code checks a field. */
export interface FieldVerification {
  readonly groundTruth: JsonValue | ConditionalGroundTruth;
  readonly verifyWith: PrimitiveSpec;
  /** Share in the granular score; default 1. */
  readonly weight: number;
}

/** One field of an answer template. Fields without `verification` are extracted but not checked. */
export interface TemplateField {
  readonly name: string;
  /** The type the judge fills in, without description. */
  readonly schema: JsonSchema;
  /** What to extract, for the judge. */
  readonly description: string;
  /** Advice to the judge that is not part of the schema. */
  readonly extractionHint?: string;
  /** False when the schema is optional or has a default: the judge may leave it out. */
  readonly required: boolean;
  readonly verification?: FieldVerification;
}

/** How field results combine into one. `Field` is the union of the field names it mentions. */
export type Composition<Field extends string = string> =
  | { readonly type: "field_check"; readonly field: Field }
  | { readonly type: "all_of"; readonly conditions: readonly Composition<Field>[] }
  | { readonly type: "any_of"; readonly conditions: readonly Composition<Field>[] }
  | { readonly type: "at_least_n"; readonly n: number; readonly conditions: readonly Composition<Field>[] };

/** A check of the raw trace by a regular expression. */
export interface RegexCheck {
  readonly pattern: string;
  readonly expected: JsonValue;
  readonly matchType: "exact" | "contains" | "count" | "all";
}

/** What a custom check sees beside the answer. */
export interface CustomCheckContext {
  /** The raw trace text of the answer. */
  readonly response: string;
  /** Ground truth per verified field. */
  readonly groundTruth: JsonObject;
  /** Automatic result per verified field; null where the judge found no value. */
  readonly fieldResults: { readonly [field: string]: boolean | null };
}

/** What a check carries when its code lives elsewhere, e.g. in the sandbox: the text it was written as. */
export interface SourceText {
  readonly sourceText?: string;
}

/** Decides pass or fail from the filled fields. Throwing counts as a failed check with its message. */
export type CustomVerify = ((answer: JsonObject, context: CustomCheckContext) => boolean | Promise<boolean>) &
  SourceText;

/** Partial credit in 0..1 from the filled fields. */
export type CustomVerifyGranular = ((
  answer: JsonObject,
  context: CustomCheckContext,
) => number | Promise<number>) &
  SourceText;

declare const filledIn: unique symbol;

/**
 * A typed schema with ground truth: what a judge fills in and how code decides from it. Plain data but for the two custom
 * checks. `Values` is what the filled fields are, where the compiler has seen the template made.
 */
export interface AnswerTemplate<Values = unknown> {
  /** For the compiler alone: it is never there. */
  readonly [filledIn]?: Values;
  readonly name: string;
  readonly fields: readonly TemplateField[];
  /** What the judge fills it in from; absent: what the run judges templates on, final message or whole trace. */
  readonly judge?: JudgedSource;
  /** Absent: every verified field must pass. */
  readonly strategy?: Composition;
  readonly regex: { readonly [name: string]: RegexCheck };
  readonly verify?: CustomVerify;
  readonly verifyGranular?: CustomVerifyGranular;
}

/** A filled template: what the judge extracted. */
export interface Answer {
  /** One value per field the judge filled; null for the names in `nullFields`. */
  readonly values: JsonObject;
  /** Verified fields the judge found no value for. Distinct from wrong. */
  readonly nullFields: readonly string[];
}
