import * as z from "zod";
import { isJsonObject } from "../../base/index.ts";
import { describeValue } from "../describe-value.ts";
import { classCountProblems, classList, fewestClasses, TraitClasses } from "../judged/classes.ts";
import type { FieldProblem } from "../judged/judged-kind.ts";
import { judged, notJudged, type TraitJudgement } from "../judgement.ts";
import { classesFromProperty, classesToProperty } from "../ratings/class-property.ts";
import type { RatingContent, RatingView } from "../ratings/rating.ts";
import { CallableCode, callableSource } from "./callable-code.ts";
import { orderWarning } from "./llm.ts";
import { reportProblems, traitTexts } from "./trait-fields.ts";
import { defineTraitKind } from "./trait-kind.ts";

const bound = z.int().nullable().default(null);

const fields = z.strictObject({
  type: z.literal("callable").default("callable"),
  ...traitTexts,
  kind: z.enum(["boolean", "score", "literal"]),
  code: CallableCode,
  /** Of a score; 0 for a literal trait, null for a boolean one. */
  minScore: bound,
  /** Of a score; the last index of a literal trait, null for a boolean one. */
  maxScore: bound,
  /** Only of a boolean trait: true when the function says false. */
  invertResult: z.boolean().default(false),
  classes: TraitClasses.nullable().default(null),
  higherIsBetter: z.boolean().nullable().default(true),
});

type Fields = z.infer<typeof fields>;

/** A quality that code decides on. Authors write {@link callableTrait}. */
export const CallableRubricTrait = z.preprocess(
  completeCallable,
  fields.superRefine(reportProblems(callableProblems)).readonly(),
);
export type CallableRubricTrait = z.infer<typeof CallableRubricTrait>;

/** What each kind of callable trait answers for itself. */
interface CallableKind {
  complete(given: { readonly [field: string]: unknown }): { readonly [field: string]: unknown };
  problems(trait: Fields): readonly FieldProblem[];
  rating(trait: Fields): { readonly best: number; readonly worst: number };
  accept(trait: Fields, raw: unknown): TraitJudgement;
}

const kinds: { readonly [Kind in Fields["kind"]]: CallableKind } = {
  boolean: {
    complete: () => ({ minScore: null, maxScore: null }),
    problems: noClasses,
    rating: () => ({ best: 1, worst: 0 }),
    accept: ({ name, invertResult }, raw) =>
      typeof raw === "boolean"
        ? judged(name, raw !== invertResult)
        : notJudged(`expected true or false, found ${describeValue(raw)}`),
  },
  score: {
    complete: () => ({}),
    problems: (trait) => [...rangeProblems(trait), ...noClasses(trait)],
    rating: ({ minScore, maxScore }) => ({ best: maxScore ?? 5, worst: minScore ?? 1 }),
    accept: acceptScore,
  },
  literal: {
    complete({ classes }) {
      const count = Array.isArray(classes) ? classes.length : 0;
      return { minScore: 0, maxScore: Math.max(0, count - 1) };
    },
    problems: ({ classes }) =>
      (classes === null ? ["expected classes, found none"] : classCountProblems(classes, fewestClasses)).map(
        (message) => ({ field: "classes", message }),
      ),
    rating: ({ minScore, maxScore }) => ({ best: maxScore ?? 5, worst: minScore ?? 1 }),
    accept({ name, classes }, raw) {
      const index = (classes ?? []).findIndex((one) => one.name === raw);
      const label = classes?.[index]?.name;
      if (label !== undefined) return { ok: true, scores: { [name]: index }, label };
      const names = (classes ?? []).map((one) => JSON.stringify(one.name)).join(", ");
      return notJudged(`expected one of ${names}, found ${describeValue(raw)}`);
    },
  },
};

function acceptScore({ name, minScore, maxScore }: Fields, raw: unknown): TraitJudgement {
  if (typeof raw !== "number" || !Number.isFinite(raw))
    return notJudged(`expected a number, found ${describeValue(raw)}`);
  const isOutside = (minScore !== null && raw < minScore) || (maxScore !== null && raw > maxScore);
  if (!isOutside) return judged(name, raw);
  return notJudged(`expected a number from ${minScore ?? "-∞"} to ${maxScore ?? "∞"}, found ${raw}`);
}

function rangeProblems({ minScore, maxScore }: Fields): readonly FieldProblem[] {
  if (minScore === null || maxScore === null || minScore < maxScore) return [];
  const message = `expected less than maxScore, found ${minScore} with maxScore ${maxScore}`;
  return [{ field: "minScore", message }];
}

function noClasses({ classes }: Fields): readonly FieldProblem[] {
  return classes === null
    ? []
    : [{ field: "classes", message: "expected none: only a literal trait has classes" }];
}

function completeCallable(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const known = Object.entries(kinds).find(([kind]) => kind === given.kind);
  const listed = { ...given, classes: classList(given.classes) };
  return { ...listed, ...known?.[1].complete(listed) };
}

function callableProblems(trait: Fields): readonly FieldProblem[] {
  return kinds[trait.kind].problems(trait);
}

/**
 * What a callable trait's function returned, as the trait's value:
 *
 * - boolean: true or false, turned around by `invertResult`;
 * - score: a number within the bounds; it is not moved into them;
 * - literal: the exact name of a class, stored as its index.
 */
export function acceptCallableValue(trait: CallableRubricTrait, raw: unknown): TraitJudgement {
  return kinds[trait.kind].accept(trait, raw);
}

export const callableKind = defineTraitKind<CallableRubricTrait>({
  type: "callable",
  title: "Callable trait",
  schema: CallableRubricTrait,
  placeholder: { kind: "boolean", code: { kind: "pickle", base64: "" } },
  propertyNames: { code: ["callable_source", "callable_code"] },
  obstacle({ code }) {
    if (code.kind !== "pickle") return undefined;
    const message = "its code is a Python function, which is not readable here; bind a function to its name";
    return { field: "code", message };
  },
  maxScore: ({ kind, maxScore }) => (kind === "score" ? (maxScore ?? undefined) : undefined),
  resultKeys: ({ name }) => [name],
  readRating(rating) {
    const kind = rating.property("kind") ?? "boolean";
    return {
      ...rating.fields("minScore", "maxScore", "invertResult", "higherIsBetter", "summary"),
      kind,
      code: readCode(rating),
      classes: kind === "literal" ? classesFromProperty(rating.property("classes")) : undefined,
    };
  },
  ratingWarnings: orderWarning,
  writeRating(trait): RatingContent {
    return {
      term: "CallableTrait",
      ...kinds[trait.kind].rating(trait),
      properties: [
        ...writeCode(trait),
        ["kind", trait.kind],
        ["invert_result", trait.invertResult],
        ["higher_is_better", trait.higherIsBetter],
        ["min_score", trait.kind === "score" ? (trait.minScore ?? undefined) : undefined],
        ["max_score", trait.kind === "score" ? (trait.maxScore ?? undefined) : undefined],
        ["summary", trait.summary ?? undefined],
        ["classes", classesToProperty(trait.classes)],
      ],
    };
  },
});

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
