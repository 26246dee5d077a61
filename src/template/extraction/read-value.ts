import { isDeepStrictEqual } from "node:util";
import {
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  losesDigits,
  messageOf,
  type PatternEngine,
  recordFrom,
  renderPythonJson,
} from "../../base/index.ts";
import { dayText, isFullDate, MIDNIGHT } from "../primitives/date/calendar.ts";
import { parseDate } from "../primitives/date/parse-date.ts";
import { describeType } from "./describe-type.ts";
import { isMultiple, looseBoolean, looseNumber } from "./loose-scalar.ts";
import { readTextFormat } from "./text-format.ts";

/** A value read by a schema, or what is wrong with it: where, what was expected, what was found. */
type ReadValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Where reading stands. */
interface Place {
  /** Dotted path for messages; empty at the top. */
  readonly path: string;
  /** The schema `$ref` points into. */
  readonly root: JsonSchema;
  /** True: text, numbers and booleans are converted where the meaning is clear. */
  readonly lax: boolean;
  readonly depth: number;
  /** Steps left, shared by the whole reading: a hostile type cannot make it endless. */
  readonly budget: { left: number };
  /** Whether a text matches a pattern; absent: patterns are not checked. */
  readonly matches: ((pattern: string, text: string) => boolean) | undefined;
  /** See {@link readValue}. */
  readonly dates: ReadDates | undefined;
}

/** Whether dates without month or day, and with a time, are left for a check to read. */
type ReadDates = () => boolean;

type Reader = (schema: JsonSchema, value: JsonValue, place: Place) => ReadValue;

/** Deepest value that is read; also ends references that go in circles. */
const deepest = 64;

/** Most steps one reading may take. */
const mostSteps = 1_000_000;

/**
 * Reads a judge's value by a field's type, forgiving what a careful reader would forgive: `"3"`, `3.0` and
 * `true` where a whole number is asked for, numeric text, `yes`/`no` and `0`/`1` for booleans, a date-time at
 * midnight for a date. Text is never made from anything else. Unknown keys of objects are dropped, missing
 * ones with a default are filled.
 *
 * @param options.dates given: a date may be written as people write it (`11 April 2016`), and is read as `2016-04-11`;
 * where it gives true, `April 2016` and `2016-04-11 09:30` stay as they are
 */
export function readValue(
  schema: JsonSchema,
  value: JsonValue,
  options: {
    readonly path?: string;
    readonly patterns?: PatternEngine | undefined;
    readonly dates?: ReadDates;
  } = {},
): ReadValue {
  return read(schema, value, {
    path: options.path ?? "",
    root: schema,
    lax: true,
    depth: 0,
    budget: { left: mostSteps },
    matches: options.patterns?.valueTest(),
    dates: options.dates,
  });
}

/** True when null is one of the values of a type. */
export function acceptsNull(schema: JsonSchema): boolean {
  const budget = { left: mostSteps };
  return read(schema, null, {
    path: "",
    root: schema,
    lax: false,
    depth: 0,
    budget,
    matches: undefined,
    dates: undefined,
  }).ok;
}

function read(schema: JsonSchema, value: JsonValue, place: Place): ReadValue {
  place.budget.left -= 1;
  if (place.budget.left < 0) return { ok: false, problems: ["the type is too complex to read"] };
  if (place.depth > deepest) return fail(place, `nothing nested deeper than ${deepest} levels`, value);
  const deeper = { ...place, depth: place.depth + 1 };
  if (schema.$ref !== undefined) {
    const target = follow(schema.$ref, place.root);
    return target === undefined
      ? fail(place, `a type named ${schema.$ref}`, value)
      : read(target, value, deeper);
  }
  if (schema.anyOf !== undefined) return readAny(schema.anyOf, value, deeper);
  if (schema.const !== undefined) return readMember([schema.const], value, place);
  if (schema.enum !== undefined) return readMember(schema.enum, value, place);
  const reader = typeof schema.type === "string" ? readers[schema.type] : undefined;
  return reader === undefined ? { ok: true, value } : reader(schema, value, deeper);
}

const readers: { readonly [type: string]: Reader } = {
  null: (_schema, value, place) => (value === null ? { ok: true, value } : fail(place, "null", value)),
  boolean: (_schema, value, place) => {
    const flag = typeof value === "boolean" || !place.lax ? value : looseBoolean(value);
    return typeof flag === "boolean" ? { ok: true, value: flag } : fail(place, "true or false", value);
  },
  integer: (schema, value, place) =>
    readNumber(schema, value, place, wholeNumber(value), Number.isSafeInteger),
  number: (schema, value, place) => readNumber(schema, value, place, anyNumber(value), Number.isFinite),
  string: readText,
  array: readList,
  object: readObject,
};

function readAny(options: readonly JsonSchema[], value: JsonValue, place: Place): ReadValue {
  for (const option of options) {
    const exact = read(option, value, { ...place, lax: false });
    if (exact.ok) return exact;
  }
  const values = options.filter((option) => option.type !== "null");
  const attempts: ReadValue[] = [];
  for (const option of place.lax ? values : []) {
    const attempt = read(option, value, place);
    if (attempt.ok) return attempt;
    attempts.push(attempt);
  }
  const [only, ...others] = attempts;
  return only !== undefined && others.length === 0
    ? only
    : fail(place, options.map(describeType).join(" or "), value);
}

function readMember(members: readonly JsonValue[], value: JsonValue, place: Place): ReadValue {
  if (members.some((member) => isDeepStrictEqual(member, value))) return { ok: true, value };
  const listed = members.map((member) => JSON.stringify(member)).join(", ");
  return fail(place, members.length === 1 ? listed : `one of ${listed}`, value);
}

/** What is expected of a whole number; beyond 2^53 JSON's numbers lose their last digits. */
function wholeNumber(value: JsonValue): string {
  const found = looseNumber(value);
  return Number.isInteger(found) && !Number.isSafeInteger(found)
    ? "a whole number within ±2^53, as larger ones lose digits"
    : "a whole number";
}

/** The same of any number. */
function anyNumber(value: JsonValue): string {
  return isInexact(value)
    ? "a number of at most 15 digits and zeros, as longer ones lose digits"
    : "a number";
}

function isInexact(value: JsonValue): boolean {
  return typeof value === "string" && losesDigits(value);
}

function readNumber(
  schema: JsonSchema,
  value: JsonValue,
  place: Place,
  expected: string,
  fits: (found: number) => boolean,
): ReadValue {
  const found = place.lax ? looseNumber(value) : value;
  if (typeof found !== "number" || !fits(found) || isInexact(value)) return fail(place, expected, value);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const broken = [
    minimum !== undefined && found < minimum && `at least ${minimum}`,
    maximum !== undefined && found > maximum && `at most ${maximum}`,
    exclusiveMinimum !== undefined && found <= exclusiveMinimum && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && found >= exclusiveMaximum && `less than ${exclusiveMaximum}`,
    multipleOf !== undefined && !isMultiple(found, multipleOf) && `a multiple of ${multipleOf}`,
  ];
  return judged(broken, found === 0 ? 0 : found, place);
}

function readText(schema: JsonSchema, value: JsonValue, place: Place): ReadValue {
  if (typeof value !== "string") return fail(place, "text", value);
  const { format, pattern, minLength, maxLength } = schema;
  const text =
    format === undefined ? value : (readTextFormat(format, value) ?? writtenDate(format, value, place));
  if (text === undefined) return fail(place, `a ${format}`, value);
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(text).length;
  const broken = [
    minLength !== undefined && length < minLength && `at least ${minLength} characters`,
    maxLength !== undefined && length > maxLength && `at most ${maxLength} characters`,
    pattern !== undefined && patternProblem(pattern, text, place),
  ];
  return judged(broken, text, place);
}

/** A date as people write it; undefined for what is none. */
function writtenDate(format: string, text: string, { dates, lax }: Place): string | undefined {
  const date = format === "date" && lax && dates !== undefined ? parseDate(text) : undefined;
  if (isFullDate(date) && isDeepStrictEqual(date.time, MIDNIGHT)) return dayText(date);
  return date !== undefined && dates?.() ? text : undefined;
}

function patternProblem(pattern: string, text: string, { matches }: Place): string | false {
  if (matches === undefined) return false;
  try {
    return !matches(pattern, text) && `text matching /${pattern}/`;
  } catch (error) {
    return `text that can be matched with /${pattern}/ (${messageOf(error)})`;
  }
}

function readList(schema: JsonSchema, value: JsonValue, place: Place): ReadValue {
  if (!Array.isArray(value)) return fail(place, "a list", value);
  const { prefixItems = [], items = {}, minItems, maxItems, uniqueItems } = schema;
  const read = collect(
    value.map((item: JsonValue, index) => [String(index), prefixItems[index] ?? items, item] as const),
    place,
  );
  if (!read.ok) return read;
  const list = read.entries.map(([, item]) => item);
  const broken = [
    minItems !== undefined && list.length < minItems && `at least ${minItems} items`,
    maxItems !== undefined && list.length > maxItems && `at most ${maxItems} items`,
    uniqueItems === true && hasRepeats(list) && "no item twice",
  ];
  return judged(broken, list, place);
}

function hasRepeats(list: readonly JsonValue[]): boolean {
  return new Set(list.map((item) => renderPythonJson(item, { sortKeys: true }))).size < list.length;
}

function readObject(schema: JsonSchema, value: JsonValue, place: Place): ReadValue {
  if (!isJsonObject(value)) return fail(place, "an object", value);
  const { properties, additionalProperties, required = [] } = schema;
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? additionalProperties : {};
    const read = collect(
      Object.entries(value).map(([key, item]) => [key, values, item] as const),
      place,
    );
    return read.ok ? { ok: true, value: recordFrom(read.entries) } : read;
  }
  const present: (readonly [string, JsonSchema, JsonValue])[] = [];
  const missing: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    const optional = !required.includes(name);
    const absent = found === undefined || (found === null && optional && !acceptsNullAt(property, place));
    if (!absent) present.push([name, property, found]);
    else if (property.default !== undefined) present.push([name, property, property.default]);
    else if (!optional)
      missing.push(`${below(place, name).path}: expected ${describeType(property)}, found nothing`);
  }
  const read = collect(present, place);
  const problems = [...missing, ...(read.ok ? [] : read.problems)];
  return read.ok && problems.length === 0
    ? { ok: true, value: recordFrom(read.entries) }
    : { ok: false, problems };
}

function acceptsNullAt(schema: JsonSchema, place: Place): boolean {
  return read(schema, null, { ...place, lax: false }).ok;
}

type Collected =
  | { readonly ok: true; readonly entries: readonly (readonly [string, JsonValue])[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads several named values, keeping every problem. */
function collect(parts: readonly (readonly [string, JsonSchema, JsonValue])[], place: Place): Collected {
  const entries: (readonly [string, JsonValue])[] = [];
  const problems: string[] = [];
  for (const [name, schema, value] of parts) {
    const result = read(schema, value, below(place, name));
    if (result.ok) entries.push([name, result.value]);
    else problems.push(...result.problems);
  }
  return problems.length === 0 ? { ok: true, entries } : { ok: false, problems };
}

function below(place: Place, name: string): Place {
  return { ...place, path: place.path === "" ? name : `${place.path}.${name}` };
}

function judged(broken: readonly (string | false)[], value: JsonValue, place: Place): ReadValue {
  const expected = broken.filter((problem) => problem !== false);
  return expected.length === 0 ? { ok: true, value } : fail(place, expected.join(" and "), value);
}

function fail(place: Place, expected: string, found: JsonValue): ReadValue {
  const where = place.path === "" ? "" : `${place.path}: `;
  return { ok: false, problems: [`${where}expected ${expected}, found ${quoteValue(found)}`] };
}

function quoteValue(value: JsonValue): string {
  const json = JSON.stringify(value);
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}

function follow($ref: string, root: JsonSchema): JsonSchema | undefined {
  if ($ref === "#") return root;
  const name = $ref.startsWith("#/$defs/") ? $ref.slice("#/$defs/".length) : undefined;
  return name !== undefined && root.$defs !== undefined && Object.hasOwn(root.$defs, name)
    ? root.$defs[name]
    : undefined;
}
