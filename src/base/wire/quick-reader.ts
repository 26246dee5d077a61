import * as z from "zod";
import { emptyRecord } from "../record.ts";
import { compileWire } from "./compile.ts";
import { type ObjectMember, objectProgram } from "./object-program.ts";
import { wireName } from "./wire-name.ts";
import { isObject } from "./wire-node.ts";

/** Said of a value that is not read quickly: zod has to look at it, and to say what is wrong if anything is. */
export const unread: unique symbol = Symbol("unread");

/** What an object has where the key is not there. */
const omitted = Symbol("omitted");

/** Reads values of one schema. */
interface QuickReader {
  /** The value as zod would give it; {@link unread} where that is not plain to see. */
  read(json: unknown): unknown;
  /** What stands for a key that is not there: a value, {@link omitted}, or {@link unread} where there must be one. */
  absent(): unknown;
}

/** What declared keys are called in what is read: as on disk, or as in the schema. */
type Names = "stored" | "own";

/**
 * Reads the stored form of a schema in one go, renamed, checked and with defaults, and several times faster than zod. What
 * a schema says beyond types is left to zod for that part alone. Any value that does not plainly fit is
 * {@link unread}: the caller reads it again with the schema.
 *
 * @param names `own` for values that are not stored, whose keys are the schema's
 */
export function quickReader(root: z.core.$ZodType, names: Names = "stored"): (json: unknown) => unknown {
  const known = new Map<z.core.$ZodType, QuickReader>();
  const readerOf = (schema: z.core.$ZodType): QuickReader => {
    const seen = known.get(schema);
    if (seen !== undefined) return seen;
    // stands in while the schema refers to itself
    known.set(schema, {
      read: (json) => known.get(schema)?.read(json),
      absent: () => known.get(schema)?.absent(),
    });
    const reader = plainReader(schema, { readerOf, names }) ?? zodReader(schema, names);
    known.set(schema, reader);
    return reader;
  };
  return readerOf(root).read;
}

interface Reading {
  readonly readerOf: (schema: z.core.$ZodType) => QuickReader;
  readonly names: Names;
}

/** Undefined for schemas that say more than this file knows. */
function plainReader(schema: z.core.$ZodType, reading: Reading): QuickReader | undefined {
  const { readerOf } = reading;
  // zod's base class does not know its own definitions; the union of all schemas does
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if ("coerce" in def && def.coerce) return undefined;
  if (def.type === "number") {
    const fits = numberTest(def);
    return fits && required(fits);
  }
  if ((def.checks?.length ?? 0) > 0) return undefined;
  switch (def.type) {
    case "string":
      return "format" in def ? undefined : required((json) => typeof json === "string");
    case "boolean":
      return required((json) => typeof json === "boolean");
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return required((json) => values.has(json));
    }
    case "unknown":
      // one with a parser of its own is not this class
      return schema._zod.constr === z.ZodUnknown ? required((json) => json !== undefined) : undefined;
    case "nullable":
      return nullable(readerOf(def.innerType));
    case "optional":
      return { read: readerOf(def.innerType).read, absent: () => omitted };
    case "default":
      return {
        read: readerOf(def.innerType).read,
        absent: copying(def.defaultValue, () => def.defaultValue),
      };
    case "readonly":
      return frozen(readerOf(def.innerType));
    case "array":
      return listReader(readerOf(def.element).read);
    case "record":
      return isTextKey(def.keyType) ? recordReader(readerOf(def.valueType).read) : undefined;
    case "object":
      return objectReader(def, reading);
    default:
      return undefined;
  }
}

/** Undefined for numbers of which more is said than that they are whole, and between which others they are. */
function numberTest(def: z.core.$ZodNumberDef): ((json: unknown) => boolean) | undefined {
  if ("format" in def && def.format !== "safeint") return undefined;
  const isNumber: (json: unknown) => boolean = "format" in def ? Number.isSafeInteger : Number.isFinite;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (const check of def.checks ?? []) {
    // zod's base class does not know the definitions of its checks; the union of all does
    const bound = (check as z.core.$ZodChecks)._zod.def;
    if (!("value" in bound && "inclusive" in bound) || typeof bound.value !== "number") return undefined;
    // of numbers that are not whole the next one is not known
    if (!bound.inclusive && !("format" in def && Number.isSafeInteger(bound.value))) return undefined;
    const step = bound.inclusive ? 0 : 1;
    if (bound.check === "greater_than") low = Math.max(low, bound.value + step);
    else if (bound.check === "less_than") high = Math.min(high, bound.value - step);
    else return undefined;
  }
  return (json) => isNumber(json) && (json as number) >= low && (json as number) <= high;
}

const needed = (): unknown => unread;

/** Gives a value, or of a list and an object a copy each time; `copy` takes its time for those that have something in them. */
function copying(value: unknown, copy: () => unknown): () => unknown {
  if (typeof value !== "object" || value === null) return () => value;
  if (Object.keys(value).length > 0) return copy;
  if (Array.isArray(value)) return () => [];
  return Object.getPrototypeOf(value) === Object.prototype ? () => ({}) : copy;
}

const required = (fits: (json: unknown) => boolean): QuickReader => ({
  read: (json) => (fits(json) ? json : unread),
  absent: needed,
});

const nullable = ({ read, absent }: QuickReader): QuickReader => ({
  read: (json) => (json === null ? null : read(json)),
  absent,
});

const frozen = ({ read, absent }: QuickReader): QuickReader => ({
  read: (json) => Object.freeze(read(json)),
  absent: () => Object.freeze(absent()),
});

function isTextKey(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "string" && !("format" in def) && (def.checks?.length ?? 0) === 0;
}

function listReader(readItem: QuickReader["read"]): QuickReader {
  return {
    read(json) {
      if (!Array.isArray(json)) return unread;
      const list: unknown[] = [];
      for (const item of json) {
        const value = readItem(item);
        if (value === unread) return unread;
        list.push(value);
      }
      return list;
    },
    absent: needed,
  };
}

function recordReader(readItem: QuickReader["read"]): QuickReader {
  return {
    read(json) {
      if (!isObject(json) || Object.getPrototypeOf(json) !== Object.prototype) return unread;
      const record = emptyRecord<unknown>();
      for (const key of Object.keys(json)) {
        const value = key === "__proto__" ? unread : readItem(json[key]);
        if (value === unread) return unread;
        record[key] = value;
      }
      return record;
    },
    absent: needed,
  };
}

function objectReader(def: z.core.$ZodObjectDef, { readerOf, names }: Reading): QuickReader | undefined {
  const keys = Object.keys(def.shape);
  const wireKeys =
    names === "own" ? keys : keys.map((key) => wireName(key, def.shape[key] as z.core.$ZodType));
  if ([...keys, ...wireKeys].some((key) => key in Object.prototype)) return undefined;
  const readers = Object.values(def.shape).map(readerOf);
  const misnamed = new Set(keys.filter((key) => !wireKeys.includes(key)));
  const others = def.catchall === undefined ? undefined : readerOf(def.catchall).read;
  const members = readers.map(({ read, absent }, at): ObjectMember => {
    const standing = absent();
    const isMade = standing === unread || (typeof standing === "object" && standing !== null);
    return {
      // the three lists are of one length
      ...{ key: keys[at] as string, wireKey: wireKeys[at] as string, read },
      absent: standing === omitted ? undefined : isMade ? { make: absent } : { value: standing },
    };
  });
  const other =
    others &&
    ((wireKey: string, json: unknown) =>
      wireKey === "__proto__" || misnamed.has(wireKey) ? unread : others(json));
  const read = objectProgram({ members, other, unread });
  return read && { read, absent: needed };
}

/** One part read with its schema. */
function zodReader(schema: z.core.$ZodType, names: Names): QuickReader {
  const node = names === "own" ? undefined : compileWire(schema);
  return {
    read(json) {
      const cursor = { path: [], misnamed: [] };
      const parsed = z.safeParse(schema, node === undefined ? json : node.decode(json, cursor));
      return parsed.success && cursor.misnamed.length === 0 ? parsed.data : unread;
    },
    absent: needed,
  };
}
