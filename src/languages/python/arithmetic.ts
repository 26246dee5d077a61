import { integer } from "./number-literal.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonValue } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";

/** Longest text or list that is made by adding or repeating. */
const longest = 100_000;

/** A number with the other sign. */
export function negative(value: PythonValue, node: PythonNode): PythonValue {
  if (value.kind === "integer") return integer(value.number === 0 ? 0 : -value.number, node);
  if (value.kind === "float") return { kind: "float", number: -value.number };
  return value.kind === "boolean"
    ? integer(value.boolean ? -1 : 0, node)
    : isCode("a sign before no number", node);
}

/** What `left operator right` gives for numbers, and `+` and `*` for texts and lists. */
export function calculate(
  left: PythonValue,
  operator: string,
  right: PythonValue,
  node: PythonNode,
): PythonValue {
  const one = numberOf(left);
  const other = numberOf(right);
  if (one !== undefined && other !== undefined) {
    const isFloat = left.kind === "float" || right.kind === "float" || operator === "/";
    const result = resultOf(one, operator, other, node);
    const isPower = operator === "**" && (isFloat || other < 0);
    // there Python raises an error, or gives a complex number
    if (isPower && !Number.isFinite(result) && Number.isFinite(one) && Number.isFinite(other))
      return isCode("a power that is no such number", node);
    if (isFloat || isPower) return { kind: "float", number: result };
    return integer(result, node);
  }
  if (operator === "+")
    return joined(left, right) ?? isCode("an addition of something else than numbers and texts", node);
  const [thing, count] = one === undefined ? [left, other] : [right, one];
  const isCount = operator === "*" && count !== undefined && left.kind !== "float" && right.kind !== "float";
  const repeated = isCount ? repeat(thing, count) : undefined;
  return repeated ?? isCode(`a calculation with ${operator}`, node);
}

function numberOf(value: PythonValue): number | undefined {
  if (value.kind === "boolean") return Number(value.boolean);
  return value.kind === "integer" || value.kind === "float" ? value.number : undefined;
}

function resultOf(one: number, operator: string, other: number, node: PythonNode): number {
  if (other === 0 && /^(\/|\/\/|%)$/.test(operator)) isMistake("division by zero", node);
  switch (operator) {
    case "+":
      return one + other;
    case "-":
      return one - other;
    case "*":
      return one * other;
    case "/":
      return one / other;
    case "//":
      return quotient(one, other);
    case "%":
      return remainder(one, other);
    case "**":
      return one ** other;
    default:
      return isCode(`a calculation with ${operator}`, node);
  }
}

/** Rounded down as Python rounds: from what is left, so that no digit of a large number is lost. */
function quotient(one: number, other: number): number {
  const left = one % other;
  const isBelow = left !== 0 && left < 0 !== other < 0;
  const exact = (one - left) / other - (isBelow ? 1 : 0);
  const down = Math.floor(exact);
  return exact - down > 0.5 ? down + 1 : down;
}

/** What is left of a division, with the sign of the divisor. */
function remainder(one: number, other: number): number {
  const left = one % other;
  return left !== 0 && left < 0 !== other < 0 ? left + other : left;
}

function joined(left: PythonValue, right: PythonValue): PythonValue | undefined {
  if (left.kind === "text" && right.kind === "text" && left.text.length + right.text.length <= 10 * longest)
    return { kind: "text", text: left.text + right.text };
  if (left.kind !== right.kind || (left.kind !== "list" && left.kind !== "tuple")) return undefined;
  if (!("items" in right) || left.items.length + right.items.length > longest) return undefined;
  return { kind: left.kind, items: [...left.items, ...right.items] };
}

function repeat(thing: PythonValue, count: number): PythonValue | undefined {
  const times = Math.max(0, count);
  if (thing.kind === "text" && thing.text.length * times <= longest)
    return { kind: "text", text: thing.text.repeat(times) };
  if (!(thing.kind === "list" || thing.kind === "tuple") || thing.items.length * times > longest)
    return undefined;
  return { kind: thing.kind, items: Array.from({ length: times }, () => thing.items).flat() };
}
