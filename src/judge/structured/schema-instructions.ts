import type { JsonSchema } from "../../base/index.ts";
import { section } from "../../prompt/index.ts";

/** The text that asks for a JSON object where the provider cannot enforce a schema. */
export function schemaInstructions(schema: JsonSchema): string {
  return [
    "Reply with one JSON object that fits this JSON Schema, and nothing else: no prose, no code fence.",
    section("json_schema", JSON.stringify(schema, null, 2)),
  ].join("\n");
}
