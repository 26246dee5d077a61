/** A step into a value: a member or an element by its name, an element (from the end where it is negative), or all of them. */
type Step = string | number | typeof all;

const all = Symbol("all");

/** A place in JSON, such as `$.choices[0].message.content`, `choices.0.message.content` or `$.documents[*].text`. */
export interface JsonPath {
  readonly text: string;
  readonly steps: readonly Step[];
}

const step = /\.(\*)|\.([^.[\]\s]+)|\[(-?\d+)\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]|\['([^']*)'\]/uy;

/**
 * Reads a path: `$`, then members (`.name`, `["any name"]`), elements (`[0]` or `.0`, `[-1]` for the last) and all of them (`[*]`,
 * `.*`). Of JSONPath (RFC 9535) there is no more. `$` may be left out.
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
    const [, every, name, index, everyIndex, quoted, single] = found;
    if (every !== undefined || everyIndex !== undefined) steps.push(all);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(quoted === undefined ? (name ?? single ?? "") : unescaped(quoted));
  }
  return { text: given, steps };
}

/** The path of a field: what is none is the name of a member. */
export const fieldPath = (text: string): JsonPath => readJsonPath(text) ?? { text, steps: [text] };

const unescaped = (quoted: string): string => quoted.replaceAll(/\\(.)/g, "$1");

/**
 * What stands at a path; undefined where nothing does. A member whose own name is the whole path comes first. A path with `[*]` gives a
 * list of what there is.
 */
export function valueAt({ text, steps }: JsonPath, value: unknown): unknown {
  const [own] = memberOf(value, text);
  if (own !== undefined) return own;
  const isList = steps.includes(all);
  let found: readonly unknown[] = [value];
  for (const one of steps) found = found.flatMap((from) => stepInto(from, one));
  return isList ? found : found[0];
}

function stepInto(value: unknown, to: Step): readonly unknown[] {
  if (to === all) return typeof value === "object" && value !== null ? Object.values(value) : [];
  if (!Array.isArray(value)) return typeof to === "number" ? [] : memberOf(value, to);
  const isPlace = typeof to === "number" || /^-?\d+$/.test(to);
  const element: unknown = isPlace ? value.at(Number(to)) : undefined;
  return element === undefined ? [] : [element];
}

const memberOf = (value: unknown, name: string): readonly unknown[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? [Reflect.get(value, name)]
    : [];
