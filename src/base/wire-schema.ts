import * as z from "zod";
import type { JsonSchema } from "./json-schema.ts";
import { wireName } from "./wire/wire-name.ts";

/** zod spells out that integers are safe and that keys are strings; readers of JSON know. */
function dropEmptyLimits(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
}

/**
 * The JSON Schema (2020-12) of a schema's stored form: snake_case names, defaults filled in, so every key that is
 * always written is required. Only strict objects forbid other keys.
 *
 * @param io `input` for what may be written by hand: what has a default is not required
 * @param unrepresentable `any`: what JSON cannot hold, such as a function, may be anything
 */
export function wireJsonSchema(
  schema: z.ZodType,
  io: "input" | "output" = "output",
  unrepresentable: "throw" | "any" = "throw",
): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable,
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.readOnly;
      delete jsonSchema.wireName;
      dropEmptyLimits(jsonSchema);
      const { def } = zodSchema._zod;
      if (def.type !== "object" || jsonSchema.properties === undefined) return;
      const named = Object.entries(def.shape).map(([key, child]) => [key, wireName(key, child)] as const);
      const names = new Map(named);
      jsonSchema.properties = Object.fromEntries(
        Object.entries(jsonSchema.properties).map(([key, value]) => [names.get(key) ?? key, value]),
      );
      if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map((key) => names.get(key) ?? key);
      if (def.catchall?._zod.def.type !== "never") delete jsonSchema.additionalProperties;
    },
  });
  // zod's type allows keywords that ours does not list
  return json as JsonSchema;
}
