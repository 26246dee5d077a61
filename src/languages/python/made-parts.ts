import { type JsonObject, type JsonValue, ownEntry, recordFrom } from "../../base/index.ts";
import { namedArguments } from "./call-arguments.ts";
import { evaluate } from "./evaluate.ts";
import { jsonOf } from "./json-of.ts";
import { primitiveParameters } from "./primitive-parameters.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonValue } from "./python-value.ts";
import { isMistake, type SourcePlace } from "./reading-stop.ts";

type Made = Extract<PythonValue, { readonly kind: "made" }>;

const parameters = primitiveParameters();

/** The primitive that a call makes. Parameters it does not have are left out, as in Python. */
export function readPrimitive(made: PythonValue, place: SourcePlace): JsonObject {
  const known = made.kind === "made" ? parameters.get(made.by) : undefined;
  if (made.kind !== "made" || known === undefined)
    return isMistake("verify_with must be a primitive such as ExactMatch()", place);
  const given = [...namedArguments(made.given, [], made.by)].flatMap(([name, node]) => {
    const own = known.get(name);
    return own === undefined ? [] : [[own, parameterOf(evaluate(node, made.given.scope), node)] as const];
  });
  return { type: made.by, ...recordFrom(given) };
}

function parameterOf(value: PythonValue, node: PythonNode): JsonValue {
  const isList = value.kind === "list" || value.kind === "tuple";
  return isList ? value.items.map((item) => synonymsOf(item) ?? jsonOf(item, node)) : jsonOf(value, node);
}

function synonymsOf(value: PythonValue): JsonObject | undefined {
  if (value.kind !== "made" || value.by !== "SynonymMap") return undefined;
  const mapping = namedArguments(value.given, [], "SynonymMap").get("mapping");
  return { mapping: mapping === undefined ? {} : jsonOf(evaluate(mapping, value.given.scope), mapping) };
}

/** A ground truth: a value, or one that depends on a scenario. */
export function readGroundTruth(value: PythonValue, place: PythonNode): JsonValue {
  if (value.kind !== "made" || value.by !== "ConditionalGroundTruth") return jsonOf(value, place);
  const argument = partsOf(value, ["source", "cases", "default"]);
  const cases = argument("cases");
  const source = argument("source");
  const fallback = argument("default");
  if (source?.kind !== "text" || cases?.kind !== "dict" || fallback === undefined)
    return isMistake("ConditionalGroundTruth needs source, cases and default", value.place);
  return {
    conditional: true,
    source: source.text,
    cases: recordFrom(
      cases.entries.map(([key, found]) => [
        key.kind === "text"
          ? key.text
          : isMistake("the cases of a ConditionalGroundTruth are named by texts", place),
        readCase(found, place),
      ]),
    ),
    default: readCase(fallback, place),
  };
}

function readCase(found: PythonValue, place: PythonNode): JsonObject {
  if (found.kind !== "made" || found.by !== "GroundTruthCase")
    return isMistake("expected a GroundTruthCase(value=…)", place);
  const argument = partsOf(found, ["value", "verify_with"]);
  const value = argument("value");
  if (value === undefined) return isMistake("GroundTruthCase needs value", found.place);
  const verifyWith = argument("verify_with");
  return {
    value: jsonOf(value, place),
    ...(verifyWith === undefined || verifyWith.kind === "none"
      ? {}
      : { verifyWith: readPrimitive(verifyWith, place) }),
  };
}

const nodeTypes = {
  FieldCheck: "field_check",
  AllOf: "all_of",
  AnyOf: "any_of",
  AtLeastN: "at_least_n",
} as const;

/** A node of a strategy. */
export function readStrategy(value: PythonValue, place: SourcePlace): JsonObject {
  const type = value.kind === "made" ? ownEntry(nodeTypes, value.by) : undefined;
  if (value.kind !== "made" || type === undefined)
    return isMistake("a strategy is made of AllOf, AnyOf, AtLeastN and FieldCheck", place);
  if (type === "field_check") {
    const field = partsOf(value, ["field"])("field");
    return field?.kind === "text"
      ? { type, field: field.text }
      : isMistake("FieldCheck needs field", value.place);
  }
  const argument = partsOf(value, type === "at_least_n" ? ["n", "conditions"] : ["conditions"]);
  const conditions = argument("conditions") ?? { kind: "list", items: [] };
  if (!("items" in conditions)) return isMistake(`${value.by} needs a list of conditions`, value.place);
  const n = argument("n");
  if (type === "at_least_n" && n?.kind !== "integer") return isMistake("AtLeastN needs n", value.place);
  return {
    type,
    ...(n?.kind === "integer" ? { n: n.number } : {}),
    conditions: conditions.items.map((condition) => readStrategy(condition, place)),
  };
}

/** Reads arguments of a call that takes only these, by keyword. */
function partsOf({ given, by }: Made, names: readonly string[]): (name: string) => PythonValue | undefined {
  const named = namedArguments(given, [], by);
  for (const [name, node] of named)
    if (!names.includes(name) && name !== "type") isMistake(`${by} has no ${name}`, node);
  return (name) => {
    const node = named.get(name);
    return node === undefined ? undefined : evaluate(node, given.scope);
  };
}
