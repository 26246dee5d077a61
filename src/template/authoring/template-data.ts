import * as z from "zod";
import {
  CheckedJson,
  type JsonSchema,
  type JsonValue,
  KareninaError,
  messageOf,
  recordOf,
} from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type {
  AnswerTemplate,
  Composition,
  ConditionalGroundTruth,
  CustomVerify,
  CustomVerifyGranular,
} from "../answer-template.ts";
import { withGroundTruthAsRead } from "../ground-truth.ts";
import type { PrimitiveSpec } from "../primitives/primitive.ts";
import { resolvePrimitive } from "../primitives/resolve-primitive.ts";
import { TemplateError, type TemplateProblem } from "../template-problem.ts";
import { templateProblems } from "../validate-template.ts";
import { canonicalSchema } from "./canonical-schema.ts";
import { type CheckedData, plainTemplate } from "./plain-template.ts";

/** A field's type; brought into canonical form, problems reported where they are. */
const FieldType = z.unknown().transform((raw, context): JsonSchema => {
  const canonical = canonicalSchema(raw);
  if (canonical.ok) return canonical.schema;
  for (const message of canonical.problems) context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const Primitive: z.ZodType<PrimitiveSpec> = z
  .looseObject({ type: z.string().min(1) })
  .transform((spec, context): PrimitiveSpec => {
    const json = CheckedJson.safeParse(spec);
    try {
      if (!json.success) throw new TypeError(`${spec.type}: the parameters must be JSON`);
      const checked = json.data as PrimitiveSpec; // `type` was parsed as text above
      resolvePrimitive(checked);
      return checked;
    } catch (error) {
      const hint = KareninaError.isInstance(error) && error.hint !== undefined ? ` ${error.hint}` : "";
      context.addIssue({ code: "custom", message: messageOf(error) + hint });
      return z.NEVER;
    }
  });

const Case = z.strictObject({ value: CheckedJson, verifyWith: Primitive.optional() });

const Conditional: z.ZodType<unknown> = z.strictObject({
  conditional: z.literal(true),
  source: z.string().min(1),
  cases: recordOf(Case),
  default: Case,
});

/** A conditional is told apart by its marker, so that a problem inside it is reported as such. */
const GroundTruth = z.unknown().transform((raw, context): JsonValue | ConditionalGroundTruth => {
  const marked = typeof raw === "object" && raw !== null && "conditional" in raw && raw.conditional === true;
  const parsed = marked ? Conditional.safeParse(raw) : CheckedJson.safeParse(raw);
  // zod's optional keys are `T | undefined`; a parsed object has no key it was not given.
  if (parsed.success) return parsed.data as JsonValue | ConditionalGroundTruth;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: "custom", message, path: [...path] });
  return z.NEVER;
});

export const Strategy: z.ZodType<Composition> = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("field_check"), field: z.string() }),
    z.strictObject({ type: z.literal("all_of"), conditions: z.array(Strategy) }),
    z.strictObject({ type: z.literal("any_of"), conditions: z.array(Strategy) }),
    z.strictObject({
      type: z.literal("at_least_n"),
      n: z.int().nonnegative(),
      conditions: z.array(Strategy),
    }),
  ]),
);

const Field = z.strictObject({
  name: z.string(),
  schema: FieldType,
  description: z.string(),
  extractionHint: z.string().optional(),
  required: z.boolean(),
  verification: z
    .strictObject({
      groundTruth: GroundTruth,
      verifyWith: Primitive,
      weight: z.number(),
    })
    .optional(),
});

const Regex = z.strictObject({
  pattern: z.string(),
  expected: CheckedJson,
  matchType: z.enum(["exact", "contains", "count", "all"]),
});

/** A template as data: everything but its custom checks. */
const TemplateData = z.strictObject({
  name: z.string(),
  fields: z.array(Field),
  judge: JudgedSource.optional(),
  strategy: Strategy.optional(),
  regex: recordOf(Regex),
});

/** The two parts of a template that are code. */
export interface CustomChecks {
  readonly verify?: CustomVerify | undefined;
  readonly verifyGranular?: CustomVerifyGranular | undefined;
}

/**
 * Makes a template from data of any origin: an author's module, a sandbox, a benchmark file. All problems are
 * reported together, each with its field.
 *
 * @throws KareninaError `template_invalid`
 */
export function templateFromData(data: unknown, checks: CustomChecks = {}): AnswerTemplate {
  const usable = usableTemplate(plainTemplate(data), checks);
  if (usable !== undefined) return usable;
  const parsed = TemplateData.safeParse(data);
  if (!parsed.success) throw invalidTemplate(data, problemsOf(parsed.error, data));
  // zod's optional keys are `T | undefined`; a parsed object has no key it was not given.
  const template = withChecks(parsed.data as CheckedData, checks);
  const problems = templateProblems(template);
  if (problems.length > 0) throw invalidTemplate(template, problems);
  return template;
}

/** The template of data that is plainly in form, where it is right; undefined for any other, of which the schema says what it is. */
export function usableTemplate(
  plain: CheckedData | undefined,
  checks: CustomChecks,
): AnswerTemplate | undefined {
  if (plain === undefined) return undefined;
  const template = withChecks(plain, checks);
  return templateProblems(template).length === 0 ? template : undefined;
}

function withChecks(data: CheckedData, { verify, verifyGranular }: CustomChecks): AnswerTemplate {
  return {
    ...data,
    fields: data.fields.map(({ verification, ...field }) => ({
      ...field,
      required: field.required && field.schema.default === undefined,
      ...(verification === undefined
        ? {}
        : { verification: withGroundTruthAsRead(field.schema, verification) }),
    })),
    ...(verify === undefined ? {} : { verify }),
    ...(verifyGranular === undefined ? {} : { verifyGranular }),
  };
}

/** The error for a template with these problems. */
export function invalidTemplate(template: unknown, problems: readonly TemplateProblem[]): TemplateError {
  return new TemplateError(nameOf(template), problems);
}

/** The issues of a parse as sentences: `fields.0.description` reads `field "target", description`. */
export function problemsOf(error: z.ZodError, data: unknown): readonly TemplateProblem[] {
  return error.issues.map((issue) => issueProblem(issue, data));
}

function nameOf(data: unknown): string {
  return typeof data === "object" && data !== null && "name" in data && typeof data.name === "string"
    ? data.name
    : "Answer";
}

function issueProblem(issue: z.core.$ZodIssue, data: unknown): TemplateProblem {
  const [first, index, ...rest] = issue.path;
  if (first !== "fields" || typeof index !== "number")
    return {
      message: [issue.path.join("."), issue.message].filter(Boolean).join(": "),
      at: issue.path.map(String),
    };
  const fields = (data as { readonly fields?: readonly unknown[] }).fields;
  const inside = rest.filter((key) => key !== "options" && key !== "verification").map(String);
  const name = nameOf(fields?.[index]);
  const place = inside.length === 0 ? "" : `, ${inside.join(".")}`;
  return { message: `field "${name}"${place}: ${issue.message}`, at: ["fields", name, ...inside] };
}
