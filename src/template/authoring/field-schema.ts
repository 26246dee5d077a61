import * as z from "zod";
import type { JsonSchema } from "../../base/index.ts";
import { canonicalSchema } from "./canonical-schema.ts";

/** A field's type as JSON Schema, or why the zod schema cannot be one. */
type FieldSchema =
  | { readonly ok: true; readonly schema: JsonSchema; readonly required: boolean }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Kinds of zod schema that JSON Schema says in full. */
const carried = new Set(
  "string number int boolean null enum literal array tuple object record union nullable optional default readonly unknown any lazy".split(
    " ",
  ),
);

/** zod's names of text formats and JSON Schema's. */
const formats: { readonly [format: string]: string } = {
  date: "date",
  datetime: "date-time",
  time: "time",
  email: "email",
  uuid: "uuid",
  url: "uri",
};

/**
 * Turns a field's zod schema into JSON Schema. What JSON Schema cannot say (transforms, refinements, dates as
 * objects, pattern flags, …) is a problem: the judge is shown the JSON Schema, and code accepts by it.
 */
export function fieldSchema(schema: z.ZodType): FieldSchema {
  const problems: string[] = [];
  let json: unknown;
  try {
    json = z.toJSONSchema(schema, {
      io: "input",
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod;
        problems.push(...kindProblems(def));
        const format = "format" in def && typeof def.format === "string" ? formats[def.format] : undefined;
        if (format !== undefined) jsonSchema.format = format;
      },
    });
  } catch (error) {
    return { ok: false, problems: [`JSON Schema cannot carry this type: ${(error as Error).message}`] };
  }
  if (problems.length > 0) return { ok: false, problems: [...new Set(problems)] };
  const canonical = canonicalSchema(json);
  if (!canonical.ok) return canonical;
  const { description: _description, title: _title, ...type } = canonical.schema;
  return { ok: true, schema: type, required: schema._zod.optin !== "optional" };
}

function kindProblems(def: z.core.$ZodTypeDef): readonly string[] {
  if (!carried.has(def.type))
    return [`JSON Schema cannot carry z.${def.type === "pipe" ? "transform" : def.type}()`];
  return (def.checks ?? []).flatMap((check) => checkProblems(check._zod.def));
}

function checkProblems(check: z.core.$ZodCheckDef): readonly string[] {
  if (check.check === "custom")
    return ["JSON Schema cannot carry refine(): use the template's verify instead"];
  if (check.check === "overwrite")
    return ["JSON Schema cannot carry a transform such as trim(): use the primitive's normalize instead"];
  const pattern = "pattern" in check ? check.pattern : undefined;
  if (pattern instanceof RegExp && /[^u]/.test(pattern.flags))
    return [`JSON Schema cannot carry the flags of ${pattern}`];
  return [];
}
