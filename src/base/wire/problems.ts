import type * as z from "zod";
import { askNearest } from "../nearest-name.ts";
import { hiddenSecrets } from "../secrets/find-secrets.ts";
import { isSecretName } from "../secrets/secret-name.ts";
import { isObject, type MisnamedKey, type WireNode } from "./wire-node.ts";

/** One thing that is wrong with a JSON value. */
export interface WireProblem {
  /** Wire names from the outside in, such as `metadata.keywords[2]`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

const longestShown = 40;
/** Of a value that is shown cut anyway. */
const longestLookedAt = 1000;

/** The problems of a failed parse, in wire names. */
export function problemsOf(error: z.core.$ZodError, root: WireNode): readonly WireProblem[] {
  return error.issues.flatMap((issue) => problemsOfIssue(issue, [], root));
}

/** The problem of a key that stands in the file under its in-memory name. */
export function misnamedProblem(misnamed: MisnamedKey, root: WireNode): WireProblem {
  return {
    path: renderPath(misnamed.path, root),
    expected: `the key ${misnamed.wireName}`,
    found: `the key ${misnamed.key}`,
  };
}

function problemsOfIssue(
  issue: z.core.$ZodIssue,
  base: readonly PropertyKey[],
  root: WireNode,
): readonly WireProblem[] {
  const path = [...base, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // the branch that got furthest is the one that was meant
    const furthest = [...issue.errors].sort((left, right) => depth(right) - depth(left))[0] ?? [];
    if (depth(furthest) > 0) return furthest.flatMap((inner) => problemsOfIssue(inner, path, root));
    const expected = [...new Set(issue.errors.flat().map(expectation))].join(", or ");
    return [{ path: renderPath(path, root), expected, found: describe(issue.input, path) }];
  }
  const [expected, found] = saidBySchema(issue) ?? [expectation(issue), undefined];
  return [{ path: renderPath(path, root), expected, found: found ?? finding(issue, path) }];
}

/** A schema's own text may say whole what was expected, and what was found. */
function saidBySchema({ message }: z.core.$ZodIssue): readonly [string, string | undefined] | undefined {
  const [, expected, found] = /^expected (.*?)(?:, found (.*))?$/s.exec(message) ?? [];
  return expected === undefined ? undefined : [expected, found];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map((issue) => issue.path.length));

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return issue.expected === "int" ? "a whole number" : issue.expected;
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "unrecognized_keys") return "no other keys";
  if (issue.code === "invalid_union" && "options" in issue && issue.options) {
    return `one of ${issue.options.map(String).join(", ")}`;
  }
  if (issue.code === "too_small" || issue.code === "too_big") return limitText(issue);
  return issue.message;
}

/** zod's own text is a sentence of another form; one that a schema brings is a phrase already. */
function limitText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const zodText = /^Too (?:small|big): expected (?:\w+ )?/;
  if (!zodText.test(issue.message)) return issue.message;
  const [limit, words] =
    issue.code === "too_small"
      ? ([issue.minimum, issue.inclusive ? "at least" : "more than"] as const)
      : ([issue.maximum, issue.inclusive ? "at most" : "less than"] as const);
  const unit = units.get(issue.origin);
  return unit === undefined ? `${words} ${limit}` : `${words} ${limit} ${unit}`;
}

const units: ReadonlyMap<string, string> = new Map([
  ["string", "characters"],
  ["array", "items"],
  ["set", "items"],
]);

function finding(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
  if (issue.code === "unrecognized_keys") return issue.keys.join(", ");
  // zod reports the whole object where only the discriminator's value is meant
  const discriminator = issue.code === "invalid_union" && "discriminator" in issue && issue.discriminator;
  const input = discriminator && isObject(issue.input) ? issue.input[discriminator] : issue.input;
  return `${describe(input, path)}${nearestText(issue, input)}`;
}

function nearestText(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code !== "invalid_value" || typeof input !== "string") return "";
  return askNearest(input, issue.values.map(String));
}

function describe(value: unknown, path: readonly PropertyKey[]): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (path.some((part) => mayBeKey(String(part)))) return `a ${typeof value}`;
  const text = hiddenSecrets((JSON.stringify(value) ?? String(value)).slice(0, longestLookedAt));
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return `${typeof value} ${shown}`;
}

/** Where the name of a key's variable is expected, the key itself may stand by mistake. */
const mayBeKey = (name: string) => isSecretName(name) || isSecretName(name.replace(/_?env$/i, ""));

function renderPath(path: readonly PropertyKey[], root: WireNode): string {
  let node: WireNode | undefined = root;
  let text = "";
  for (const key of path) {
    const step: ReturnType<WireNode["step"]> = node?.step(key);
    const name = step?.[0] ?? key;
    text += typeof name === "number" ? `[${name}]` : `${text === "" ? "" : "."}${String(name)}`;
    node = step?.[1];
  }
  return text;
}
