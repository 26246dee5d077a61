import { Script } from "node:vm";
import { stripTypes } from "../../sandbox/index.ts";
import type { SourceNode } from "./source-tree.ts";

/**
 * True for source that is JavaScript: the grammar of the tree takes more than that. Nothing is run. What only a module
 * may hold, its imports and its default export, is left out; the tree says what those are.
 */
export function isJavaScript(source: string, { children }: SourceNode): boolean {
  let text = '"use strict";';
  let place = 0;
  for (const { name, from, to, children: parts } of children) {
    const [first, second] = parts;
    if (name === "ImportDeclaration") {
      text += `${source.slice(place, from)};`;
      place = to;
    } else if (name === "ExportDeclaration" && first !== undefined && second?.name === "default") {
      text += `${source.slice(place, first.from)};void `;
      place = second.to;
    }
  }
  try {
    return new Script(text + source.slice(place)) !== undefined;
  } catch {
    return false;
  }
}

/** Source with its types blanked, every sign in its place; undefined where they cannot be. */
export function withoutTypes(source: string): string | undefined {
  try {
    const stripped = stripTypes(source, "template");
    return stripped.length === source.length ? stripped : undefined;
  } catch {
    return undefined;
  }
}
