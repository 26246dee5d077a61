import * as z from "zod";
import { KareninaError } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";

const options = z.strictObject({ threshold: z.number().min(0).max(1).default(0.85) });

type SemanticMatchOptions = z.input<typeof options>;

export const semanticMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "SemanticMatch",
  options,
  summary: "Marks a field whose meaning the embedding check compares; by itself it cannot be checked.",
  values: "text",
  rightWhen: ({ threshold }, truth) =>
    `it means the same as ${valueWords(truth)}: a similarity of ${threshold} or more of their embeddings`,
  passesItself: () => false,
  check: (): boolean => {
    throw new KareninaError("check_error", "SemanticMatch: only the embedding check can decide this field.", {
      hint: "Turn the embedding check on, or give the field a primitive that code can check.",
    });
  },
});

/** Marks a field for the embedding check: similarity must reach `threshold` (0..1). Checking it directly throws. */
export function semanticMatch(options?: SemanticMatchOptions): Primitive<string | null> {
  return authorPrimitive(semanticMatchPrimitive, options);
}
