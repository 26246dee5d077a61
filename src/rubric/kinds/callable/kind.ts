import * as z from "zod";
import { TraitNumber } from "../../trait-number.ts";
import { classesFromProperty, classesToProperty, orderWarning } from "../../values/literal/class-property.ts";
import type { RatingContent, RatingView } from "../rating-node.ts";
import type { CodeTraitKind } from "../trait-kind.ts";
import { callableSource } from "./code.ts";
import { acceptCallableValue, CallableRubricTrait, callableValues } from "./trait.ts";

export const callableKind = {
  type: "callable",
  decidedBy: "code",
  title: "Callable trait",
  schema: CallableRubricTrait,
  placeholder: { kind: "boolean", code: { kind: "pickle", base64: "" } },
  unrecorded: ["code"],
  optional: ["judge"],
  results: {
    /** Boolean, number, or class index of a literal trait; by trait. */
    scores: z.union([z.boolean(), TraitNumber]),
  },
  atOnce: 1,
  evaluate: async (trait, text, { callables }) =>
    acceptCallableValue(trait, await callables.evaluate(trait.code, text)),
  propertyNames: { code: ["callable_source", "callable_code"] },
  obstacle({ code }) {
    if (code.kind !== "pickle") return undefined;
    const message =
      "its code is a pickled Python function, which is kept and never run; replace the trait by one in TypeScript";
    return { field: "code", message };
  },
  describe: ({ kind }) => kind,
  maxScore: ({ kind, maxScore }) => (kind === "score" ? (maxScore ?? undefined) : undefined),
  ratingTerms: ["CallableTrait"],
  readRating(rating) {
    const kind = rating.property("kind") ?? "boolean";
    return {
      ...rating.fields("judge", "minScore", "maxScore", "invertResult", "higherIsBetter", "summary"),
      kind,
      code: readCode(rating),
      classes: kind === "literal" ? classesFromProperty(rating.property("classes")) : undefined,
    };
  },
  ratingWarnings: (rating) => orderWarning(rating.property("classes")),
  writeRating(trait): RatingContent {
    return {
      term: "CallableTrait",
      ...callableValues[trait.kind].rating(trait),
      properties: [
        ...writeCode(trait),
        ["kind", trait.kind],
        ["invert_result", trait.invertResult],
        ["higher_is_better", trait.higherIsBetter],
        ["min_score", trait.kind === "score" ? (trait.minScore ?? undefined) : undefined],
        ["max_score", trait.kind === "score" ? (trait.maxScore ?? undefined) : undefined],
        ["summary", trait.summary ?? undefined],
        ["judge", trait.judge],
        ["classes", classesToProperty(trait.classes)],
      ],
    };
  },
} as const satisfies CodeTraitKind<CallableRubricTrait>;

function readCode(rating: RatingView): unknown {
  const text = rating.property("callable_source") ?? undefined;
  return text === undefined
    ? { kind: "pickle", base64: rating.property("callable_code") ?? "" }
    : { kind: "source", text, language: rating.property("callable_language") };
}

function writeCode({ name, code }: CallableRubricTrait): RatingContent["properties"] {
  if (code.kind === "pickle") return [["callable_code", code.base64]];
  const text = code.kind === "source" ? code.text : callableSource(name, code.evaluate);
  return [
    ["callable_source", text],
    ["callable_language", "TypeScript"],
  ];
}
