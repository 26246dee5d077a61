import type { JsonSchema } from "../../base/index.ts";
import { bindingOf, evaluate } from "./evaluate.ts";
import { fieldOptions, withOptions } from "./field-options.ts";
import { distinctJson, jsonOf } from "./json-of.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonClass, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { takeStep } from "./scope.ts";
import { insideOf, parsePython, partsBetween, statementsOf } from "./syntax.ts";

/** What an annotation says a value is. */
export interface PythonType {
  readonly schema: JsonSchema;
  /** True where a value is in Python what it is in JSON, so that comparing the one is comparing the other. */
  readonly isPlain: boolean;
}

/** Reads the type of a nested model: the one place that needs its fields. */
export type ReadModel = (model: PythonClass, place: PythonNode) => JsonSchema;

const simple: ReadonlyMap<string, PythonType> = new Map([
  ["bool", { schema: { type: "boolean" }, isPlain: true }],
  ["int", { schema: { type: "integer" }, isPlain: true }],
  ["float", { schema: { type: "number" }, isPlain: true }],
  ["str", { schema: { type: "string" }, isPlain: true }],
  ["Any", { schema: {}, isPlain: true }],
  ["object", { schema: {}, isPlain: true }],
  ["date", { schema: { type: "string", format: "date" }, isPlain: false }],
  ["datetime", { schema: { type: "string", format: "date-time" }, isPlain: false }],
  ["time", { schema: { type: "string", format: "time" }, isPlain: false }],
  ["UUID", { schema: { type: "string", format: "uuid" }, isPlain: false }],
]);

const lists = new Set(["list", "List", "Sequence"]);
const sets = new Set(["set", "Set", "frozenset", "FrozenSet"]);
const dicts = new Set(["dict", "Dict", "Mapping"]);

/**
 * The JSON Schema of an annotation, as pydantic makes it but for titles.
 *
 * @throws ReadingStop code for types that are not known without running anything
 */
export function readAnnotation(node: PythonNode, scope: Scope, readModel: ReadModel): PythonType {
  takeStep(scope, node);
  const read = (part: PythonNode) => readAnnotation(part, scope, readModel);
  if (node.name === "None") return { schema: { type: "null" }, isPlain: true };
  if (node.name.endsWith("String")) return read(expressionOf(node, scope));
  if (node.name === "ParenthesizedExpression") return read(insideOf(node)[0] ?? unknownType(node));
  if (node.name === "BinaryExpression") return readUnion(unionParts(node), read);
  const [subscripted, bracket] = node.children;
  if (node.name === "MemberExpression" && bracket?.name === "[" && subscripted !== undefined) {
    const binding = bindingOf(subscripted, scope);
    const parts = partsBetween(node.children.slice(2, -1)).map(([part]) => part ?? unknownType(node));
    return binding.kind === "known"
      ? readGeneric(binding.name, parts, node, { scope, read })
      : unknownType(node);
  }
  const binding = bindingOf(node, scope);
  if (binding.kind === "code") return isCode(binding.construct, node);
  if (binding.kind === "class") return readClassType(binding.defined, node, readModel);
  const name = binding.kind === "known" ? binding.name : "";
  const found = simple.get(name);
  if (found !== undefined) return found;
  if (lists.has(name) || sets.has(name) || dicts.has(name))
    return readGeneric(name, [], node, { scope, read });
  return name === "Optional" || name === "Union" || name === "Literal"
    ? isMistake(`${name} needs its types in brackets`, node)
    : unknownType(node);
}

/** The parts of a generic annotation such as `Annotated[int, Field(ge=0)]`; undefined for any other annotation. */
export function genericParts(
  node: PythonNode,
  scope: Scope,
  name: string,
): readonly PythonNode[] | undefined {
  const [subscripted, bracket] = node.children;
  if (node.name !== "MemberExpression" || bracket?.name !== "[" || subscripted === undefined)
    return undefined;
  const binding = bindingOf(subscripted, scope);
  if (binding.kind !== "known" || binding.name !== name) return undefined;
  return partsBetween(node.children.slice(2, -1)).flatMap(([part]) => part ?? []);
}

function unknownType(node: PythonNode): never {
  return isCode(`the type ${node.text.length > 60 ? `${node.text.slice(0, 57)}...` : node.text}`, node);
}

/** A type that is written as text. */
function expressionOf(node: PythonNode, scope: Scope): PythonNode {
  const value = evaluate(node, scope);
  if (value.kind !== "text") return unknownType(node);
  const [statement, ...more] = statementsOf(parsePython(value.text, node.from));
  const [expression, ...others] = statement?.children ?? [];
  const isOne = statement?.name === "ExpressionStatement" && more.length === 0 && others.length === 0;
  return isOne && expression !== undefined && !expression.name.endsWith("String")
    ? expression
    : unknownType(node);
}

function unionParts(node: PythonNode): readonly PythonNode[] {
  const [left, operator, right] = node.children;
  if (node.name !== "BinaryExpression") return [node];
  if (operator?.text !== "|" || left === undefined || right === undefined) return unknownType(node);
  return [...unionParts(left), ...unionParts(right)];
}

interface GenericContext {
  readonly scope: Scope;
  readonly read: (part: PythonNode) => PythonType;
}

function readGeneric(
  name: string,
  parts: readonly PythonNode[],
  node: PythonNode,
  { scope, read }: GenericContext,
): PythonType {
  const [first, second] = parts;
  const item = () => (first === undefined ? { schema: {}, isPlain: true } : read(first));
  const takes = (...counts: readonly number[]) => {
    if (!counts.includes(parts.length)) isMistake(`${name}[…] with ${parts.length} types`, node);
  };
  if (name === "Optional") {
    takes(1);
    return readUnion([item(), { schema: { type: "null" }, isPlain: true }], (part) => part);
  }
  if (name === "Union") return readUnion(parts, read);
  if (name === "Literal") return readLiteral(parts, node, scope);
  if (lists.has(name)) {
    takes(0, 1);
    const { schema, isPlain } = item();
    return { schema: { type: "array", items: schema }, isPlain };
  }
  if (sets.has(name)) {
    takes(0, 1);
    return { schema: { type: "array", items: item().schema, uniqueItems: true }, isPlain: false };
  }
  if (dicts.has(name)) {
    takes(0, 2);
    if (first !== undefined) read(first);
    const values = second === undefined ? undefined : read(second);
    return { schema: { type: "object", additionalProperties: values?.schema ?? {} }, isPlain: false };
  }
  if (name === "tuple" || name === "Tuple") return { schema: tupleSchema(parts, read), isPlain: false };
  if (name === "Annotated" && first !== undefined) return readAnnotated(read(first), parts.slice(1), scope);
  return name === "Final" && first !== undefined && second === undefined ? read(first) : unknownType(node);
}

function readAnnotated(
  { schema, isPlain }: PythonType,
  notes: readonly PythonNode[],
  scope: Scope,
): PythonType {
  let annotated = schema;
  for (const note of notes.filter(({ name }) => !name.endsWith("String"))) {
    const made = evaluate(note, scope);
    if (made.kind !== "made" || made.by !== "Field")
      return isCode("a type annotated with something else than Field(…)", note);
    const options = fieldOptions(made.given, note, "Field");
    if (options.default !== undefined) isCode("a default inside Annotated", note);
    const { description } = options;
    annotated = {
      ...withOptions(annotated, options, note),
      ...(description === undefined ? {} : { description }),
    };
  }
  return { schema: annotated, isPlain };
}

function tupleSchema(parts: readonly PythonNode[], read: (part: PythonNode) => PythonType): JsonSchema {
  const [first, second] = parts;
  if (first === undefined) return { type: "array", items: {} };
  if (second?.name === "Ellipsis" && parts.length === 2) return { type: "array", items: read(first).schema };
  const count = parts.length;
  return {
    type: "array",
    prefixItems: parts.map((part) => read(part).schema),
    minItems: count,
    maxItems: count,
  };
}

function readUnion<Part>(parts: readonly Part[], read: (part: Part) => PythonType): PythonType {
  const types = parts.map(read);
  const options = types.flatMap(({ schema }) =>
    schema.anyOf !== undefined && Object.keys(schema).length === 1 ? schema.anyOf : [schema],
  );
  const distinct = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
  const [only, ...others] = distinct;
  return {
    schema: only !== undefined && others.length === 0 ? only : { anyOf: distinct },
    isPlain: types.every(({ isPlain }) => isPlain),
  };
}

function readLiteral(parts: readonly PythonNode[], node: PythonNode, scope: Scope): PythonType {
  const values = parts.map((part) => evaluate(part, scope));
  const isPlain = values.every(({ kind }) => kind !== "member");
  const members = values.map((value) => {
    const isLiteral = ["text", "integer", "boolean", "none", "member"].includes(value.kind);
    return isLiteral
      ? jsonOf(value, node)
      : isMistake("Literal takes texts, whole numbers, booleans and None", node);
  });
  // a literal tells `1` from `True`
  const [only, ...others] = new Map(members.map((member) => [JSON.stringify(member), member])).values();
  if (only === undefined) return isMistake("a choice without members", node);
  return { schema: others.length === 0 ? { const: only } : { enum: [only, ...others] }, isPlain };
}

function readClassType(defined: PythonClass, node: PythonNode, readModel: ReadModel): PythonType {
  if (defined.code !== undefined) isCode(defined.code, node);
  if (defined.kind === "model") return { schema: readModel(defined, node), isPlain: false };
  if (defined.kind !== "enum") return unknownType(node);
  const members = distinctJson([...defined.members.values()], node);
  if (members.length === 0) isMistake(`${defined.name} has no members`, node);
  return { schema: { enum: members }, isPlain: false };
}
