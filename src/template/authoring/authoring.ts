import type * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import type {
  AnswerTemplate,
  Composition,
  ConditionalGroundTruth,
  CustomCheckContext,
  RegexCheck,
} from "../answer-template.ts";
import type { Primitive } from "../primitives/primitive.ts";
import type { TemplateProblem } from "../template-problem.ts";
import { fieldSchema } from "./field-schema.ts";
import { type CustomChecks, invalidTemplate } from "./template-data.ts";
import { templateFromDraft } from "./template-draft.ts";

/** What the author says about a checked field. */
export interface VerifiedOptions<Schema extends z.ZodType> {
  /** What to extract, for the judge. Required. */
  readonly description: string;
  /** The right value. It never reaches the judge. */
  readonly groundTruth: NoInfer<z.output<Schema>> | ConditionalGroundTruth<NoInfer<JsonOf<z.output<Schema>>>>;
  /** How the extracted value is compared with the ground truth. */
  readonly verifyWith: Primitive<NoInfer<NonNullable<z.output<Schema>>>>;
  /** Share in the granular score; default 1. */
  readonly weight?: number;
  /** Advice to the judge that is not part of the schema. */
  readonly extractionHint?: string;
}

/** What the author says about a field that is only extracted. */
interface ExtractedOptions {
  /** What to extract, for the judge. Required. */
  readonly description: string;
  /** Advice to the judge that is not part of the schema. */
  readonly extractionHint?: string;
}

/** A checked field before it has a name. */
interface VerifiedField<Schema extends z.ZodType = z.ZodType> {
  readonly kind: "verified";
  readonly schema: Schema;
  readonly options: Omit<VerifiedOptions<z.ZodType>, "groundTruth" | "verifyWith"> & {
    readonly groundTruth: JsonValue | ConditionalGroundTruth;
    readonly verifyWith: Primitive<never>;
  };
}

/** A field that is only extracted, before it has a name. */
interface ExtractedField<Schema extends z.ZodType = z.ZodType> {
  readonly kind: "extracted";
  readonly schema: Schema;
  readonly options: ExtractedOptions;
}

/** The fields of a template, by name. */
export interface TemplateFields {
  readonly [name: string]: VerifiedField | ExtractedField;
}

/** What a custom check receives: the values by field; null where the judge found none. */
export type AnswerOf<Fields extends TemplateFields> = {
  readonly [Name in keyof Fields]:
    | z.output<Fields[Name]["schema"]>
    | (Fields[Name]["kind"] extends "verified" ? null : never);
};

/** The names of the checked fields. */
type VerifiedName<Fields extends TemplateFields> = {
  [Name in keyof Fields & string]: Fields[Name]["kind"] extends "verified" ? Name : never;
}[keyof Fields & string];

/** Everything about a template beside its fields. */
export interface TemplateOptions<Fields extends TemplateFields> {
  /** Name of the object the judge fills in; default `Answer`. */
  readonly name?: string;
  /**
   * What the judge fills the fields in from: `answer`, the final message; `trace`, everything the model said and did;
   * `contexts`, the passages that were looked up. Default: final message or whole trace, as `useFullTraceForTemplate` says.
   */
  readonly judge?: JudgedSource;
  /** How the results of the fields combine; default: all must pass. */
  readonly strategy?: Composition<NoInfer<VerifiedName<Fields>>> | NoInfer<VerifiedName<Fields>>;
  /** Checks of the raw trace by regular expressions; all must pass. */
  readonly regex?: { readonly [name: string]: RegexOptions };
  /** Decides pass or fail in place of the strategy. */
  readonly verify?: (
    answer: AnswerOf<NoInfer<Fields>>,
    context: CustomCheckContext,
  ) => boolean | Promise<boolean>;
  /** Gives partial credit in 0..1 in place of the weighted mean. */
  readonly verifyGranular?: (
    answer: AnswerOf<NoInfer<Fields>>,
    context: CustomCheckContext,
  ) => number | Promise<number>;
}

/** A regex check as authored. */
type RegexOptions = Omit<RegexCheck, "matchType"> & {
  /** Default `exact`. */
  readonly matchType?: RegexCheck["matchType"];
};

type JsonOf<Value> = Value extends JsonValue ? Value : never;

/**
 * A field the judge fills in and code checks. The types hold the three together: the ground truth must be a
 * value of the schema, and the primitive must be able to compare such values.
 *
 * @example
 * verified(z.string(), {
 *   description: "The protein the answer names as the direct target",
 *   groundTruth: "BCL2",
 *   verifyWith: exactMatch(),
 * })
 */
export function verified<Schema extends z.ZodType>(
  schema: Schema,
  options: VerifiedOptions<Schema>,
): VerifiedField<Schema> {
  // A ground truth of a type that is not JSON is refused when the template is made.
  return { kind: "verified", schema, options: options as VerifiedField<Schema>["options"] };
}

/** A field the judge fills in for custom checks and the record; nothing is checked automatically. */
export function extracted<Schema extends z.ZodType>(
  schema: Schema,
  options: ExtractedOptions,
): ExtractedField<Schema> {
  return { kind: "extracted", schema, options };
}

/**
 * A typed schema with ground truth: a judge model fills in the fields from a model's answer, then code decides.
 *
 * @example
 * answerTemplate({
 *   target: verified(z.string(), {
 *     description: "The protein the answer names as the direct target",
 *     groundTruth: "BCL2",
 *     verifyWith: exactMatch(),
 *   }),
 * })
 *
 * @throws KareninaError `template_invalid`, naming every field that is wrong
 */
export function answerTemplate<const Fields extends TemplateFields>(
  fields: Fields,
  options: TemplateOptions<Fields> = {},
): AnswerTemplate<AnswerOf<Fields>> {
  const { verify, verifyGranular, ...rest } = options;
  const problems: TemplateProblem[] = [];
  const drafts = Object.entries(fields).map(([name, { schema, ...field }]) => {
    const type = fieldSchema(schema);
    if (!type.ok)
      problems.push(
        ...type.problems.map((problem) => ({ message: `field "${name}": ${problem}`, at: ["fields", name] })),
      );
    return { name, ...field, ...(type.ok ? { schema: type.schema, required: type.required } : {}) };
  });
  if (problems.length > 0) throw invalidTemplate(options, problems);
  // The checks read the fields by their own types; at run time they get the same JSON object.
  const checks = { verify, verifyGranular } as unknown as CustomChecks;
  // What it is filled with follows from the fields; nothing of the kind is in it.
  return templateFromDraft({ ...rest, fields: drafts }, checks) as AnswerTemplate<AnswerOf<Fields>>;
}
