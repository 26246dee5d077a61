import { isJsonObject, type JsonValue, plainJson, recordFrom } from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type {
  AnswerTemplate,
  Composition,
  FieldVerification,
  RegexCheck,
  TemplateField,
} from "../answer-template.ts";
import type { PrimitiveSpec } from "../primitives/primitive.ts";
import { canonicalSchema } from "./canonical-schema.ts";

/** A template without its custom checks. */
export type CheckedData = Omit<AnswerTemplate, "verify" | "verifyGranular">;

/** An object whose keys are not known. */
interface Entries {
  readonly [key: string]: unknown;
}

/**
 * The data of a template that is plainly in form, several times as quick as the schema reads it, and equal to what that
 * reads. Undefined for everything else, also for what is wrong: the schema reads that, and says what it is.
 */
export function plainTemplate(data: unknown): CheckedData | undefined {
  const { name, fields, judge, strategy, regex, ...others } = entriesOf(data) ?? {};
  if (typeof name !== "string" || !Array.isArray(fields) || !isEmpty(others)) return undefined;
  const source = judge === undefined ? undefined : JudgedSource.safeParse(judge);
  if (source?.success === false) return undefined;
  const read = listOf(fields, plainField);
  const composition = strategy === undefined ? undefined : plainStrategy(strategy, 0);
  const checks = plainRegex(regex);
  if (read === undefined || checks === undefined || (strategy !== undefined && composition === undefined))
    return undefined;
  return {
    name,
    fields: read,
    ...(source && { judge: source.data }),
    ...(composition && { strategy: composition }),
    regex: checks,
  };
}

function plainField(data: unknown): TemplateField | undefined {
  const { name, schema, description, extractionHint, required, verification, ...others } =
    entriesOf(data) ?? {};
  if (typeof name !== "string" || typeof description !== "string" || typeof required !== "boolean")
    return undefined;
  if ((extractionHint !== undefined && typeof extractionHint !== "string") || !isEmpty(others))
    return undefined;
  const type = canonicalSchema(schema);
  const checked = verification === undefined ? undefined : plainVerification(verification);
  if (!type.ok || (verification !== undefined && checked === undefined)) return undefined;
  return {
    name,
    schema: type.schema,
    description,
    ...(extractionHint !== undefined && { extractionHint }),
    required,
    ...(checked && { verification: checked }),
  };
}

function plainVerification(data: unknown): FieldVerification | undefined {
  const { groundTruth: given, verifyWith: primitive, weight, ...others } = entriesOf(data) ?? {};
  const groundTruth = plainJson(given);
  const isConditional = isJsonObject(groundTruth) && "conditional" in groundTruth;
  if (groundTruth === undefined || isConditional || !Number.isFinite(weight) || !isEmpty(others))
    return undefined;
  const { type, ...parameters } = entriesOf(primitive) ?? {};
  const read = plainJson(parameters);
  if (typeof type !== "string" || type === "" || !isJsonObject(read)) return undefined;
  const verifyWith: PrimitiveSpec = { type, ...read };
  return { groundTruth, verifyWith, weight: weight as number };
}

/** Deeper ones are left to the schema. */
const deepest = 50;

function plainStrategy(data: unknown, depth: number): Composition | undefined {
  const { type, field, n, conditions, ...others } = entriesOf(data) ?? {};
  if (!isEmpty(others) || depth > deepest) return undefined;
  if (type === "field_check")
    return typeof field === "string" && n === undefined && conditions === undefined
      ? { type, field }
      : undefined;
  const inner = Array.isArray(conditions)
    ? listOf(conditions, (condition) => plainStrategy(condition, depth + 1))
    : undefined;
  if (inner === undefined || field !== undefined) return undefined;
  if (type === "at_least_n")
    return Number.isSafeInteger(n) && (n as number) >= 0
      ? { type, n: n as number, conditions: inner }
      : undefined;
  return (type === "all_of" || type === "any_of") && n === undefined
    ? { type, conditions: inner }
    : undefined;
}

const matchTypes: readonly unknown[] = [
  "exact",
  "contains",
  "count",
  "all",
] satisfies RegexCheck["matchType"][];

function plainRegex(data: unknown): AnswerTemplate["regex"] | undefined {
  const entries = entriesOf(data);
  if (entries === undefined) return undefined;
  const checks: (readonly [string, RegexCheck])[] = [];
  for (const [name, check] of Object.entries(entries)) {
    const { pattern, expected: given, matchType, ...others } = entriesOf(check) ?? {};
    const expected: JsonValue | undefined = plainJson(given);
    if (typeof pattern !== "string" || expected === undefined || !isEmpty(others)) return undefined;
    if (!matchTypes.includes(matchType)) return undefined;
    checks.push([name, { pattern, expected, matchType: matchType as RegexCheck["matchType"] }]);
  }
  return recordFrom(checks);
}

/**
 * A draft in the form of data, its defaults filled in; undefined where it has a key that none has. What its values are
 * shows when the data is read.
 */
export function dataOfDraft(draft: unknown): object | undefined {
  const { name = "Answer", fields, judge, strategy, regex = {}, ...others } = entriesOf(draft) ?? {};
  const moved = Array.isArray(fields) && isEmpty(others) ? listOf(fields, dataOfField) : undefined;
  const checks = entriesOf(regex);
  if (moved === undefined || checks === undefined) return undefined;
  return {
    name,
    fields: moved,
    ...(judge !== undefined && { judge }),
    ...(strategy !== undefined && {
      strategy: typeof strategy === "string" ? { type: "field_check", field: strategy } : strategy,
    }),
    regex: recordFrom(
      Object.entries(checks).map(
        ([key, check]) => [key, { matchType: "exact", ...entriesOf(check) }] as const,
      ),
    ),
  };
}

function dataOfField(draft: unknown): object | undefined {
  const { name, schema, required, kind, options, ...others } = entriesOf(draft) ?? {};
  const { description, extractionHint, ...checked } = entriesOf(options) ?? {};
  if (!isEmpty(others)) return undefined;
  const known = {
    name,
    schema,
    description,
    ...(extractionHint !== undefined && { extractionHint }),
    required,
  };
  if (kind === "verified") return { ...known, verification: { weight: 1, ...checked } };
  return kind === "extracted" && isEmpty(checked) ? known : undefined;
}

/** Undefined for what is no plain object, or has a key without a value, which a schema may keep. */
function entriesOf(data: unknown): Entries | undefined {
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return undefined;
  for (const value of Object.values(data)) if (value === undefined) return undefined;
  return data as Entries; // every key of an object is a text
}

function isEmpty(object: object): boolean {
  for (const _key in object) return false;
  return true;
}

function listOf<Item>(
  list: readonly unknown[],
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  const items: Item[] = [];
  for (const one of list) {
    const item = read(one);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}
