import type * as z from "zod";
import { askNearest, KareninaError } from "../../base/index.ts";

/**
 * An argument of an export, checked.
 *
 * @throws KareninaError `invalid_input` that lists what does not fit, unknown keys with the nearest known one.
 */
export function checkedArgument<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  value: unknown,
  { name, hint }: { readonly name: string; readonly hint: string },
): z.output<z.ZodObject<Shape>> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => `unknown key "${key}"${askNearest(key, Object.keys(schema.shape))}`)
      : `${issue.path.join(".") || "it"}: ${issue.message}`,
  );
  throw new KareninaError("invalid_input", `${name} does not fit: ${problems.join("; ")}.`, { hint });
}
