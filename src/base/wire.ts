import type * as z from "zod";
import { KareninaError } from "./errors.ts";
import type { JsonValue } from "./json-value.ts";
import { type CompileOptions, compileWire } from "./wire/compile.ts";
import { misnamedProblem, problemsOf, type WireProblem } from "./wire/problems.ts";
import { quickReader, unread } from "./wire/quick-reader.ts";
import { type DecodeCursor, isObject } from "./wire/wire-node.ts";

/** Turns values of one schema into the JSON that is stored, and back. */
export interface WireCodec<T> {
  /** The stored form. It may share parts with `value`; keys that are undefined are left out. */
  encode(value: T): JsonValue;
  /**
   * The value of a stored form, checked and with defaults filled in. Throws `KareninaError` with code
   * `invalid_input` that lists path, expectation and finding of each problem; `source` names the file or place.
   */
  decode(json: unknown, source?: string, options?: DecodeOptions): T;
}

/** How a stored form is read. */
export interface DecodeOptions {
  /** True: a null where the schema has none is read as if its key were not there. Default false. */
  readonly nullIsAbsent?: boolean;
}

const mostProblems = 10;

/**
 * The codec of a zod schema: declared object keys are camelCase in memory and snake_case on disk, at any depth;
 * keys of records belong to the user and stay. Unknown keys are kept by loose objects, dropped by plain ones and
 * refused by strict ones. A key with another name on disk says so: `z.string().meta({ wireName: "@type" })`.
 * Compile once and keep the codec: encoding does no work on the schema. Throws `KareninaError` with code
 * `composition` for a schema that JSON cannot carry both ways.
 *
 * @example
 * const codec = wireCodec(z.object({ modelName: z.string(), scores: recordOf(z.number()) }));
 * codec.encode({ modelName: "a", scores: { myTrait: 1 } }); // { model_name: "a", scores: { myTrait: 1 } }
 */
export function wireCodec<S extends z.ZodType>(
  schema: S,
  options: CompileOptions = {},
): WireCodec<z.output<S>> {
  const root = compileWire(schema, options);
  let readQuickly: ((json: unknown) => unknown) | undefined;
  return {
    // the compiler cannot follow that a JSON-like value stays JSON-like when keys are renamed
    encode: (value) => root.encode(value) as JsonValue,
    decode(json, source = "The value", { nullIsAbsent = false } = {}) {
      readQuickly ??= quickReader(schema);
      const quick = readQuickly(json);
      // the compiler cannot follow that it is what the schema would give
      if (quick !== unread) return quick as z.output<S>;
      const cursor: DecodeCursor = { path: [], misnamed: [] };
      const value = root.decode(json, cursor);
      const strict = schema.safeParse(value, { reportInput: true });
      const parsed =
        strict.success || !nullIsAbsent
          ? strict
          : (tryParse(schema, withoutRefusedNulls(value, strict.error)) ?? strict);
      const problems = [
        ...cursor.misnamed.map((misnamed) => misnamedProblem(misnamed, root)),
        ...(parsed.success ? [] : problemsOf(parsed.error, root)),
      ];
      if (!parsed.success || problems.length > 0) throw wireError(source, problems);
      return parsed.data;
    },
  };
}

function tryParse<S extends z.ZodType>(schema: S, value: unknown) {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed : undefined;
}

function withoutRefusedNulls(value: unknown, { issues }: z.core.$ZodError): unknown {
  return issues.reduce((rest, { input, path }) => (input === null ? withoutEntry(rest, path) : rest), value);
}

/** Entries of objects go; items of lists, which later ones count from, stay. */
function withoutEntry(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  const isLast = rest.length === 0;
  if (Array.isArray(value))
    return isLast ? value : value.map((item, at) => (at === key ? withoutEntry(item, rest) : item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !(isLast && name === key));
  return Object.fromEntries(
    entries.map(([name, item]) => [name, name === key ? withoutEntry(item, rest) : item]),
  );
}

function wireError(source: string, problems: readonly WireProblem[]): KareninaError {
  const lines = problems
    .slice(0, mostProblems)
    .map(({ path, expected, found }) => `${path === "" ? "it" : path}: expected ${expected}, found ${found}`);
  const rest = problems.length - lines.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  return new KareninaError(
    "invalid_input",
    `${source} does not have the expected shape:\n  ${lines.join("\n  ")}`,
  );
}
