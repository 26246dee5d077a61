import * as z from "zod";

const shape = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The name of an environment variable. A key that stands in its place by mistake is refused, and not shown. */
export const VariableName = z
  .string()
  .regex(shape, "expected the name of an environment variable, such as MY_API_KEY, not the key itself");
export type VariableName = z.infer<typeof VariableName>;

/** True for a text that can be the name of an environment variable. */
export function isVariableName(text: string): boolean {
  return shape.test(text);
}
