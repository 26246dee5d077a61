import * as z from "zod";
import { wireName } from "../base/index.ts";
import { sqlName } from "./sql/table-sql.ts";

/** Which members of a stored value are wanted, by name; a member without entries of its own is wanted whole. */
export interface WantedMembers {
  readonly [member: string]: WantedMembers;
}

/** Members from paths such as `metadata.failure.category`. */
export function wantedMembers(paths: Iterable<string>): WantedMembers {
  const root: { [member: string]: WantedMembers } = Object.create(null);
  for (const path of paths) {
    let at: { [member: string]: WantedMembers } = root;
    for (const member of path.split(".")) {
      const next: WantedMembers = at[member] ?? Object.create(null);
      at[member] = next;
      at = next;
    }
  }
  return root;
}

/**
 * The type in DuckDB of what a schema stores, with the wanted members only. Values of many shapes are `JSON`.
 *
 * @param asJson further parts that are read as `JSON`, so that what is of another type can be told from what is not there
 */
export function storedType(
  schema: z.core.$ZodType,
  wanted: WantedMembers,
  asJson: ReadonlySet<z.core.$ZodType> = new Set(),
): string {
  if (asJson.has(schema)) return "JSON";
  const inner = innerOf(schema);
  if (inner instanceof z.ZodObject) return structType(inner, wanted, asJson);
  if (inner instanceof z.ZodArray) return `${storedType(inner.element, wanted, asJson)}[]`;
  if (inner instanceof z.ZodRecord) return `MAP(VARCHAR, ${storedType(inner.valueType, {})})`;
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral)
    return "VARCHAR";
  if (inner instanceof z.ZodNumber) return inner.isInt ? "BIGINT" : "DOUBLE";
  return inner instanceof z.ZodBoolean ? "BOOLEAN" : "JSON";
}

function structType(
  { shape }: z.ZodObject,
  wanted: WantedMembers,
  asJson: ReadonlySet<z.core.$ZodType>,
): string {
  const isWhole = Object.keys(wanted).length === 0;
  const members = Object.entries(shape).flatMap(([key, schema]) => {
    const name = wireName(key, schema);
    if (!isWhole && !Object.hasOwn(wanted, name)) return [];
    return [`${sqlName(name)} ${storedType(schema, wanted[name] ?? {}, asJson)}`];
  });
  return `STRUCT(${members.join(", ")})`;
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  return "innerType" in def ? innerOf(def.innerType as z.core.$ZodType) : schema;
}
