import * as z from "zod";
import {
  CheckedJson,
  type JsonObject,
  type JsonSchema,
  KareninaError,
  recordOf,
  wireCodec,
  wireJsonSchema,
} from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type { AnswerTemplate, TemplateField } from "../answer-template.ts";
import { Strategy, templateFromData } from "../authoring/template-data.ts";
import { isConditional } from "../ground-truth.ts";
import { primitives } from "../primitives/list.ts";
import { templateSource } from "../template-source.ts";

/** Version of the form; a reader refuses any other. */
const version = 1;

const PrimitiveForm = z
  .discriminatedUnion("type", [primitiveForm(primitives[0]), ...primitives.slice(1).map(primitiveForm)])
  .describe("How code compares the extracted value with the ground truth: a primitive and its parameters.");

/** A primitive as an object of its type and its parameters; those with a default may be left out. */
function primitiveForm(primitive: (typeof primitives)[number] | undefined): z.ZodObject {
  if (primitive === undefined) throw new KareninaError("composition", "There are no primitives.");
  const { type, summary, options } = primitive;
  const shape = options instanceof z.ZodObject ? options.shape : {};
  return z.strictObject({
    type: z.literal(type).describe(summary),
    ...Object.fromEntries(Object.entries(shape).map(([name, option]) => [name, withoutDefault(option)])),
  });
}

/** The default is told, and not filled in: it lives in the primitive. */
function withoutDefault(option: z.core.$ZodType): z.core.$ZodType {
  if (!(option instanceof z.ZodDefault)) return option;
  return z.optional(option.def.innerType).meta({ default: option.def.defaultValue });
}

const Case = z.strictObject({
  value: CheckedJson.describe("The ground truth in this case."),
  verifyWith: PrimitiveForm.optional().describe("Replaces the field's primitive in this case."),
});

const VerificationForm = z.strictObject({
  groundTruth: CheckedJson.optional().describe(
    "What is right. Exactly one of this and conditional_ground_truth.",
  ),
  conditionalGroundTruth: z
    .strictObject({
      source: z.string().min(1).describe("Dotted path that starts at `node_results`."),
      cases: recordOf(Case).describe("What is right for each value found there, as text."),
      default: Case.describe("What is right for any other value, and without a scenario."),
    })
    .optional()
    .describe("A ground truth that depends on what an earlier turn of a scenario found."),
  verifyWith: PrimitiveForm,
  weight: z.number().default(1).describe("Share in the granular score."),
});

const FieldForm = z.strictObject({
  name: z.string().describe("Letters, digits and _, not beginning with a digit."),
  schema: recordOf(CheckedJson)
    .meta({ $ref: "https://json-schema.org/draft/2020-12/schema" })
    .describe("The type the judge fills in, as JSON Schema without title."),
  description: z.string().describe("What to extract, for the judge."),
  extractionHint: z.string().optional().describe("Advice to the judge that is not part of the schema."),
  required: z.boolean().default(true).describe("False: the judge may leave it out."),
  verification: VerificationForm.optional().describe("Absent: extracted and not checked."),
});

const RegexForm = z.strictObject({
  pattern: z.string().describe("A regular expression for the raw response."),
  expected: CheckedJson.describe("Text, a count, or a list, as match_type says."),
  matchType: z.enum(["exact", "contains", "count", "all"]).default("exact"),
});

const CodeForm = z.strictObject({
  language: z.literal("TypeScript"),
  verify: z.string().optional().describe("Source of the function that decides pass or fail."),
  verifyGranular: z.string().optional().describe("Source of the function that gives partial credit in 0..1."),
});

const TemplateForm = z.strictObject({
  kareninaTemplate: z.literal(version).describe("Version of this form."),
  name: z.string().default("Answer").describe("Name of the template: an identifier."),
  fields: z.array(FieldForm).describe("What the judge fills in, in this order."),
  judge: JudgedSource.optional().describe(
    "What the judge fills the fields in from; absent: what the run judges templates on.",
  ),
  strategy: Strategy.optional().describe(
    "How field results combine; absent: every verified field must pass.",
  ),
  regex: recordOf(RegexForm).default({}).describe("Checks of the raw response, by name."),
  code: CodeForm.optional().describe("The custom checks; they run in the sandbox."),
});

/** An answer template as JSON in the form of `schemas/template.schema.json`: snake_case keys, `karenina_template` the version. */
export type TemplateSpec = JsonObject;

const codec = wireCodec(TemplateForm);

/** The JSON Schema of a template specification. */
export function templateSpecSchema(): JsonSchema {
  return { title: "Answer template", ...wireJsonSchema(TemplateForm, "input") };
}

/**
 * A template as plain JSON that other programs can read and write. Custom checks are carried as their source text.
 *
 * @throws KareninaError `template_invalid` for a native or bound function, which has no source
 * @example
 * JSON.stringify(templateSpec(template)); // {"karenina_template":1,"name":"Answer","fields":[{"name":"target", …
 */
export function templateSpec(template: AnswerTemplate): TemplateSpec {
  const { verify, verifyGranular, fields, ...rest } = template;
  const texts = Object.entries({ verify, verifyGranular }).flatMap(([name, check]) =>
    check === undefined ? [] : [[name, sourceTextOf(check)] as const],
  );
  if (texts.length > 0) templateSource(template);
  const code = texts.length === 0 ? {} : { code: { language: "TypeScript", ...Object.fromEntries(texts) } };
  const spec = { kareninaTemplate: version, ...rest, fields: fields.map(fieldForm), ...code };
  // built from a template, which is checked where it is made
  return codec.encode(spec as z.infer<typeof TemplateForm>) as TemplateSpec;
}

function sourceTextOf(check: { readonly sourceText?: string }): string {
  return check.sourceText ?? Function.prototype.toString.call(check);
}

function fieldForm({ verification, ...field }: TemplateField): object {
  if (verification === undefined) return field;
  const { groundTruth, ...rest } = verification;
  if (!isConditional(groundTruth)) return { ...field, verification: { groundTruth, ...rest } };
  const { conditional: _marker, ...conditionalGroundTruth } = groundTruth;
  return { ...field, verification: { conditionalGroundTruth, ...rest } };
}

/**
 * The template of a specification. One with custom checks comes back as TypeScript source, which only the sandbox
 * runs; one without comes back as a template.
 *
 * @throws KareninaError `invalid_input` naming every place that is not in the form, `template_invalid` for a template
 * that cannot be used
 */
export function templateFromSpec(
  spec: unknown,
): AnswerTemplate | { readonly language: "TypeScript"; readonly text: string } {
  const {
    kareninaTemplate: _version,
    code,
    fields,
    ...rest
  } = codec.decode(spec, "The template specification");
  const template = templateFromData({ ...rest, fields: fields.map(fieldData) }, codeChecks(code));
  if (code === undefined) return template;
  return { language: "TypeScript", text: templateSource(template) };
}

type FieldForm = z.infer<typeof FieldForm>;

function fieldData({ verification, ...field }: FieldForm): object {
  if (verification === undefined) return field;
  const { groundTruth, conditionalGroundTruth, ...rest } = verification;
  if ((groundTruth === undefined) === (conditionalGroundTruth === undefined)) {
    const found = groundTruth === undefined ? "neither" : "both";
    throw new KareninaError(
      "invalid_input",
      `Field "${field.name}" of the template specification: expected ground_truth or conditional_ground_truth, found ${found}.`,
    );
  }
  return {
    ...field,
    verification: {
      ...rest,
      groundTruth: groundTruth === undefined ? { conditional: true, ...conditionalGroundTruth } : groundTruth,
    },
  };
}

/** Functions that only carry their text: {@link templateSource} writes it, and nothing here calls them. */
function codeChecks(code: z.infer<typeof CodeForm> | undefined): object {
  const carrying = (sourceText: string) =>
    Object.assign(
      () => {
        throw new KareninaError(
          "sandbox_error",
          "A custom check of a specification runs in the sandbox alone.",
        );
      },
      { sourceText },
    );
  return {
    ...(code?.verify === undefined ? {} : { verify: carrying(code.verify) }),
    ...(code?.verifyGranular === undefined ? {} : { verifyGranular: carrying(code.verifyGranular) }),
  };
}
