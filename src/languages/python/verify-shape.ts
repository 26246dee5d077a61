import type { JsonObject, JsonSchema } from "../../base/index.ts";
import { readValue } from "../../template/index.ts";
import type { PythonField } from "./answer-fields.ts";
import { isText } from "./bind-statement.ts";
import type { Method } from "./class-members.ts";
import { type Compared, isOperand, readComparison, type VerifyContext } from "./comparison.ts";
import type { PresetValues } from "./post-init.ts";
import type { PythonNode } from "./python-node.ts";
import { unlessStopped } from "./reading-stop.ts";
import { takeStep } from "./scope.ts";
import { childNamed, insideOf, partsBetween, statementsOf } from "./syntax.ts";

/** What a `verify` decides by: comparisons of fields, and how they combine. */
type Formula =
  | { readonly kind: "leaf"; readonly compared: Compared }
  | { readonly kind: "all_of" | "any_of"; readonly parts: readonly Formula[] };

/** Fields that a `verify` of the older style checks, and how their results combine. */
export interface RecognisedVerify {
  readonly fields: readonly PythonField[];
  /** Absent: all of them must pass. */
  readonly strategy?: JsonObject;
}

/**
 * The verified fields that say the same as a `verify` which only compares fields with right values; undefined for one
 * that does anything else, or that compares a field in a way for which no primitive has exactly the same meaning.
 */
export function recogniseVerify(
  method: Method,
  fields: readonly PythonField[],
  preset: PresetValues,
): RecognisedVerify | undefined {
  const self = childNamed(childNamed(method.node, "ParamList") ?? method.node, "VariableName")?.text;
  const body = childNamed(method.node, "Body");
  if (self === undefined || body === undefined) return undefined;
  const context: VerifyContext = {
    self,
    fields: new Map(fields.map((field) => [field.name, field])),
    correct: preset.correct,
    locals: new Map(),
    scope: method.scope,
  };
  const formula = unlessStopped(() => formulaOfBody(statementsOf(body), context));
  const compared = formula === undefined ? [] : leavesOf(formula);
  const names = new Set(compared.map(({ field }) => field));
  if (formula === undefined || names.size === 0 || names.size < compared.length) return undefined;
  // a verified field takes no default where the judge finds nothing
  if (fields.some(({ name, type: { schema } }) => names.has(name) && hasOwnDefault(schema))) return undefined;
  const checks = new Map(compared.map(({ field, ...check }) => [field, check]));
  const verified = fields.map((field) => {
    const check = checks.get(field.name);
    return check === undefined ? field : { ...field, options: { ...field.options, ...check, weight: 1 } };
  });
  const isPlain =
    formula.kind === "leaf" ||
    (formula.kind === "all_of" && formula.parts.every(({ kind }) => kind === "leaf"));
  return { fields: verified, ...(isPlain ? {} : { strategy: strategyOf(formula) }) };
}

/** True for a default that is not what a value which the judge does not find is anyway. */
function hasOwnDefault(schema: JsonSchema): boolean {
  return schema.default !== undefined && (schema.default !== null || !readValue(schema, null).ok);
}

function leavesOf(formula: Formula): readonly Compared[] {
  return formula.kind === "leaf" ? [formula.compared] : formula.parts.flatMap(leavesOf);
}

function strategyOf(formula: Formula): JsonObject {
  return formula.kind === "leaf"
    ? { type: "field_check", field: formula.compared.field }
    : { type: formula.kind, conditions: formula.parts.map(strategyOf) };
}

/** All or any of these; a part that is of the same kind is spread. */
function combined(kind: "all_of" | "any_of", parts: readonly (Formula | undefined)[]): Formula | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || known.length === 0) return undefined;
  const flat = known.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const [only, ...others] = flat;
  return only !== undefined && others.length === 0 ? only : { kind, parts: flat };
}

function formulaOfBody(statements: readonly PythonNode[], context: VerifyContext): Formula | undefined {
  const [first, ...rest] = statements;
  if (first === undefined) return undefined;
  const [one, two, three, ...more] = first.children;
  if (isText(first)) return formulaOfBody(rest, context);
  if (first.name === "AssignStatement") {
    const isNew = one?.name === "VariableName" && one.text !== context.self && !context.locals.has(one.text);
    if (!isNew || two?.name !== "AssignOp" || three === undefined || more.length > 0) return undefined;
    if (!isInOrder(one.text, three, context) || !isAccounted(three, context)) return undefined;
    return formulaOfBody(rest, { ...context, locals: new Map([...context.locals, [one.text, three]]) });
  }
  if (first.name === "ReturnStatement")
    // what follows is never run, but an assignment there makes its name the method's own
    return two === undefined || three !== undefined || rest.length > 0
      ? undefined
      : formulaOf(two, false, context);
  return first.name === "IfStatement" ? formulaOfIf(first.children, rest, context) : undefined;
}

/** True for a value that is fully known to be made without effect or error, whether it is used or not. */
function isAccounted(value: PythonNode, context: VerifyContext): boolean {
  const items = value.name === "ArrayExpression" || value.name === "TupleExpression";
  const parts = items ? partsBetween(insideOf(value)).map(([part]) => part ?? value) : [value];
  return (
    isOperand(value, context) ||
    parts.every((part) => (part !== value || !items ? formulaOf(part, false, context) !== undefined : false))
  );
}

/** Most names a method may have. */
const mostLocals = 50;

/** True where a name is made of earlier names only, so that what it stands for is the same wherever it is used. */
function isInOrder(name: string, value: PythonNode, { locals }: VerifyContext): boolean {
  const mentions = (node: PythonNode): boolean =>
    (node.name === "VariableName" && node.text === name) || node.children.some(mentions);
  return locals.size < mostLocals && ![value, ...locals.values()].some(mentions);
}

/** `if c: return False` before the rest is `not c and rest`; with True it is `c or rest`. */
function formulaOfIf(
  [, condition, body, ...branches]: readonly PythonNode[],
  rest: readonly PythonNode[],
  context: VerifyContext,
): Formula | undefined {
  if (condition === undefined || body === undefined) return undefined;
  const [only, ...more] = statementsOf(body);
  const [, returned, ...others] = only?.name === "ReturnStatement" ? only.children : [];
  if (more.length > 0 || returned?.name !== "Boolean" || others.length > 0) return undefined;
  const [next, following] = branches;
  const otherwise =
    next?.name === "elif"
      ? formulaOfIf(branches, rest, context)
      : endOf(next?.name === "else" && following !== undefined ? statementsOf(following) : rest, context);
  const passes = returned.text === "True";
  const tested = formulaOf(condition, !passes, context);
  if (otherwise === (passes ? "false" : "true")) return tested;
  return otherwise === "true" || otherwise === "false"
    ? undefined
    : combined(passes ? "any_of" : "all_of", [tested, otherwise]);
}

/** What the statements decide, or the constant they return. */
function endOf(
  statements: readonly PythonNode[],
  context: VerifyContext,
): Formula | "true" | "false" | undefined {
  const [only, ...more] = statements;
  const [, returned, ...others] = only?.name === "ReturnStatement" ? only.children : [];
  if (more.length === 0 && others.length === 0 && returned?.name === "Boolean")
    return returned.text === "True" ? "true" : "false";
  return formulaOfBody(statements, context);
}

function formulaOf(node: PythonNode, negated: boolean, context: VerifyContext): Formula | undefined {
  takeStep(context.scope, node);
  const [first, second, third] = node.children;
  const local = node.name === "VariableName" ? context.locals.get(node.text) : undefined;
  if (local !== undefined) return formulaOf(local, negated, context);
  if (node.name === "ParenthesizedExpression")
    return second === undefined ? undefined : formulaOf(second, negated, context);
  if (node.name === "UnaryExpression" && first?.name === "not" && second !== undefined)
    // the grammar takes more into `not` than Python, where it binds closer than these
    return isJoined(second) ? undefined : formulaOf(second, !negated, context);
  if (node.name === "CallExpression") return formulaOfCall(node, negated, context);
  if (isJoined(node) && first !== undefined && second !== undefined && third !== undefined)
    return combined((second.name === "and") === negated ? "any_of" : "all_of", [
      formulaOf(first, negated, context),
      formulaOf(third, negated, context),
    ]);
  const compared = readComparison(node, negated, context);
  return compared === undefined ? undefined : { kind: "leaf", compared };
}

/** True for `… and …` and `… or …` without brackets around it. */
const isJoined = ({ name, children: [, operator] }: PythonNode): boolean =>
  name === "BinaryExpression" && (operator?.name === "and" || operator?.name === "or");

/** `bool(…)`, `all([…])` and `any([…])`. */
function formulaOfCall(node: PythonNode, negated: boolean, context: VerifyContext): Formula | undefined {
  const [callee, list] = node.children;
  const [argument, ...more] = list === undefined ? [] : insideOf(list);
  if (argument === undefined || more.length > 0) return undefined;
  if (context.locals.has(callee?.text ?? "") || callee?.text === context.self) return undefined;
  if (callee?.text === "bool") return formulaOf(argument, negated, context);
  const items = context.locals.get(argument.text) ?? argument;
  const isList = items.name === "ArrayExpression" || items.name === "TupleExpression";
  if ((callee?.text !== "all" && callee?.text !== "any") || !isList) return undefined;
  const parts = partsBetween(insideOf(items)).map(([part, another]) =>
    part === undefined || another !== undefined ? undefined : formulaOf(part, negated, context),
  );
  return combined((callee.text === "all") === negated ? "any_of" : "all_of", parts);
}
