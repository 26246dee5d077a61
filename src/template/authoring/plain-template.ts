import { defineEntry, emptyRecord, isJsonObject, type JsonValue, plainJson } from "../../base/index.ts";
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

/** What a template has, as data and as a draft. */
const templateKeys: ReadonlySet<string> = new Set(["name", "fields", "judge", "strategy", "regex"]);

/**
 * The data of a template that is plainly in form, several times as quick as the schema reads it, and equal to what that
 * reads. Undefined for everything else, also for what is wrong: the schema reads that, and says what it is.
 */
export function plainTemplate(data: unknown): CheckedData | undefined {
  const entries = entriesOf(data, templateKeys);
  return entries && templateOf(entries, plainField, undefined);
}

/** The same of a draft, with its defaults filled in. */
export function plainDraft(draft: unknown): CheckedData | undefined {
  const entries = entriesOf(draft, templateKeys);
  if (entries === undefined) return undefined;
  const { name = "Answer", fields, judge, strategy, regex = {} } = entries;
  const composition = typeof strategy === "string" ? { type: "field_check", field: strategy } : strategy;
  return templateOf({ name, fields, judge, strategy: composition, regex }, plainDraftField, "exact");
}

function templateOf(
  { name, fields, judge, strategy, regex }: Entries,
  readField: (data: unknown) => TemplateField | undefined,
  defaultMatch: string | undefined,
): CheckedData | undefined {
  if (typeof name !== "string" || !Array.isArray(fields)) return undefined;
  const source = judge === undefined ? undefined : JudgedSource.safeParse(judge);
  if (source?.success === false) return undefined;
  const read = listOf(fields, readField);
  const composition = strategy === undefined ? undefined : plainStrategy(strategy, 0);
  const checks = plainRegex(regex, defaultMatch);
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

const fieldKeys: ReadonlySet<string> = new Set([
  ...["name", "schema", "description", "extractionHint", "required", "verification"],
]);

function plainField(data: unknown): TemplateField | undefined {
  const entries = entriesOf(data, fieldKeys);
  if (entries === undefined) return undefined;
  const { verification } = entries;
  const checked = verification === undefined ? undefined : plainVerification(verification);
  return verification !== undefined && checked === undefined ? undefined : fieldOf(entries, entries, checked);
}

const draftKeys: ReadonlySet<string> = new Set(["name", "schema", "required", "kind", "options"]);
const extractedKeys: ReadonlySet<string> = new Set(["description", "extractionHint"]);
const verifiedKeys: ReadonlySet<string> = new Set([
  ...extractedKeys,
  ...["groundTruth", "verifyWith", "weight"],
]);

function plainDraftField(draft: unknown): TemplateField | undefined {
  const entries = entriesOf(draft, draftKeys);
  const isVerified = entries?.kind === "verified";
  const options = entriesOf(entries?.options, isVerified ? verifiedKeys : extractedKeys);
  if (entries === undefined || options === undefined) return undefined;
  if (!isVerified) return entries.kind === "extracted" ? fieldOf(entries, options, undefined) : undefined;
  const { groundTruth, verifyWith, weight = 1 } = options;
  const checked = plainVerification({ groundTruth, verifyWith, weight });
  return checked && fieldOf(entries, options, checked);
}

/** A field of what says its name and type, and what describes it. */
function fieldOf(
  { name, schema, required }: Entries,
  { description, extractionHint }: Entries,
  verification: FieldVerification | undefined,
): TemplateField | undefined {
  if (typeof name !== "string" || typeof description !== "string" || typeof required !== "boolean")
    return undefined;
  if (extractionHint !== undefined && typeof extractionHint !== "string") return undefined;
  const type = canonicalSchema(schema);
  if (!type.ok) return undefined;
  return {
    name,
    schema: type.schema,
    description,
    ...(extractionHint !== undefined && { extractionHint }),
    required,
    ...(verification && { verification }),
  };
}

const verificationKeys: ReadonlySet<string> = new Set(["groundTruth", "verifyWith", "weight"]);

function plainVerification(data: unknown): FieldVerification | undefined {
  const { groundTruth: given, verifyWith, weight } = entriesOf(data, verificationKeys) ?? {};
  const groundTruth = plainJson(given);
  const isConditional = isJsonObject(groundTruth) && "conditional" in groundTruth;
  if (groundTruth === undefined || isConditional || !Number.isFinite(weight)) return undefined;
  const primitive = plainJson(verifyWith);
  if (!isPrimitive(primitive)) return undefined;
  return { groundTruth, verifyWith: named(primitive), weight: weight as number };
}

/** The schema puts the name of a primitive first. */
function named(primitive: PrimitiveSpec): PrimitiveSpec {
  const [first] = Object.keys(primitive);
  if (first === "type") return primitive;
  const { type, ...parameters } = primitive;
  return { type, ...parameters };
}

function isPrimitive(value: JsonValue | undefined): value is PrimitiveSpec {
  return isJsonObject(value) && typeof value.type === "string" && value.type !== "";
}

/** Deeper ones are left to the schema. */
const deepest = 50;

const strategyKeys: ReadonlySet<string> = new Set(["type", "field", "n", "conditions"]);

function plainStrategy(data: unknown, depth: number): Composition | undefined {
  const entries = entriesOf(data, strategyKeys);
  if (entries === undefined || depth > deepest) return undefined;
  const { type, field, n, conditions } = entries;
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

const regexKeys: ReadonlySet<string> = new Set(["pattern", "expected", "matchType"]);

function plainRegex(data: unknown, defaultMatch: string | undefined): AnswerTemplate["regex"] | undefined {
  const entries = entriesOf(data);
  if (entries === undefined) return undefined;
  const checks = emptyRecord<RegexCheck>();
  for (const [name, check] of Object.entries(entries)) {
    const { pattern, expected: given, matchType = defaultMatch } = entriesOf(check, regexKeys) ?? {};
    const expected: JsonValue | undefined = plainJson(given);
    if (typeof pattern !== "string" || expected === undefined) return undefined;
    if (!matchTypes.includes(matchType)) return undefined;
    defineEntry(checks, name, { pattern, expected, matchType: matchType as RegexCheck["matchType"] });
  }
  return checks;
}

/** Undefined for what is no plain object, has a key without a value, which a schema may keep, or one that is not known. */
function entriesOf(data: unknown, known?: ReadonlySet<string>): Entries | undefined {
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return undefined;
  const entries = data as Entries; // every key of an object is a text
  for (const key of Object.keys(entries))
    if (entries[key] === undefined || known?.has(key) === false) return undefined;
  return entries;
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
