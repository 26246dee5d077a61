import { primitives } from "../../template/index.ts";
import { namedArguments } from "./call-arguments.ts";
import type { PythonNode } from "./python-node.ts";
import type { CallArguments, PythonValue, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";

const constructors: ReadonlySet<string> = new Set([
  ..."VerifiedField Field SynonymMap ConditionalGroundTruth GroundTruthCase AllOf AnyOf AtLeastN FieldCheck ConfigDict".split(
    " ",
  ),
  ...primitives.map(({ type }) => type),
]);

/** True for the names that make a part of a template. */
export function isConstructor(name: string): boolean {
  return constructors.has(name);
}

type Evaluate = (node: PythonNode, scope: Scope) => PythonValue;

/** What a call of a builtin or of a date gives; undefined for one that is not known. */
export function valueOfBuiltin(
  name: string,
  given: CallArguments,
  node: PythonNode,
  evaluate: Evaluate,
): PythonValue | undefined {
  if (name === "date" || name === "datetime" || name === "time") return momentOf(name, given, node, evaluate);
  if (name === "dict") return dictOf(given, node, evaluate);
  const kind = name === "frozenset" ? "set" : name;
  if (kind !== "list" && kind !== "tuple" && kind !== "set") return undefined;
  const [only, ...more] = given.positional;
  if (more.length > 0 || given.keywords.size > 0) return undefined;
  if (only === undefined) return { kind, items: [] };
  const from = evaluate(only, given.scope);
  if (from.kind === "set" && kind !== "set") isCode("the order of a set", node);
  return "items" in from ? { kind, items: from.items } : undefined;
}

function dictOf(
  { positional, keywords, scope }: CallArguments,
  node: PythonNode,
  evaluate: Evaluate,
): PythonValue {
  const [only, ...more] = positional;
  const start = only === undefined ? undefined : evaluate(only, scope);
  if (more.length > 0 || (start !== undefined && start.kind !== "dict")) isCode("a call of dict(…)", node);
  const named = [...keywords].map(
    ([key, value]) => [{ kind: "text", text: key }, evaluate(value, scope)] as const,
  );
  return { kind: "dict", entries: [...(start?.kind === "dict" ? start.entries : []), ...named] };
}

const dateParts = ["year", "month", "day"] as const;
const timeParts = ["hour", "minute", "second", "microsecond"] as const;

function momentOf(
  kind: "date" | "datetime" | "time",
  given: CallArguments,
  node: PythonNode,
  evaluate: Evaluate,
): PythonValue {
  const names = [...(kind === "time" ? [] : dateParts), ...(kind === "date" ? [] : timeParts)];
  const named = namedArguments(given, names, kind);
  const part = (name: string, least: number, most: number, fallback?: number) => {
    const argument = named.get(name);
    if (argument === undefined) return fallback ?? isMistake(`${kind}(…) needs ${name}`, node);
    const value = evaluate(argument, given.scope);
    if (value.kind !== "integer" || value.number < least || value.number > most)
      return isMistake(`${name} is a whole number from ${least} to ${most}`, argument);
    return value.number;
  };
  if ([...named.keys()].some((name) => !names.some((known) => known === name)))
    isCode(`a ${kind} with a time zone`, node);
  const day = () => {
    const [year, month] = [part("year", 1, 9999), part("month", 1, 12)];
    return `${padded(year, 4)}-${padded(month)}-${padded(part("day", 1, daysOf(year, month)))}`;
  };
  const clock = () => {
    const [hour, minute, second] = [
      part("hour", 0, 23, 0),
      part("minute", 0, 59, 0),
      part("second", 0, 59, 0),
    ];
    const micro = part("microsecond", 0, 999_999, 0);
    return `${padded(hour)}:${padded(minute)}:${padded(second)}${micro === 0 ? "" : `.${padded(micro, 6)}`}`;
  };
  const text = kind === "date" ? day() : kind === "time" ? clock() : `${day()}T${clock()}`;
  return { kind, text };
}

function padded(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
