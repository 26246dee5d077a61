import { Script } from "node:vm";
import { LruCache } from "../../base/index.ts";
import { shapeOf } from "./source-shape.ts";

const name = String.raw`[\w$]+(?:\s+as\s+[\w$]+)?\s*`;
const names = String.raw`\*\s*as\s+[\w$]+\s|\{\s*(?:${name}(?:,\s*${name})*,?\s*)?\}\s*`;
/** An import of names, at the beginning of a line. */
const importOfNames = new RegExp(String.raw`^import\s*(?:${names})from\s*(?:"[^"\\\n]*"|'[^'\\\n]*')`, "gm");

/** Characters of shapes that are remembered. */
const keptShapes = 500_000;

/**
 * Tells of one source after the other whether it is a module of JavaScript; false for one with types, and for an import or export of an unusual form.
 * Nothing is run. What many sources differ in by their words alone is looked at once.
 */
export function javaScriptCheck(): (source: string) => boolean {
  const known = new LruCache<string, boolean>(keptShapes);
  return (source) => {
    const shape = shapeOf(source);
    // the one key that may not stand twice in an object
    if (shape === undefined || shape.words.includes("__proto__")) return isJavaScript(source);
    return known.getOrCreate(shape.key, () => isJavaScript(source), shape.key.length);
  };
}

/**
 * What a module alone may hold is left out: its imports of names and its default export. It makes no tree, which takes an eighth
 * of the time, but V8 keeps what it makes for a while: some 5 kB for each source.
 */
function isJavaScript(source: string): boolean {
  const text = source.replaceAll(importOfNames, "").replaceAll(/^export default(?=\s)/gm, "void");
  try {
    return new Script(`"use strict";${text}`) !== undefined;
  } catch {
    return false;
  }
}
