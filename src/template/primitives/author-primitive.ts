import * as z from "zod";
import { issueText, KareninaError } from "../../base/index.ts";
import type { Primitive, PrimitiveDefinition } from "./primitive.ts";

/**
 * A primitive with the given options, checked. What is not given stays out, so that defaults live in one place.
 * Throws `KareninaError` with code `invalid_input` naming the primitive and the parameter.
 */
export function authorPrimitive<Value, Options>(
  definition: PrimitiveDefinition<Options>,
  options: object = {},
): Primitive<Value> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const parsed = definition.options.safeParse(given, { reportInput: true });
  if (!parsed.success) {
    throw new KareninaError("invalid_input", `${definition.type}: ${describeIssues(parsed.error)}`, {
      hint: "See the table of primitives for the parameters and what they may be.",
    });
  }
  return { type: definition.type, ...given } as Primitive<Value>; // the schema accepted them, so they are JSON
}

/** The issues of a failed parse in one line, each with the parameter it is about. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) =>
      issue.path.length === 0 ? issueText(issue) : `${z.core.toDotPath(issue.path)}: ${issueText(issue)}`,
    )
    .join("; ");
}
