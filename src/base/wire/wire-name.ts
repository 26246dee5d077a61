import * as z from "zod";
import { snakeCase } from "../snake-case.ts";

/** The name of a key on disk: what its schema's `.meta({ wireName })` says, else snake_case. */
export function wireName(key: string, schema: z.core.$ZodType): string {
  return declaredName(schema) ?? snakeCase(key);
}

function declaredName(schema: z.core.$ZodType): string | undefined {
  const declared = z.globalRegistry.get(schema)?.wireName;
  if (typeof declared === "string") return declared;
  const { def } = schema._zod;
  return "innerType" in def ? declaredName(def.innerType as z.core.$ZodType) : undefined;
}
