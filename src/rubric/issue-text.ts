import type * as z from "zod";
import { issueText } from "../base/index.ts";
import type { FieldProblem } from "./values/value-type.ts";

/** The problems of a failed parse: the field, and what was expected and found. Parse with `reportInput`. */
export function issueTexts(error: z.core.$ZodError): readonly FieldProblem[] {
  return error.issues.map((issue) => {
    const [field = "the trait", ...inside] = issue.path.map(String);
    const where = inside.length === 0 ? "" : `${inside.join(".")}: `;
    return { field, message: where + issueText(issue) };
  });
}
