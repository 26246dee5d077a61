import type { JsonValue } from "../../base/index.ts";
import { type ComparedTo, comparedTo, type StateCheck, stateCheck } from "../../scenario/index.ts";
import { booleanMatch, literalMatch } from "../../template/index.ts";
import { evaluate } from "./evaluate.ts";
import { jsonOf } from "./json-of.ts";
import type { PythonNode } from "./python-node.ts";
import { unlessStopped } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, insideOf, parsePython, partsBetween, statementsOf } from "./syntax.ts";

/**
 * The checks that say the same as a condition in Python: a lambda of the state that compares its values with values that are
 * known, joined by `and`. Undefined for all else, which has to be run to be known. Nothing is run.
 *
 * @example
 * readPythonCondition('lambda state: state.parsed["dose"] >= 3 and state.verify_result'); // two checks
 */
export function readPythonCondition(source: string): readonly StateCheck[] | undefined {
  return unlessStopped(() => {
    const [statement, ...more] = statementsOf(parsePython(source.trim()));
    const lambda = statement && childNamed(statement, "LambdaExpression");
    if (lambda === undefined || more.length > 0 || statement?.children.length !== 1) return undefined;
    const [parameter, ...others] = childNamed(lambda, "ParamList")?.children ?? [];
    const body = lambda.children.at(-1);
    if (parameter?.name !== "VariableName" || others.length > 0 || body === undefined) return undefined;
    const checks = partsOf(body).map((part) => readPart(part, parameter.text));
    const known = checks.filter((check) => check !== undefined);
    return known.length === checks.length ? known : undefined;
  });
}

/** What `and` joins. */
function partsOf(node: PythonNode): readonly PythonNode[] {
  if (node.name === "ParenthesizedExpression") {
    const [only, ...more] = insideOf(node);
    return only === undefined || more.length > 0 ? [node] : partsOf(only);
  }
  const [left, operator, right] = node.children;
  if (
    node.name !== "BinaryExpression" ||
    operator?.name !== "and" ||
    left === undefined ||
    right === undefined
  )
    return [node];
  return [...partsOf(left), ...partsOf(right)];
}

function readPart(node: PythonNode, state: string): StateCheck | undefined {
  // a verdict alone: what else is true as Python has it depends on what is there
  if (pathOf(node, state)?.path === "verify_result") return stateCheck("verify_result", true, booleanMatch());
  if (node.name !== "BinaryExpression") return undefined;
  const [left, ...rest] = node.children;
  const right = rest.at(-1);
  const place = left && pathOf(left, state);
  if (place === undefined || right === undefined) return undefined;
  const operator = rest
    .slice(0, -1)
    .map(({ text }) => text)
    .join(" ");
  const value = jsonOf(evaluate(right, scopeAbove(undefined)), right);
  const compared = comparison(operator, value, place);
  // a key that is missing is an error there, and null here
  const isRefused = value === null && place.mayFail;
  return compared === undefined || isRefused
    ? undefined
    : { type: "state_check", field: place.path, ...compared };
}

function comparison(operator: string, value: JsonValue, { isVerdict }: Place): ComparedTo | undefined {
  const isScalar = typeof value !== "object" || value === null;
  // 1 is not True in Python, but equals it, as in checks; a verdict is never 1
  const isSingleton = value === null || (typeof value === "boolean" && isVerdict === true);
  if ((operator === "==" && isScalar) || (operator === "is" && isSingleton))
    return { expected: value, verifyWith: literalMatch() };
  const word = sizeWords.get(operator);
  return typeof value === "number" && word !== undefined ? comparedTo({ [word]: value }) : undefined;
}

const sizeWords: ReadonlyMap<string, string> = new Map([
  [">=", "gte"],
  [">", "gt"],
  ["<=", "lte"],
  ["<", "lt"],
]);

interface Place {
  readonly path: string;
  /** True where Python would fail without a value. */
  readonly mayFail: boolean;
  /** True where nothing but true, false and null stands. */
  readonly isVerdict?: boolean;
}

const plain: ReadonlySet<string> = new Set(["verify_result", "turn", "current_node"]);
const keyed: ReadonlySet<string> = new Set(["parsed", "accumulated", "node_results"]);

/** The path of the state that an expression reads: `state.turn`, `state.parsed["x"]`, `state.parsed.get("x")`, … */
function pathOf(node: PythonNode, state: string): Place | undefined {
  const steps = stepsOf(node, state);
  const [root, ...keys] = steps?.map(({ name }) => name) ?? [];
  if (steps === undefined || root === undefined || steps[0]?.kind !== "member") return undefined;
  if (plain.has(root))
    return keys.length === 0
      ? { path: root, mayFail: false, isVerdict: root === "verify_result" }
      : undefined;
  const gets = steps.slice(1);
  if (gets.some(({ kind }) => kind === "member")) return undefined;
  // visits without a default are null there, and 0 here
  if (root === "node_visits")
    return gets.length === 1 && gets[0]?.otherwise === 0
      ? { path: `${root}.${keys[0]}`, mayFail: false }
      : undefined;
  const depth = root === "node_results" ? keys.length === 2 || keys.length === 3 : keys.length === 1;
  if (!keyed.has(root) || !depth || gets.some(({ otherwise }) => otherwise !== undefined)) return undefined;
  const mayFail = gets.some(({ kind }, at) => kind === "key" || at < gets.length - 1);
  const isVerdict = root === "node_results" && keys.length === 2 && keys[1] === "verify_result";
  return { path: [root, ...keys].join("."), mayFail, isVerdict };
}

interface Step {
  readonly kind: "member" | "key" | "get";
  readonly name: string;
  /** What `get` gives where nothing is there. */
  readonly otherwise?: JsonValue;
}

/** The steps from the state to a value; undefined for what is no such way. */
function stepsOf(node: PythonNode, state: string): readonly Step[] | undefined {
  if (node.name === "VariableName") return node.text === state ? [] : undefined;
  const [object, sign, inside] = node.children;
  if (object === undefined) return undefined;
  if (node.name === "CallExpression") return getSteps(object, node, state);
  if (node.name !== "MemberExpression" || inside === undefined) return undefined;
  const before = stepsOf(object, state);
  if (before === undefined) return undefined;
  if (sign?.name === ".") return [...before, { kind: "member", name: inside.text }];
  const key = jsonOf(evaluate(inside, scopeAbove(undefined)), inside);
  return typeof key === "string" && node.children.length === 4
    ? [...before, { kind: "key", name: key }]
    : undefined;
}

function getSteps(callee: PythonNode, call: PythonNode, state: string): readonly Step[] | undefined {
  const [object, , name] = callee.children;
  const list = childNamed(call, "ArgList");
  if (
    callee.name !== "MemberExpression" ||
    name?.text !== "get" ||
    object === undefined ||
    list === undefined
  )
    return undefined;
  const before = stepsOf(object, state);
  const given = partsBetween(insideOf(list)).map((part) => (part.length === 1 ? part[0] : undefined));
  const values = given.map((node) => node && jsonOf(evaluate(node, scopeAbove(undefined)), node));
  const [key, otherwise, ...more] = values;
  if (before === undefined || typeof key !== "string" || more.length > 0) return undefined;
  if (given.length === 2 && otherwise === undefined) return undefined;
  return [
    ...before,
    { kind: "get", name: key, ...(given.length === 2 && otherwise !== undefined && { otherwise }) },
  ];
}
