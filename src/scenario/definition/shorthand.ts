import { describeValue, isJsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import {
  booleanMatch,
  exactMatch,
  numericExact,
  numericRange,
  type PrimitiveSpec,
  setContainment,
} from "../../template/index.ts";
import type { ComparedTo } from "./compared-to.ts";
import type { ResultField } from "./outcome-check.ts";
import type { StateCheck } from "./scenario-definition.ts";

/** The comparisons that the short form has words for. */
export const operators = ["gte", "gt", "lte", "lt", "eq"] as const;
type Operator = (typeof operators)[number];

/**
 * How a value in the short form is compared: true and false with that very value, text without regard to case, numbers exactly, lists as
 * sets; `{ gte: 3 }` and its like by size.
 *
 * @throws KareninaError `invalid_input` for an object that is no comparison
 */
export function comparedTo(value: JsonValue): ComparedTo {
  if (typeof value === "boolean") return { expected: value, verifyWith: booleanMatch() };
  if (typeof value === "number") return { expected: value, verifyWith: numericExact() };
  if (Array.isArray(value)) return { expected: value, verifyWith: setContainment() };
  if (!isJsonObject(value)) return { expected: value, verifyWith: exactMatch() };
  const [entry, ...more] = Object.entries(value);
  const [operator, bound] = entry ?? ["", null];
  if (!isOperator(operator) || more.length > 0)
    throw new KareninaError(
      "invalid_input",
      `expected a value or one of ${operators.join(", ")} with a number, found ${JSON.stringify(value).slice(0, 80)}`,
    );
  if (typeof bound !== "number")
    throw new KareninaError(
      "invalid_input",
      `expected a number after ${operator}, found ${describeValue(bound)}`,
    );
  if (operator === "eq") return { expected: bound, verifyWith: numericExact() };
  return { expected: null, verifyWith: ranges[operator](bound) };
}

/** How what is known of a whole walk is compared with a value in the short form: its way node by node, all else as {@link comparedTo}. */
export function resultComparedTo(field: ResultField, value: JsonValue): ComparedTo {
  return field === "path" && Array.isArray(value)
    ? { expected: value, verifyWith: { type: "LiteralMatch" } }
    : comparedTo(value);
}

const ranges: Readonly<Record<Exclude<Operator, "eq">, (bound: number) => PrimitiveSpec>> = {
  gte: (min) => numericRange({ min }),
  gt: (min) => numericRange({ min, exclusiveMin: true }),
  lte: (max) => numericRange({ max }),
  lt: (max) => numericRange({ max, exclusiveMax: true }),
};

function isOperator(name: string): name is Operator {
  return (operators as readonly string[]).includes(name);
}

/** The checks of a condition in short form, `{ "parsed.severity": { gte: 3 } }`: one key. */
export function shorthandCheck(condition: { readonly [path: string]: JsonValue }): StateCheck {
  const [entry, ...more] = Object.entries(condition);
  if (entry === undefined || more.length > 0)
    throw new KareninaError(
      "invalid_input",
      `expected one path in each condition, found ${Object.keys(condition).length}: ${Object.keys(condition).join(", ")}`,
      { hint: "Several conditions that all have to hold are a list." },
    );
  const [field, value] = entry;
  return { type: "state_check", field, ...comparedTo(value) };
}

/** A state check with a primitive of its own, such as `stateCheck("parsed.name", "BCL2", exactMatch())`. */
export function stateCheck<const Field extends string>(
  field: Field,
  expected: JsonValue,
  verifyWith: PrimitiveSpec,
): StateCheck & { readonly field: Field } {
  return { type: "state_check", field, expected, verifyWith };
}
