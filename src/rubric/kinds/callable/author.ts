import type { ClassesInput } from "../../values/literal/classes.ts";
import { classesInputProblems, strictClassProblems } from "../../values/value-input.ts";
import type { FieldProblem } from "../../values/value-type.ts";
import { authorTrait, type JudgedText, type TraitTexts } from "../author-trait.ts";
import type { CallableCode } from "./code.ts";
import { callableKind } from "./kind.ts";
import type { CallableRubricTrait } from "./trait.ts";

interface BooleanInput {
  readonly kind: "boolean";
  readonly evaluate: (text: string) => boolean;
  /** True when the function says false; default false. */
  readonly invertResult?: boolean;
}

interface ScoreInput {
  readonly kind: "score";
  readonly evaluate: (text: string) => number;
  /** Whole number. */
  readonly minScore: number;
  /** Whole number above `minScore`. */
  readonly maxScore: number;
}

interface LiteralInput {
  readonly kind: "literal";
  /** Gives the name of a class. */
  readonly evaluate: (text: string) => string;
  /** 2 to 20 classes with their descriptions; the place of a class is its score. */
  readonly classes: ClassesInput;
}

/** What the author of a callable trait says. */
export type CallableTraitInput = (TraitTexts & JudgedText) & {
  /** Default true. */
  readonly higherIsBetter?: boolean | null;
} & (BooleanInput | ScoreInput | LiteralInput);

/**
 * A quality that a function decides on. Saved to a file, the function's source text is kept; opened again, it runs in the
 * sandbox. So it must not use anything defined outside of it.
 *
 * @example
 * callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 500 })
 * callableTrait({ name: "lists", kind: "score", minScore: 0, maxScore: 9, evaluate: (text) => text.split("\n- ").length - 1 })
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function callableTrait(input: CallableTraitInput): CallableRubricTrait {
  const { evaluate, ...rest } = input;
  const code: CallableCode = { kind: "native", evaluate };
  return authorTrait(callableKind, { ...rest, code }, callableProblems(input));
}

/** Stored traits may lack bounds; new ones state what their function gives. */
function callableProblems(input: CallableTraitInput): readonly FieldProblem[] {
  const { kind, evaluate } = input;
  const given: { readonly [field: string]: unknown } = { ...input };
  const bounds = ["minScore", "maxScore"];
  const isGiven = (field: string) => given[field] !== undefined && given[field] !== null;
  return [
    ...(typeof evaluate === "function" && evaluate.length > 1
      ? [{ field: "evaluate", message: `expected a function of one parameter, found ${evaluate.length}` }]
      : []),
    ...bounds
      .filter((field) => kind === "score" && !isGiven(field))
      .map((field) => ({ field, message: "expected a whole number, found nothing" })),
    ...bounds
      .filter((field) => kind === "boolean" && isGiven(field))
      .map((field) => ({ field, message: "expected none: a boolean has no range" })),
    ...(kind !== "boolean" && given.invertResult === true
      ? [{ field: "invertResult", message: "expected false: only a boolean can be turned around" }]
      : []),
    ...(kind === "literal"
      ? [...classesInputProblems(input.classes), ...strictClassProblems(input.classes)]
      : []),
  ];
}
