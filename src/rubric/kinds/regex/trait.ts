import * as z from "zod";
import { messageOf, toJavaScriptPattern } from "../../../base/index.ts";
import { judgedSource, traitTexts } from "../trait-fields.ts";

const Pattern = z.string().superRefine((pattern, context) => {
  if (pattern === "")
    context.addIssue({
      code: "custom",
      message: "expected a pattern, found an empty one, which matches every answer",
    });
  const message = thrownMessage(() => toJavaScriptPattern(pattern));
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/**
 * Whether a regular expression in Python's dialect matches somewhere in the answer. Authors write {@link regexTrait}.
 * The empty pattern, which Python takes and which matches everything, decides nothing.
 */
export const RegexRubricTrait = z
  .strictObject({
    type: z.literal("regex").default("regex"),
    ...traitTexts,
    ...judgedSource,
    pattern: Pattern,
    caseSensitive: z.boolean().default(true),
    /** True when there is no match. */
    invertResult: z.boolean().default(false),
    higherIsBetter: z.boolean().nullable().default(true),
  })
  .readonly();
export type RegexRubricTrait = z.infer<typeof RegexRubricTrait>;

function thrownMessage(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
