import { literal } from "./literal.ts";

/** A piece of source: text that stays as it is, or something that may be broken over lines. */
export type Expression =
  | string
  | { readonly callee: string; readonly arguments: readonly Expression[] }
  | { readonly entries: readonly (readonly [key: string, value: Expression])[] }
  | { readonly items: readonly Expression[] }
  /** A method of an object, written with its own name. */
  | { readonly method: string };

/** A call of a function. */
export function call(callee: string, values: readonly Expression[]): Expression {
  return { callee, arguments: values };
}

/** An object literal. */
export function object(entries: readonly (readonly [key: string, value: Expression])[]): Expression {
  return { entries };
}

/** Longest line, in characters. */
const width = 110;

/**
 * The source of an expression with two spaces per level: on one line where it fits, else with its objects and
 * lists broken over lines. `before` characters stand on the line already.
 */
export function printed(expression: Expression, indent = "", before = 0): string {
  const line = onOneLine(expression);
  return line !== undefined && before + indent.length + line.length <= width
    ? line
    : broken(expression, indent);
}

function broken(expression: Expression, indent: string): string {
  if (typeof expression === "string") return expression;
  if ("method" in expression) return expression.method;
  if ("callee" in expression) {
    return `${expression.callee}(${expression.arguments.map((value) => broken(value, indent)).join(", ")})`;
  }
  const inner = `${indent}  `;
  const isList = "items" in expression;
  const parts = isList
    ? expression.items.map((item) => printed(item, inner))
    : entriesOf(expression.entries, inner);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const lines = parts.map((part) => `${inner}${part},\n`).join("");
  return lines === "" ? `${open}${close}` : `${open}\n${lines}${indent}${close}`;
}

function entriesOf(
  entries: readonly (readonly [key: string, value: Expression])[],
  indent: string,
): readonly string[] {
  return entries.map(([key, value]) => {
    if (typeof value === "object" && "method" in value) return value.method;
    const name = literal(key, "key");
    return `${name}: ${printed(value, indent, name.length + 2)}`;
  });
}

/** Undefined when the expression has to be broken. */
function onOneLine(expression: Expression): string | undefined {
  if (typeof expression === "string") return expression.includes("\n") ? undefined : expression;
  if ("method" in expression) return expression.method.includes("\n") ? undefined : expression.method;
  if ("callee" in expression) {
    const values = expression.arguments.map(onOneLine);
    return values.includes(undefined) ? undefined : `${expression.callee}(${values.join(", ")})`;
  }
  if ("items" in expression) {
    const items = expression.items.map(onOneLine);
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  const entries = expression.entries.map(([key, value]) => {
    const text = onOneLine(value);
    if (text === undefined || (typeof value === "object" && "method" in value)) return text;
    return `${literal(key, "key")}: ${text}`;
  });
  if (entries.includes(undefined)) return undefined;
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
