import { isJsonObject, type JsonObject, type JsonSchema } from "../../base/index.ts";
import {
  alternativesOf,
  deepest,
  kindOf,
  kindsOf,
  propertyOf,
  type SchemaNode,
  type SchemaWalk,
  schemaNode,
  walkOf,
} from "./schema-node.ts";

const mostProblems = 10;
const mostChoices = 20;

/**
 * What is wrong with a tool's input, at most 10 sentences: missing keys, values of another type, values outside an
 * enumeration. Everything finer (patterns, ranges, unknown keys) is left to the tool, and patterns of a stranger's
 * server are never run.
 */
export function inputProblems(schema: JsonSchema, input: JsonObject): readonly string[] {
  const walk = walkOf(schema);
  return problemsOf(walk.root, input, { walk, path: "", depth: 0 }).slice(0, mostProblems);
}

interface Place {
  readonly walk: SchemaWalk;
  /** Such as `filters[0].name`; empty for the whole input. */
  readonly path: string;
  readonly depth: number;
}

const inside = (place: Place, step: string): Place => ({
  ...place,
  path: place.path === "" ? step.replace(/^\./, "") : `${place.path}${step}`,
  depth: place.depth + 1,
});
const named = ({ path }: Place) => (path === "" ? "The input" : `"${path}"`);

function problemsOf(schema: unknown, value: unknown, place: Place): readonly string[] {
  const node = place.depth > deepest ? undefined : schemaNode(schema, place.walk);
  if (node === undefined) return [];
  const kinds = kindsOf(node, place.walk);
  if (kinds !== undefined && !kinds.has(kindOf(value))) {
    return [`${named(place)} must be of type ${[...kinds].join(" or ")}, not ${kindOf(value)}.`];
  }
  if (node.type === "integer" && !Number.isInteger(value)) return [`${named(place)} must be a whole number.`];
  return [
    ...choiceProblems(node, value, place),
    ...alternativeProblems(node, value, place),
    ...(Array.isArray(node.allOf) ? node.allOf.flatMap((part) => problemsOf(part, value, place)) : []),
    ...(isJsonObject(value) ? objectProblems(node, value, place) : []),
    ...(Array.isArray(value) ? arrayProblems(node, value, place) : []),
  ];
}

function choiceProblems(node: SchemaNode, value: unknown, place: Place): readonly string[] {
  const choices = Array.isArray(node.enum) ? node.enum : "const" in node ? [node.const] : undefined;
  if (choices === undefined || choices.some((choice) => typeof choice === "object" && choice !== null))
    return [];
  if (choices.includes(value)) return [];
  const shown = choices.slice(0, mostChoices).map((choice) => JSON.stringify(choice));
  return [`${named(place)} must be one of ${shown.join(", ")}${choices.length > mostChoices ? ", …" : ""}.`];
}

function alternativeProblems(node: SchemaNode, value: unknown, place: Place): readonly string[] {
  const alternatives = alternativesOf(node) ?? [];
  const problems = alternatives.map((part) => problemsOf(part, value, { ...place, depth: place.depth + 1 }));
  if (problems.length === 0 || problems.some((list) => list.length === 0)) return [];
  const ofKind = alternatives.flatMap((part, index) =>
    (kindsOf(part, place.walk)?.has(kindOf(value)) ?? true) ? [problems[index] ?? []] : [],
  );
  const [only, ...others] = ofKind;
  return only !== undefined && others.length === 0
    ? only
    : [`${named(place)} fits none of the ${alternatives.length} forms the schema allows.`];
}

function objectProblems(node: SchemaNode, value: JsonObject, place: Place): readonly string[] {
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
  const missing = required
    .filter((name): name is string => typeof name === "string" && !Object.hasOwn(value, name))
    .map((name) => `"${inside(place, `.${name}`).path}" is missing.`);
  const wrong = Object.entries(value).flatMap(([name, member]) =>
    problemsOf(propertyOf(node, name), member, inside(place, `.${name}`)),
  );
  return [...missing, ...wrong];
}

function arrayProblems(node: SchemaNode, value: readonly unknown[], place: Place): readonly string[] {
  const problems: string[] = [];
  for (const [index, member] of value.entries()) {
    if (problems.length >= mostProblems) break;
    problems.push(...problemsOf(node.items, member, inside(place, `[${index}]`)));
  }
  return problems;
}
