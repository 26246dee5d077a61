import { calculate, negative } from "./arithmetic.ts";
import { isConstructor, valueOfBuiltin } from "./builtin-calls.ts";
import { readArguments } from "./call-arguments.ts";
import { entryOf } from "./json-of.ts";
import { isOfPython, namesOfModule } from "./known-names.ts";
import { readNumber } from "./number-literal.ts";
import type { PythonNode } from "./python-node.ts";
import type { Binding, PythonValue, Scope } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";
import { lookUp, takeParts, takeStep } from "./scope.ts";
import { readString } from "./string-literal.ts";
import { childNamed, insideOf, partsBetween } from "./syntax.ts";

type Evaluate = (node: PythonNode, scope: Scope) => PythonValue;

/**
 * The value of an expression that can be known without running anything.
 *
 * @throws ReadingStop code for everything else
 */
export function evaluate(node: PythonNode, scope: Scope): PythonValue {
  takeStep(scope, node);
  return (evaluators.get(node.name) ?? computed)(node, scope);
}

function computed(node: PythonNode): never {
  return isCode(constructs.get(node.name) ?? "an expression that is computed", node);
}

const constructs: ReadonlyMap<string, string> = new Map([
  ["LambdaExpression", "a lambda"],
  ["ArrayComprehensionExpression", "a list comprehension"],
  ["DictionaryComprehensionExpression", "a dict comprehension"],
  ["SetComprehensionExpression", "a set comprehension"],
  ["ComprehensionExpression", "a generator"],
  ["ConditionalExpression", "a conditional expression"],
]);

const evaluators: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ["None", () => ({ kind: "none" })],
  ["Ellipsis", () => ({ kind: "ellipsis" })],
  ["Boolean", ({ text }) => ({ kind: "boolean", boolean: text === "True" })],
  ["Number", readNumber],
  ["String", readString],
  ["FormatString", readString],
  ["ContinuedString", joinStrings],
  ["ParenthesizedExpression", (node, scope) => evaluate(onlyInside(node), scope)],
  ["ArrayExpression", (node, scope) => ({ kind: "list", items: itemsOf(node, scope) })],
  ["TupleExpression", (node, scope) => ({ kind: "tuple", items: itemsOf(node, scope) })],
  ["SetExpression", (node, scope) => ({ kind: "set", items: itemsOf(node, scope) })],
  ["DictionaryExpression", readDict],
  ["UnaryExpression", readUnary],
  ["BinaryExpression", readBinary],
  ["VariableName", readName],
  ["MemberExpression", readMember],
  ["CallExpression", readCall],
]);

/** What a name, or a name of a module, stands for. Undefined names are mistakes. */
export function bindingOf(node: PythonNode, scope: Scope): Binding {
  if (node.name === "VariableName") {
    const found = lookUp(scope, node.text);
    if (found !== undefined) return found;
    return isOfPython(node.text)
      ? { kind: "code", construct: `the name ${node.text}` }
      : isMistake(`the name ${node.text} is not defined`, node);
  }
  if (node.name === "CallExpression") return importedModule(node, scope) ?? computed(node);
  const [object, dot, name] = node.children;
  if (node.name !== "MemberExpression" || object === undefined || dot?.name !== "." || name === undefined)
    return computed(node);
  if (
    object.name !== "VariableName" &&
    object.name !== "MemberExpression" &&
    object.name !== "CallExpression"
  )
    return computed(node);
  const base = bindingOf(object, scope);
  if (base.kind === "module") {
    const known = namesOfModule(base.module)?.has(name.text) === true;
    if (known) return { kind: "known", name: name.text };
    const module = `${base.module}.${name.text}`;
    return namesOfModule(module) === undefined
      ? isCode(`${node.text}, which is imported`, node)
      : { kind: "module", module };
  }
  if (base.kind === "class") {
    const inner = base.defined.scope.names.get(name.text);
    const value = base.defined.members.get(name.text);
    if (value !== undefined) return { kind: "value", value };
    if (inner !== undefined) return inner;
  }
  if (base.kind === "value" && base.value.kind === "member" && name.text === "value")
    return { kind: "value", value: base.value.value };
  return computed(node);
}

/** `__import__("datetime")`, which is how a class body names what is not among its names. */
function importedModule(node: PythonNode, scope: Scope): Binding | undefined {
  const [callee, list] = node.children;
  if (callee?.text !== "__import__" || lookUp(scope, "__import__")?.kind !== "known") return undefined;
  const [name, ...more] = readArguments(list, scope).positional;
  const module = name === undefined || more.length > 0 ? undefined : evaluate(name, scope);
  if (module?.kind !== "text" || namesOfModule(module.text) === undefined) return undefined;
  return { kind: "module", module: module.text };
}

function readName(node: PythonNode, scope: Scope): PythonValue {
  const value = valueBound(bindingOf(node, scope), node);
  takeParts(scope, value, node);
  return value;
}

function valueBound(binding: Binding, node: PythonNode): PythonValue {
  if (binding.kind === "value") return binding.value;
  if (binding.kind === "code") return isCode(binding.construct, node);
  return isCode(`${node.text} as a value`, node);
}

function onlyInside(node: PythonNode): PythonNode {
  const [only, ...more] = insideOf(node);
  return only === undefined || more.length > 0 ? computed(node) : only;
}

function joinStrings(node: PythonNode): PythonValue {
  const parts = node.children.map(readString);
  if (parts.every((part) => part.kind === "text"))
    return { kind: "text", text: parts.map(({ text }) => text).join("") };
  if (parts.every((part) => part.kind === "bytes"))
    return { kind: "bytes", bytes: parts.map(({ bytes }) => bytes).join("") };
  return isMistake("text and bytes cannot be joined", node);
}

function itemsOf(node: PythonNode, scope: Scope): readonly PythonValue[] {
  return partsBetween(insideOf(node)).flatMap(([first, second]) => {
    if (first === undefined) return [];
    if (first.name !== "*") return second === undefined ? [evaluate(first, scope)] : computed(node);
    const spread = second === undefined ? computed(node) : evaluate(second, scope);
    if (spread.kind === "set" && node.name !== "SetExpression") isCode("the order of a set", first);
    return "items" in spread ? spread.items : isCode("a spread of something else than a list", first);
  });
}

function readDict(node: PythonNode, scope: Scope): PythonValue {
  const entries = partsBetween(insideOf(node)).flatMap(([first, second, third]) => {
    if (first?.name === "**" && second !== undefined) {
      const spread = evaluate(second, scope);
      return spread.kind === "dict" ? spread.entries : isMistake("** needs a dict", first);
    }
    if (first === undefined || second?.name !== ":" || third === undefined) return computed(node);
    return [[evaluate(first, scope), evaluate(third, scope)] as const];
  });
  return { kind: "dict", entries };
}

function readUnary(node: PythonNode, scope: Scope): PythonValue {
  const [operator, operand] = node.children;
  if (operand === undefined || !(operator?.text === "-" || operator?.text === "+")) return computed(node);
  const value = evaluate(operand, scope);
  return operator.text === "-" ? negative(value, node) : negative(negative(value, node), node);
}

function readBinary(node: PythonNode, scope: Scope): PythonValue {
  const [left, operator, right] = node.children;
  if (left === undefined || operator?.name !== "ArithOp" || right === undefined) return computed(node);
  const value = calculate(evaluate(left, scope), operator.text, evaluate(right, scope), node);
  takeParts(scope, value, node);
  return value;
}

function readMember(node: PythonNode, scope: Scope): PythonValue {
  const [object, bracket, ...rest] = node.children;
  if (bracket?.name !== "[") return valueBound(bindingOf(node, scope), node);
  const [index, close] = rest;
  if (object === undefined || index === undefined || close?.name !== "]") return computed(node);
  const container = evaluate(object, scope);
  const key = evaluate(index, scope);
  const found =
    container.kind === "dict" && key.kind === "text"
      ? entryOf(container, key.text)
      : (container.kind === "list" || container.kind === "tuple") && key.kind === "integer"
        ? container.items.at(key.number)
        : computed(node);
  return found ?? isMistake(`there is no ${index.text} in ${object.text}`, node);
}

function readCall(node: PythonNode, scope: Scope): PythonValue {
  const [callee] = node.children;
  if (callee === undefined) return computed(node);
  if (callee.name !== "VariableName" && callee.name !== "MemberExpression")
    return isCode(`a call of ${callee.text}`, node);
  if (callee.name === "MemberExpression" && childNamed(callee, "[") !== undefined) return computed(node);
  const binding = calledBinding(callee, scope);
  const given = () => readArguments(childNamed(node, "ArgList"), scope);
  if (binding.kind !== "known") return isCode(`a call of ${callee.text}`, node);
  if (isConstructor(binding.name)) return { kind: "made", by: binding.name, given: given(), place: node };
  return valueOfBuiltin(binding.name, given(), node, evaluate) ?? isCode(`a call of ${callee.text}`, node);
}

function calledBinding(callee: PythonNode, scope: Scope): Binding {
  const [object] = callee.children;
  const literalMethod = callee.name === "MemberExpression" && object?.name.endsWith("String");
  return literalMethod === true ? isCode(`a call of ${callee.text}`, callee) : bindingOf(callee, scope);
}
