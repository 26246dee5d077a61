import { isDeepStrictEqual } from "node:util";
import { type JsonObject, type JsonValue, stripWhiteSpace } from "../../base/index.ts";
import { readValue } from "../../template/index.ts";
import type { PythonField } from "./answer-fields.ts";
import { evaluate } from "./evaluate.ts";
import { entryOf, jsonOf } from "./json-of.ts";
import type { PresetValues } from "./post-init.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonValue, Scope } from "./python-value.ts";
import { lookUp, takeStep } from "./scope.ts";
import { insideOf } from "./syntax.ts";

/** What a `verify` can refer to. */
export interface VerifyContext {
  /** What the answer is called, which is nearly always `self`. */
  readonly self: string;
  readonly fields: ReadonlyMap<string, PythonField>;
  readonly correct: PresetValues["correct"];
  /** Names of the method, each of which is assigned once. */
  readonly locals: ReadonlyMap<string, PythonNode>;
  readonly scope: Scope;
}

/** A field with the ground truth and the primitive that say the same as a comparison. */
export interface Compared {
  readonly field: string;
  readonly groundTruth: JsonValue;
  readonly verifyWith: JsonObject;
}

const opposites: ReadonlyMap<string, string> = new Map([
  ["==", "!="],
  ["!=", "=="],
  ["is", "isnot"],
  ["isnot", "is"],
  ["<", ">="],
  [">=", "<"],
  [">", "<="],
  ["<=", ">"],
]);
/** Not negated orders: of two sets, each may lack something of the other. */
const ofSets: ReadonlySet<string> = new Set(["==", "<=", ">="]);

const mirrored: ReadonlyMap<string, string> = new Map([
  ["<", ">"],
  [">", "<"],
  ["<=", ">="],
  [">=", "<="],
]);

/**
 * The comparison of one field with a value that is known, as a primitive which decides the same for every value the
 * field may have; undefined where there is none.
 */
export function readComparison(
  node: PythonNode,
  negated: boolean,
  context: VerifyContext,
): Compared | undefined {
  const asked = fieldOf(node, context);
  if (asked !== undefined) {
    const isFlag = asked.field.type.schema.type === "boolean" && asked.steps.length === 0;
    return isFlag
      ? { field: asked.field.name, groundTruth: !negated, verifyWith: { type: "LiteralMatch" } }
      : undefined;
  }
  const [left, ...rest] = node.children;
  const right = rest.at(-1);
  const written = rest
    .slice(0, -1)
    .map(({ text }) => text)
    .join("");
  const operator = negated ? opposites.get(written) : opposites.has(written) ? written : undefined;
  if (node.name !== "BinaryExpression" || left === undefined || right === undefined || operator === undefined)
    return undefined;
  if (
    left.name === "BinaryExpression" &&
    opposites.has(
      left.children
        .slice(1, -1)
        .map(({ text }) => text)
        .join(""),
    )
  )
    return undefined;
  const swapped = mirrored.get(operator) ?? operator;
  const sets = (one: PythonNode, sign: string, other: PythonNode) =>
    ofSets.has(sign) && (!negated || sign === "==") ? compareSets(one, sign, other, context) : undefined;
  return (
    sets(left, operator, right) ??
    sets(right, swapped, left) ??
    compare(left, operator, right, context) ??
    compare(right, swapped, left, context)
  );
}

function compare(
  left: PythonNode,
  operator: string,
  right: PythonNode,
  context: VerifyContext,
): Compared | undefined {
  const distance = operator === "<=" ? argumentOf(left, "abs", context) : undefined;
  if (distance !== undefined) return compareDistance(distance, right, context);
  const asked = fieldOf(left, context);
  const truth = asked === undefined ? undefined : constantOf(right, context);
  if (asked === undefined || truth === undefined) return undefined;
  const { field, steps } = asked;
  const json = jsonOf(truth, right);
  if (steps.length > 0) return operator === "==" ? compareText(field, steps, json) : undefined;
  if (
    operator === "==" ||
    (operator === "is" && truth.kind === "boolean" && field.type.schema.type === "boolean")
  )
    return isComparable(field, truth, json)
      ? { field: field.name, groundTruth: json, verifyWith: { type: "LiteralMatch" } }
      : undefined;
  const bound = operator.startsWith(">")
    ? "NumericMinimum"
    : operator.startsWith("<")
      ? "NumericMaximum"
      : undefined;
  if (bound === undefined || typeof json !== "number" || !isNumeric(field) || !isKept(field, json))
    return undefined;
  const exclusive: JsonObject = operator.length === 1 ? { exclusive: true } : {};
  return { field: field.name, groundTruth: json, verifyWith: { type: bound, ...exclusive } };
}

/** `self.x`, with the methods of text called on it in the order they apply. */
function fieldOf(
  node: PythonNode,
  context: VerifyContext,
): { readonly field: PythonField; readonly steps: readonly string[] } | undefined {
  takeStep(context.scope, node);
  const local = node.name === "VariableName" ? context.locals.get(node.text) : undefined;
  if (local !== undefined) return fieldOf(local, context);
  if (node.name === "ParenthesizedExpression")
    return node.children[1] === undefined ? undefined : fieldOf(node.children[1], context);
  const method = textMethodOf(node);
  if (method !== undefined) {
    const inner = fieldOf(method.on, context);
    return inner === undefined ? undefined : { ...inner, steps: [...inner.steps, method.step] };
  }
  const [object, dot, name] = node.children;
  const isOwn = node.name === "MemberExpression" && object?.text === context.self && dot?.name === ".";
  const field = isOwn && name !== undefined ? context.fields.get(name.text) : undefined;
  return field === undefined ? undefined : { field, steps: [] };
}

const textSteps: ReadonlyMap<string, { readonly step: string; readonly apply: (text: string) => string }> =
  new Map([
    ["lower", { step: "lowercase", apply: (text: string) => text.toLowerCase() }],
    ["strip", { step: "strip", apply: stripWhiteSpace }],
  ]);

function textMethodOf(node: PythonNode) {
  const [callee, list] = node.children;
  const [on, dot, name] = callee?.name === "MemberExpression" ? callee.children : [];
  const known = dot?.name === "." && name !== undefined ? textSteps.get(name.text) : undefined;
  const isBare = node.name === "CallExpression" && list?.children.length === 2;
  return isBare && known !== undefined && on !== undefined ? { on, ...known } : undefined;
}

/** A value that does not depend on the answer: a literal, or one of `self.correct`. */
function constantOf(node: PythonNode, context: VerifyContext): PythonValue | undefined {
  takeStep(context.scope, node);
  const local = node.name === "VariableName" ? context.locals.get(node.text) : undefined;
  if (local !== undefined) return constantOf(local, context);
  if (node.name === "ParenthesizedExpression")
    return node.children[1] === undefined ? undefined : constantOf(node.children[1], context);
  const method = textMethodOf(node);
  if (method !== undefined) {
    const inner = constantOf(method.on, context);
    return inner?.kind === "text" ? { kind: "text", text: method.apply(inner.text) } : undefined;
  }
  const [object, bracket, key, close] = node.children;
  if (
    node.name === "MemberExpression" &&
    bracket?.name === "[" &&
    object !== undefined &&
    isCorrect(object, context)
  ) {
    const name = key?.name === "String" && close?.name === "]" ? evaluate(key, context.scope) : undefined;
    return name?.kind === "text" && context.correct !== undefined
      ? entryOf(context.correct, name.text)
      : undefined;
  }
  if (node.name === "VariableName" && lookUp(context.scope, node.text)?.kind !== "value") return undefined;
  return mentionsOwn(node, context) ? undefined : evaluate(node, context.scope);
}

/** True where a name of the method stands in an expression, which is evaluated with those outside of it. */
function mentionsOwn(node: PythonNode, context: VerifyContext): boolean {
  return (
    (node.name === "VariableName" && (node.text === context.self || context.locals.has(node.text))) ||
    node.children.some((child) => mentionsOwn(child, context))
  );
}

/** True for a side of a comparison that is known by itself, so that making it can neither fail nor change anything. */
export function isOperand(node: PythonNode, context: VerifyContext): boolean {
  const inner = argumentOf(node, "set", context) ?? node;
  if (isCorrect(inner, context)) return context.correct !== undefined;
  const asked = fieldOf(inner, context);
  if (asked !== undefined) return asked.steps.length === 0 || asked.field.type.schema.type === "string";
  return constantOf(inner, context) !== undefined;
}

function isCorrect(node: PythonNode, context: VerifyContext): boolean {
  const local = node.name === "VariableName" ? context.locals.get(node.text) : undefined;
  return (local ?? node).text === `${context.self}.correct`;
}

/** The one argument of a call of this builtin. */
function argumentOf(
  node: PythonNode,
  callee: string,
  { locals, self }: VerifyContext,
): PythonNode | undefined {
  if (locals.has(callee) || callee === self) return undefined;
  const call = (node.name === "VariableName" ? locals.get(node.text) : undefined) ?? node;
  const [name, list] = call.children;
  const [argument, ...more] =
    call.name === "CallExpression" && name?.text === callee && list !== undefined ? insideOf(list) : [];
  return more.length === 0 ? argument : undefined;
}

/** `set(self.x) <= set(…)`. */
function compareSets(
  left: PythonNode,
  operator: string,
  right: PythonNode,
  context: VerifyContext,
): Compared | undefined {
  const items = argumentOf(left, "set", context);
  const expected = argumentOf(right, "set", context);
  if (items === undefined || expected === undefined) return undefined;
  const asked = fieldOf(items, context);
  const truth = asked === undefined ? undefined : constantOf(expected, context);
  if (asked === undefined || truth === undefined || !("items" in truth) || asked.steps.length > 0)
    return undefined;
  const { schema, isPlain } = asked.field.type;
  const json = jsonOf(truth, expected);
  const isScalar = ["string", "integer", "number", "boolean"].includes(String(schema.items?.type));
  if (!isPlain || schema.type !== "array" || !isScalar || !isKept(asked.field, json)) return undefined;
  const mode: JsonObject = operator === "==" ? {} : { mode: operator === "<=" ? "subset" : "superset" };
  return { field: asked.field.name, groundTruth: json, verifyWith: { type: "SetContainment", ...mode } };
}

/** `abs(self.x - truth) <= limit`. */
function compareDistance(
  distance: PythonNode,
  limit: PythonNode,
  context: VerifyContext,
): Compared | undefined {
  const [left, operator, right] = distance.children;
  if (
    distance.name !== "BinaryExpression" ||
    operator?.text !== "-" ||
    left === undefined ||
    right === undefined
  )
    return undefined;
  const first = fieldOf(left, context);
  const asked = first ?? fieldOf(right, context);
  const truth = asked === undefined ? undefined : constantOf(first === undefined ? left : right, context);
  const tolerance = constantOf(limit, context);
  if (asked === undefined || truth === undefined || tolerance === undefined || asked.steps.length > 0)
    return undefined;
  if (
    !("number" in truth) ||
    !("number" in tolerance) ||
    !isNumeric(asked.field) ||
    !isKept(asked.field, truth.number)
  )
    return undefined;
  const verifyWith = { type: "NumericTolerance", tolerance: tolerance.number, mode: "absolute" };
  return { field: asked.field.name, groundTruth: truth.number, verifyWith };
}

/** Beyond ASCII, and its three signs that Unicode has twice. */
const mayBeSpelledOtherwise = /[^\0-\x7f]|[;`K]/;

/** The right text has to be what the same steps make of it, since they are made on both sides. */
function compareText(
  { name, type }: PythonField,
  steps: readonly string[],
  truth: JsonValue,
): Compared | undefined {
  const { schema, isPlain } = type;
  if (
    typeof truth !== "string" ||
    !isPlain ||
    schema.type !== "string" ||
    schema.const !== undefined ||
    schema.enum !== undefined
  )
    return undefined;
  const applied = [...textSteps.values()].filter(({ step }) => steps.includes(step));
  if (applied.some(({ apply }) => apply(truth) !== truth)) return undefined;
  // `ExactMatch` takes other spellings of the same letter for the same, which Python tells apart
  if (mayBeSpelledOtherwise.test(truth)) return undefined;
  return { field: name, groundTruth: truth, verifyWith: { type: "ExactMatch", normalize: steps } };
}

function isNumeric({ type }: PythonField): boolean {
  return type.isPlain && (type.schema.type === "integer" || type.schema.type === "number");
}

/** True where the right value is one of the field's, exactly as it stands. */
function isKept({ type }: PythonField, truth: JsonValue): boolean {
  const read = readValue(type.schema, truth);
  return read.ok && isDeepStrictEqual(read.value, truth);
}

/** True where comparing in Python is comparing in JSON. */
function isComparable(field: PythonField, truth: PythonValue, json: JsonValue): boolean {
  const { schema, isPlain } = field.type;
  const isDate = schema.format === "date" && truth.kind === "date";
  return isKept(field, json) && (isDate || (isPlain && isPlainValue(truth)));
}

function isPlainValue(value: PythonValue): boolean {
  if (value.kind === "list") return value.items.every(isPlainValue);
  if ("number" in value) return Number.isFinite(value.number);
  return ["text", "boolean", "none"].includes(value.kind);
}
