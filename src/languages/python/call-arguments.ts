import type { PythonNode } from "./python-node.ts";
import type { CallArguments, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { insideOf, partsBetween } from "./syntax.ts";

/** The arguments of a call, or of a class definition, from its `ArgList`. */
export function readArguments(list: PythonNode | undefined, scope: Scope): CallArguments {
  const positional: PythonNode[] = [];
  const keywords = new Map<string, PythonNode>();
  for (const part of list === undefined ? [] : partsBetween(insideOf(list))) {
    const [first, second, value, more] = part;
    if (first === undefined) continue;
    if (first.name === "*" || first.name === "**") isCode("arguments spread with * or **", first);
    if (second === undefined) {
      if (keywords.size > 0) isMistake("a positional argument follows a keyword argument", first);
      positional.push(first);
    } else if (
      second.name === "AssignOp" &&
      second.text === "=" &&
      value !== undefined &&
      more === undefined
    ) {
      if (keywords.has(first.text)) isMistake(`the argument ${first.text} is given twice`, first);
      keywords.set(first.text, value);
    } else isCode("an argument that is computed", first);
  }
  return { positional, keywords, scope };
}

/** The arguments by name, positional ones by the names at their places. */
export function namedArguments(
  { positional, keywords }: CallArguments,
  names: readonly string[],
  callee: string,
): ReadonlyMap<string, PythonNode> {
  const named = new Map(keywords);
  for (const [index, node] of positional.entries()) {
    const name = names[index];
    if (name === undefined) {
      const takes = names.length === 0 ? "takes no positional arguments" : `takes ${names.length} at most`;
      isMistake(`${callee} ${takes}: write name=value`, node);
    }
    if (named.has(name)) isMistake(`${callee}: the argument ${name} is given twice`, node);
    named.set(name, node);
  }
  return named;
}
