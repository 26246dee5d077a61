import * as z from "zod";
import { describeValue, isJsonObject } from "../../../base/index.ts";
import { judged, notJudged, type TraitJudgement } from "../../judgement.ts";
import { classCountProblems, classList, fewestClasses, TraitClasses } from "../../values/literal/classes.ts";
import { literalValue } from "../../values/literal/literal.ts";
import type { FieldProblem } from "../../values/value-type.ts";
import { judgedSource, reportProblems, traitTexts } from "../trait-fields.ts";
import { CallableCode } from "./code.ts";

const bound = z.int().nullable().default(null);

const fields = z.strictObject({
  type: z.literal("callable").default("callable"),
  ...traitTexts,
  ...judgedSource,
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

/** What each type of value of a callable trait answers for itself. */
interface CallableValue {
  complete(given: { readonly [field: string]: unknown }): { readonly [field: string]: unknown };
  problems(trait: Fields): readonly FieldProblem[];
  rating(trait: Fields): { readonly best: number; readonly worst: number };
  accept(trait: Fields, raw: unknown): TraitJudgement;
}

/** The types of values that a callable trait may have. */
export const callableValues: { readonly [Kind in Fields["kind"]]: CallableValue } = {
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
    complete: literalValue.complete,
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
  const known = Object.entries(callableValues).find(([kind]) => kind === given.kind);
  const listed = { ...given, classes: classList(given.classes) };
  return { ...listed, ...known?.[1].complete(listed) };
}

function callableProblems(trait: Fields): readonly FieldProblem[] {
  return callableValues[trait.kind].problems(trait);
}

/**
 * What a callable trait's function returned, as the trait's value:
 *
 * - boolean: true or false, turned around by `invertResult`;
 * - score: a number within the bounds; it is not moved into them;
 * - literal: the exact name of a class, stored as its index.
 */
export function acceptCallableValue(trait: CallableRubricTrait, raw: unknown): TraitJudgement {
  return callableValues[trait.kind].accept(trait, raw);
}
