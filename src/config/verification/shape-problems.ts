import type * as z from "zod";
import { askNearest, hiddenSecrets, issueText } from "../../base/index.ts";
import { type NameStyle, renderProblem } from "../problems.ts";

/**
 * What is wrong with the shape of a value, a line each. Unknown keys are no matter here.
 *
 * @param path where the value stands, in the names of code
 */
export function shapeProblems(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
  names: NameStyle = "code",
): readonly string[] {
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return [];
  return read.error.issues
    .filter((issue) => issue.code !== "unrecognized_keys")
    .map((issue) => {
      const inner = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
      return renderProblem({ path: [...path, ...inner], message: messageOf(issue) }, names);
    });
}

function messageOf(issue: z.core.$ZodIssue): string {
  // what a setting says of itself is a phrase already
  if (/^expected /.test(issue.message)) return issue.message;
  if (issue.code !== "invalid_value") return hiddenSecrets(issueText(issue));
  const values = issue.values.map(String);
  const { input } = issue;
  const question = typeof input === "string" ? askNearest(input, values) : "";
  return `expected one of ${values.join(", ")}; found ${JSON.stringify(input) ?? "nothing"}${question}`;
}
