/**
 * The part of zod that template files may use, inside the sandbox: each schema is just the JSON Schema it
 * stands for. Self-contained: this file runs in QuickJS.
 */

type Json = { readonly [keyword: string]: unknown };

/** What a schema of this module stands for. */
export interface Described {
  readonly json: Json;
  /** True: the value may be left out. */
  readonly optional: boolean;
}

type Method = (described: Described, ...values: never[]) => Schema;
type Schema = { readonly [method: string]: (...values: unknown[]) => Schema };

const described = new WeakMap<object, Described>();

/** The JSON Schema behind a schema; undefined for anything else. */
export function describedBy(schema: unknown): Described | undefined {
  return typeof schema === "object" && schema !== null ? described.get(schema) : undefined;
}

/** True for a schema of this module. */
export function isZodSchema(value: unknown): boolean {
  return describedBy(value) !== undefined;
}

function inside(schema: unknown, where: string): Described {
  const found = describedBy(schema);
  if (found === undefined) throw new TypeError(`${where} expects a zod schema`);
  return found;
}

const more = (found: Described, keywords: Json): Schema =>
  make({ ...found, json: { ...found.json, ...keywords } });
const atLeast = (keyword: string) => (found: Described, bound: number) =>
  more(found, { [keyword]: Math.max(bound, Number(found.json[keyword] ?? bound)) });
const atMost = (keyword: string) => (found: Described, bound: number) =>
  more(found, { [keyword]: Math.min(bound, Number(found.json[keyword] ?? bound)) });
const withNull = ({ json }: Described): Json => ({ anyOf: [json, { type: "null" }] });

const everywhere: { readonly [name: string]: Method } = {
  nullable: (found) => make({ json: withNull(found), optional: found.optional }),
  optional: (found) => make({ ...found, optional: true }),
  nullish: (found) => make({ json: withNull(found), optional: true }),
  default: (found, value: never) => make({ json: { ...found.json, default: value }, optional: true }),
  describe: (found, description: never) => more(found, { description }),
  array: (found) => make({ json: { type: "array", items: found.json }, optional: false }),
  or: (found, other: never) => unionOf([found, inside(other, "or()")]),
};

/** What one of the options may leave out, the union may. */
const unionOf = (options: readonly Described[]): Schema =>
  make({
    json: { anyOf: options.map(({ json }) => json) },
    optional: options.some(({ optional }) => optional),
  });

const sized = (unit: string): { readonly [name: string]: Method } => ({
  min: atLeast(`min${unit}`),
  max: atMost(`max${unit}`),
  length: (found, size: number) => more(found, { [`min${unit}`]: size, [`max${unit}`]: size }),
  nonempty: (found) => atLeast(`min${unit}`)(found, 1),
});

const byType: { readonly [type: string]: { readonly [name: string]: Method } } = {
  string: {
    ...sized("Length"),
    regex: (found, pattern: RegExp) => {
      if (/[^u]/.test(pattern.flags)) throw new TypeError(`JSON Schema cannot carry the flags of ${pattern}`);
      if (found.json.pattern !== undefined) throw new TypeError("only one regex() per string is supported");
      return more(found, { pattern: pattern.source });
    },
  },
  array: sized("Items"),
  number: {
    min: atLeast("minimum"),
    gte: atLeast("minimum"),
    max: atMost("maximum"),
    lte: atMost("maximum"),
    gt: atLeast("exclusiveMinimum"),
    lt: atMost("exclusiveMaximum"),
    positive: (found) => atLeast("exclusiveMinimum")(found, 0),
    negative: (found) => atMost("exclusiveMaximum")(found, 0),
    nonnegative: (found) => atLeast("minimum")(found, 0),
    nonpositive: (found) => atMost("maximum")(found, 0),
    multipleOf: (found, step: number) => {
      if (found.json.multipleOf !== undefined)
        throw new TypeError("only one multipleOf() per number is supported");
      return more(found, { multipleOf: step });
    },
    int: (found) => more(found, { type: "integer" }),
  },
};

const noMethods: { readonly [name: string]: Method } = {};

/** The methods that only schemas of its type have. */
function ownMethodsOf({ json }: Described): { readonly [name: string]: Method } {
  const type = json.type === "integer" ? "number" : json.type;
  const isPlain = typeof type === "string" && json.enum === undefined && json.const === undefined;
  return (isPlain ? byType[type] : undefined) ?? noMethods;
}

function make(found: Described): Schema {
  const own = ownMethodsOf(found);
  const schema = new Proxy({} as Schema, {
    get(_target, name) {
      if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
      const holder = [own, everywhere].find((methods) => Object.hasOwn(methods, name));
      const method = holder?.[name];
      if (method === undefined)
        throw unsupported(`.${name}()`, [...Object.keys(everywhere), ...Object.keys(own)]);
      return (...values: never[]) => method(found, ...values);
    },
  });
  described.set(schema, found);
  return schema;
}

function unsupported(name: string, supported: readonly string[]): TypeError {
  return new TypeError(
    `zod's ${name} is not supported in template files; supported are ${supported.join(", ")}`,
  );
}

const required = (json: Json): Schema => make({ json, optional: false });
const valueType = (values: readonly unknown[]): Json => {
  const types = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  return types.size === 1 ? { type: [...types][0] } : {};
};

/** What of zod there is. */
export const members = {
  string: () => required({ type: "string" }),
  number: () => required({ type: "number" }),
  int: () => required({ type: "integer" }),
  boolean: () => required({ type: "boolean" }),
  null: () => required({ type: "null" }),
  unknown: () => required({}),
  any: () => required({}),
  email: () => required({ type: "string", format: "email" }),
  uuid: () => required({ type: "string", format: "uuid" }),
  url: () => required({ type: "string", format: "uri" }),
  iso: {
    date: () => required({ type: "string", format: "date" }),
    datetime: () => required({ type: "string", format: "date-time" }),
    time: () => required({ type: "string", format: "time" }),
  },
  literal: (value: unknown) =>
    Array.isArray(value) && value.length !== 1
      ? required({ ...valueType(value), enum: value })
      : required({ ...valueType([value].flat()), const: [value].flat()[0] }),
  enum: (values: readonly unknown[] | { readonly [name: string]: unknown }) => {
    const list = Object.values(values);
    return required({ ...valueType(list), enum: list });
  },
  array: (items: unknown) => required({ type: "array", items: inside(items, "array()").json }),
  tuple: (items: readonly unknown[], rest?: unknown) => {
    const parts = items.map((item) => inside(item, "tuple()"));
    const least = 1 + parts.findLastIndex(({ optional }) => !optional);
    return required({
      type: "array",
      prefixItems: parts.map(({ json }) => json),
      ...(least > 0 && { minItems: least }),
      ...(rest === undefined || rest === null
        ? { maxItems: items.length }
        : { items: inside(rest, "tuple()").json }),
    });
  },
  object: (shape: { readonly [name: string]: unknown }) => {
    const entries = Object.entries(shape).map(
      ([name, schema]) => [name, inside(schema, `object() field "${name}"`)] as const,
    );
    const names = entries.filter(([, found]) => !found.optional).map(([name]) => name);
    const properties = Object.fromEntries(entries.map(([name, found]) => [name, found.json]));
    return required({ type: "object", properties, required: names });
  },
  record: (_key: unknown, value: unknown) => {
    const keys = inside(_key, "record() keys").json;
    if (keys.type !== "string" || Object.keys(keys).length > 1)
      throw new TypeError("record() keys must be z.string()");
    return required({ type: "object", additionalProperties: inside(value, "record() values").json });
  },
  union: (options: readonly unknown[]) => unionOf(options.map((option) => inside(option, "union()"))),
  discriminatedUnion: (_key: string, options: readonly unknown[]) =>
    unionOf(options.map((option) => inside(option, "discriminatedUnion()"))),
  nullable: (schema: unknown) => {
    const found = inside(schema, "nullable()");
    return make({ json: withNull(found), optional: found.optional });
  },
  optional: (schema: unknown) => make({ ...inside(schema, "optional()"), optional: true }),
};

const names = Object.keys(members);

/** Part of zod, which explains what is missing in it. */
function explained<Part extends object>(part: Part, path: string): Part {
  return new Proxy(part, {
    get(target, name, receiver) {
      if (typeof name === "string" && !Object.hasOwn(target, name))
        throw unsupported(`${path}.${name}`, path === "z" ? names : Object.keys(target));
      return Reflect.get(target, name, receiver);
    },
  });
}

/** The namespace. */
export const z = explained({ ...members, iso: explained(members.iso, "z.iso") }, "z");

/** Stands in for what zod has and this module does not, such as `coerce`; the host adds one for every such name. */
export const absent = (name: string) =>
  new Proxy(
    (): never => {
      throw unsupported(`z.${name}()`, names);
    },
    {
      get(_target, member) {
        if (typeof member === "symbol") return undefined;
        throw unsupported(`z.${name}.${member}()`, names);
      },
    },
  );

const { enum: enumeration, null: nothing, ...plain } = members;
export const { iso } = z;
export const { string, number, int, boolean, unknown, any, email, uuid, url, literal } = plain;
export const { array, tuple, object, record, union, discriminatedUnion, nullable, optional } = plain;
export { enumeration as enum, nothing as null };
