import type * as z from "zod";
import { isJsonObject, nearestName } from "../../base/index.ts";
import { askNearestValue, keysAt } from "./nearest-known.ts";
import { describeValue, type ProblemList, pathTo } from "./problem.ts";

/** The node as its schema reads it; undefined after adding every problem with its path, expectation and finding. */
export function checkNode<Node>(
  schema: z.ZodType<Node>,
  value: unknown,
  path: string,
  problems: Pick<ProblemList, "add">,
): Node | undefined {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  for (const issue of checked.error.issues) {
    if (issue.code === "unrecognized_keys") {
      const known = keysAt(schema, issue.path);
      for (const key of issue.keys) problems.add(pathTo(path, ...issue.path), unknownKey(key, known));
      continue;
    }
    const found = valueAt(value, issue.path);
    problems.add(
      pathTo(path, ...issue.path),
      `${expectation(issue)}, found ${describeValue(found)}${askNearestValue(issue, found)}`,
    );
  }
  return undefined;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${kinds.get(issue.expected) ?? issue.expected}`;
  if (issue.code === "invalid_value")
    return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
  return issue.message;
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  return `unknown key ${JSON.stringify(key)}${nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, step) => {
    if (Array.isArray(parent)) return parent[Number(step)];
    return isJsonObject(parent) && Object.hasOwn(parent, step) ? parent[String(step)] : undefined;
  }, value);
}
