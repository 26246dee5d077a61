import type * as z from "zod";
import { askNearest } from "../../base/index.ts";

/** The keys that an object at a path inside a schema may have; of a choice, those of every branch. */
export function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  // zod's base class does not know its own definitions; the union of all schemas does
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return keysAt(def.innerType, path);
  if (def.type === "lazy") return keysAt(def.getter(), path);
  if (def.type === "union") return [...new Set(def.options.flatMap((one) => keysAt(one, path)))];
  const [step, ...rest] = path;
  if (def.type === "object") {
    if (step === undefined) return Object.keys(def.shape);
    const child = def.shape[String(step)];
    return child === undefined ? [] : keysAt(child, rest);
  }
  if (step === undefined) return [];
  if (def.type === "array") return keysAt(def.element, rest);
  return def.type === "record" ? keysAt(def.valueType, rest) : [];
}

/** Asks whether one of the values that an issue knows of was meant by a text, as the end of a sentence. */
export function askNearestValue(issue: z.core.$ZodIssue, input: unknown): string {
  if (typeof input !== "string") return "";
  const issues = issue.code === "invalid_union" ? issue.errors.flat() : [issue];
  const values = issues.flatMap((one) => (one.code === "invalid_value" ? one.values.map(String) : []));
  return values.includes(input) ? ", which quotes make a text" : askNearest(input, values);
}
