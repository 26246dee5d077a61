import type { JsonValue } from "../../base/index.ts";

/** A step into a value: a member, an element (from the end where it is negative), or all of them. */
type Step = string | number | typeof all;

const all = Symbol("all");

/** A place in JSON, such as `$.choices[0].message.content` or `$.documents[*].text`. */
export interface JsonPath {
  readonly text: string;
  readonly steps: readonly Step[];
}

const step =
  /\.([\p{L}_][\p{L}\p{N}_-]*)|\.(\*)|\[(-?\d+)\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]|\['([^']*)'\]/uy;

/**
 * Reads a path: `$`, then members (`.name`, `["any name"]`), elements (`[0]`, `[-1]` for the last) and all of them (`[*]`,
 * `.*`). Of JSONPath (RFC 9535) these alone. `$` may be left out.
 *
 * @returns undefined for what is none
 */
export function readJsonPath(text: string): JsonPath | undefined {
  const given = text.trim();
  const rest = given.startsWith("$") ? given.slice(1) : /^[.[]/.test(given) ? given : `.${given}`;
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (found === null) return undefined;
    const [, name, every, index, everyIndex, quoted, single] = found;
    if (every !== undefined || everyIndex !== undefined) steps.push(all);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(quoted === undefined ? (name ?? single ?? "") : unescaped(quoted));
  }
  return { text: given, steps };
}

const unescaped = (quoted: string): string => quoted.replaceAll(/\\(.)/g, "$1");

/** What stands at a path; undefined where nothing does. A path with `[*]` gives a list of what there is. */
export function valueAt({ steps }: JsonPath, value: JsonValue): JsonValue | undefined {
  const isList = steps.includes(all);
  let found: readonly JsonValue[] = [value];
  for (const one of steps) found = found.flatMap((from) => stepInto(from, one));
  return isList ? found : found[0];
}

function stepInto(value: JsonValue, to: Step): readonly JsonValue[] {
  if (typeof value !== "object" || value === null) return [];
  if (to === all) return Object.values(value);
  if (Array.isArray(value)) {
    const element: JsonValue | undefined = typeof to === "number" ? value.at(to) : undefined;
    return element === undefined ? [] : [element];
  }
  if (typeof to === "number" || !Object.hasOwn(value, to)) return [];
  return [Reflect.get(value, to)];
}
