import { type AuthoringModule, isZodSchema } from "../../sandbox/index.ts";
import { patternParts, readNumber, readPattern, readString, readTemplatePart } from "./literals.ts";
import { NotData } from "./not-data.ts";
import type { SourceNode } from "./source-tree.ts";

/** What an authoring function is, or a group of them such as `z.iso`. */
export type Recorder = AuthoringModule[string];

/** What the names of a file stand for, as far as it is read. */
export interface Scope {
  readonly source: string;
  /** Constants and functions. */
  readonly values: Map<string, unknown>;
  /** What is imported. */
  readonly imports: Map<string, Recorder>;
  /** The text of each function that was read. */
  readonly functions: Map<object, string>;
  /** How much may still be made: literals that are spread or repeated can grow without end. */
  readonly budget: { left: number };
}

type Read = (node: SourceNode, scope: Scope) => unknown;

/** The value of an expression of literals and authoring calls. @throws NotData */
export function evaluate(node: SourceNode, scope: Scope): unknown {
  const value = evaluateCheck(node, scope);
  if (typeof value === "function")
    throw new NotData("a function in a place where only its value is used", node);
  return value;
}

/** The same where a function may stand. It is not read: an empty one stands for it. @throws NotData */
export function evaluateCheck(node: SourceNode, scope: Scope): unknown {
  const read = Object.hasOwn(readers, node.name) ? readers[node.name] : undefined;
  if (read === undefined) throw new NotData(nameOf(node), node);
  const value = read(node, scope);
  charge(value, node, scope);
  return value;
}

/** The grammar's name in plain words. */
export function nameOf({ name }: SourceNode): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** Keeps what is made, and the time it takes, in proportion to the source. */
function charge(value: unknown, node: SourceNode, { budget }: Scope): void {
  budget.left -= 1;
  if (typeof value === "string") budget.left -= value.length / 16;
  else if (Array.isArray(value)) budget.left -= value.length;
  else if (typeof value === "object" && value !== null) budget.left -= Object.keys(value).length;
  if (budget.left < 0) throw new NotData("more data than is read without running it", node);
}

const textOf = ({ from, to }: SourceNode, { source }: Scope) => source.slice(from, to);

/** What stands between the brackets of a list of things, its commas in their places. */
function parts({ children }: SourceNode): readonly SourceNode[] {
  const found = children.slice(1, -1);
  const misplaced = found.find(({ name }, index) => name === "," && (found[index - 1]?.name ?? ",") === ",");
  if (misplaced !== undefined) throw new NotData("a comma with nothing before it", misplaced);
  return found.filter(({ name }) => name !== ",");
}

const globals: { readonly [name: string]: unknown } = {
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
};

const readers: { readonly [name: string]: Read } = {
  String: (node, scope) => known(readString(textOf(node, scope)), node),
  Number: (node, scope) => known(readNumber(textOf(node, scope)), node),
  BooleanLiteral: (node, scope) => textOf(node, scope) === "true",
  null: () => null,
  RegExp: (node, scope) => pattern(patternParts(textOf(node, scope)), node),
  VariableName: (node, scope) => readName(textOf(node, scope), node, scope),
  TemplateString: readTemplate,
  ParenthesizedExpression: (node, scope) => evaluateCheck(only(parts(node), node), scope),
  ArrayExpression: readArray,
  ObjectExpression: readObject,
  UnaryExpression: readUnary,
  BinaryExpression: readBinary,
  MemberExpression: readMember,
  NewExpression: readNew,
  CallExpression: readCall,
  ArrowFunction: readFunction,
  FunctionExpression: readFunction,
};

function known<Value>(value: Value | undefined, node: SourceNode): Value {
  if (value === undefined) throw new NotData(`an unusual ${node.name.toLowerCase()}`, node);
  return value;
}

function only(found: readonly SourceNode[], node: SourceNode): SourceNode {
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) throw new NotData(nameOf(node), node);
  return first;
}

function pattern([source, flags]: readonly [string, string], node: SourceNode): RegExp {
  try {
    return known(readPattern(source, flags), node);
  } catch (error) {
    throw NotData.from(error, node);
  }
}

function readName(name: string, node: SourceNode, { values, imports }: Scope): unknown {
  if (values.has(name)) return values.get(name);
  if (imports.has(name)) throw new NotData(`${name} where it is not called`, node);
  if (Object.hasOwn(globals, name)) return globals[name];
  throw new NotData(`the name ${name}, which is no constant of literals above`, node);
}

function readTemplate(node: SourceNode, scope: Scope): string {
  let text = "";
  let place = node.from + 1;
  const upTo = (end: number) => known(readTemplatePart(scope.source.slice(place, end)), node);
  for (const hole of node.children.filter(({ name }) => name === "Interpolation")) {
    const inner = hole.children.filter(({ name }) => !name.startsWith("Interpolation"));
    text += upTo(hole.from) + String(primitive(only(inner, hole), scope));
    place = hole.to;
  }
  return text + upTo(node.to - 1);
}

/** A value that is no object, so that nothing decides for itself what it is worth. */
function primitive(node: SourceNode, scope: Scope): unknown {
  const value = evaluate(node, scope);
  if (typeof value === "object" && value !== null)
    throw new NotData("an object as a part of a text or sum", node);
  return value;
}

function readArray(node: SourceNode, scope: Scope): readonly unknown[] {
  const list: unknown[] = [];
  let isSpread = false;
  for (const item of parts(node)) {
    if (item.name === "Spread") isSpread = true;
    else {
      const value = evaluate(item, scope);
      if (!isSpread) list.push(value);
      else if (Array.isArray(value)) list.push(...spread(value, item, scope));
      else throw new NotData("what is spread into a list and is no list", item);
      isSpread = false;
    }
  }
  return list;
}

/** What is spread, charged before it is made. */
function spread<Value extends object>(value: Value, node: SourceNode, scope: Scope): Value {
  charge(value, node, scope);
  return value;
}

function readObject(node: SourceNode, scope: Scope): object {
  const object: { [key: string]: unknown } = {};
  const set = (key: string, value: unknown) => {
    // assigning it would set the prototype
    if (key !== "__proto__") object[key] = value;
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  };
  for (const property of parts(node)) {
    if (property.name !== "Property") throw new NotData(nameOf(property), property);
    const [first, second] = property.children;
    if (first?.name === "Spread" && second !== undefined) {
      const value = evaluate(second, scope);
      if (typeof value === "string" || (typeof value === "object" && value !== null))
        for (const [key, entry] of Object.entries(spread(Object(value), second, scope))) set(key, entry);
    } else {
      const [key, value] = readProperty(property, scope);
      set(key, value);
    }
  }
  return object;
}

/** The names of the options that may be functions: nothing else looks at what they hold. */
const checks = new Set(["verify", "verifyGranular"]);

function readProperty(property: SourceNode, scope: Scope): readonly [key: string, value: unknown] {
  const { children } = property;
  const colon = children.findIndex(({ name }) => name === ":");
  const [first, ...others] = children;
  const value = children.at(-1);
  if (first === undefined || value === undefined) throw new NotData(nameOf(property), property);
  const read = (key: string, node: SourceNode) =>
    checks.has(key) ? evaluateCheck(node, scope) : evaluate(node, scope);
  if (colon >= 0 && colon === children.length - 2) {
    const key = readKey(children.slice(0, colon), scope);
    return [key, read(key, value)];
  }
  const key = textOf(first, scope);
  if (first.name === "PropertyDefinition" && others.length === 0 && key !== "__proto__") {
    const found = readName(key, first, scope);
    if (typeof found === "function" && !checks.has(key)) throw new NotData("a function as a value", first);
    return [key, found];
  }
  return readMethod(property, scope);
}

function readMethod(property: SourceNode, scope: Scope): readonly [key: string, value: unknown] {
  const names = property.children.map(({ name }) => name).join(" ");
  const definition = property.children.find(({ name }) => name === "PropertyDefinition");
  const key = definition === undefined ? "" : textOf(definition, scope);
  if (/^(async )?PropertyDefinition ParamList Block$/.test(names) && checks.has(key))
    return [key, readFunction(property, scope)];
  throw new NotData("a method or accessor", property);
}

function readKey(nodes: readonly SourceNode[], scope: Scope): string {
  const [first, second] = nodes;
  const key = first?.name === "[" && second !== undefined ? primitive(second, scope) : plainKey(first, scope);
  if (typeof key === "string" || typeof key === "number") return String(key);
  throw new NotData("a computed key that is no text and no number", first ?? { from: 0 });
}

function plainKey(node: SourceNode | undefined, scope: Scope): unknown {
  if (node === undefined) return undefined;
  const key = node.name === "PropertyDefinition" ? textOf(node, scope) : evaluate(node, scope);
  if (key === "__proto__") throw new NotData("a literal's __proto__", node);
  return key;
}

function readUnary(node: SourceNode, scope: Scope): unknown {
  const [operator, operand] = node.children;
  if (operator === undefined || operand === undefined) throw new NotData(nameOf(node), node);
  const sign = textOf(operator, scope);
  const value = primitive(operand, scope);
  if (sign === "!") return !value;
  if (sign === "-" && typeof value === "number") return -value;
  if (sign === "+" && typeof value === "number") return value;
  throw new NotData(`the operator ${sign}`, node);
}

function readBinary(node: SourceNode, scope: Scope): unknown {
  const [left, operator, right] = node.children;
  if (left === undefined || operator === undefined || right === undefined)
    throw new NotData(nameOf(node), node);
  const sign = textOf(operator, scope);
  const [a, b] = [primitive(left, scope), primitive(right, scope)];
  const isSum = typeof a === "number" && typeof b === "number";
  if (sign === "+" && (typeof a === "string" || typeof b === "string")) return `${a}${b}`;
  if (isSum && sign === "+") return a + b;
  if (isSum && sign === "-") return a - b;
  if (isSum && sign === "*") return a * b;
  if (isSum && sign === "/") return a / b;
  throw new NotData(`the operator ${sign}`, node);
}

/** Only what an object or list of the file holds itself; never what its prototype does. */
function readMember(node: SourceNode, scope: Scope): unknown {
  const [object, , property] = node.children;
  if (object === undefined || property === undefined) throw new NotData(nameOf(node), node);
  const holder = evaluate(object, scope);
  const key = memberName(node, scope) ?? primitive(property, scope);
  const isKey = typeof key === "string" || typeof key === "number";
  if (typeof holder === "object" && holder !== null && isKey && Object.hasOwn(holder, key))
    return (holder as { readonly [key: string]: unknown })[key];
  throw new NotData(`the member ${String(key)} of a value`, node);
}

/** The name after a dot; undefined for what stands in brackets. */
function memberName({ children }: SourceNode, scope: Scope): string | undefined {
  const [, dot, property] = children;
  if (dot?.name === "[" && children.length === 4) return undefined;
  if (dot?.name === "." && property?.name === "PropertyName") return textOf(property, scope);
  throw new NotData("a member that may not be there", dot ?? { from: 0 });
}

function readNew(node: SourceNode, scope: Scope): RegExp {
  const [, name, list] = node.children;
  const isPattern = name?.name === "VariableName" && textOf(name, scope) === "RegExp";
  if (!isPattern || list === undefined || scope.values.has("RegExp") || scope.imports.has("RegExp"))
    throw new NotData("an object that is made with new", node);
  const [source, flags = "", ...others] = readArguments(list, scope);
  if (typeof source !== "string" || typeof flags !== "string" || others.length > 0)
    throw new NotData("a RegExp of more than texts", node);
  return pattern([source, flags], node);
}

function readCall(node: SourceNode, scope: Scope): unknown {
  const [callee, list, ...others] = node.children;
  if (callee === undefined || list?.name !== "ArgList" || others.length > 0)
    throw new NotData("a call", node);
  const record = recorderOf(callee, scope);
  const values = readArguments(list, scope);
  try {
    return record(...values);
  } catch (error) {
    throw NotData.from(error, node);
  }
}

function readArguments(list: SourceNode, scope: Scope): readonly unknown[] {
  const given = parts(list);
  if (given.some(({ name }) => name === "Spread")) throw new NotData("arguments that are spread", list);
  const values = given.map((value) => evaluate(value, scope));
  for (const value of values) charge(value, list, scope);
  return values;
}

function recorderOf(callee: SourceNode, scope: Scope): (...values: readonly unknown[]) => unknown {
  const member = importedMember(callee, scope) ?? schemaMethod(callee, scope);
  if (typeof member !== "function")
    throw new NotData(`a call of ${textOf(callee, scope).slice(0, 40)}`, callee);
  // a recorder takes whatever it is given, and throws where that is wrong
  return member as (...values: readonly unknown[]) => unknown;
}

/** What a name or a path such as `z.iso.date` was imported as. */
function importedMember(node: SourceNode, scope: Scope): Recorder | undefined {
  if (node.name === "VariableName") return scope.imports.get(textOf(node, scope));
  const [object] = node.children;
  if (node.name !== "MemberExpression" || object === undefined) return undefined;
  const holder = importedMember(object, scope);
  const name = memberName(node, scope);
  if (typeof holder !== "object" || name === undefined || !Object.hasOwn(holder, name)) return undefined;
  return holder[name];
}

function schemaMethod(node: SourceNode, scope: Scope): unknown {
  const [object] = node.children;
  if (node.name !== "MemberExpression" || object === undefined) return undefined;
  const schema = evaluate(object, scope);
  const name = memberName(node, scope);
  if (!isZodSchema(schema) || name === undefined) return undefined;
  try {
    return (schema as { readonly [name: string]: unknown })[name];
  } catch (error) {
    throw NotData.from(error, node);
  }
}

/** An empty function that stands for one of the file, whose text is kept. @throws NotData */
export function readFunction(node: SourceNode, scope: Scope): object {
  const oddity = oddityIn(node, scope);
  if (oddity !== undefined) throw new NotData(nameOf(oddity), oddity);
  const text = textOf(node, scope);
  if (/<!--|-->/.test(text)) throw new NotData("a comment of HTML", node);
  const standIn = () => undefined;
  scope.functions.set(standIn, text);
  return standIn;
}

/** What the interpreters of host and sandbox may read differently in a function. */
function oddityIn(node: SourceNode, scope: Scope): SourceNode | undefined {
  const { name, children } = node;
  if (name === "Star" || name === "using" || name === "AwaitExpression" || name === "ImportMeta") return node;
  if (name === "VariableName" && textOf(node, scope) === "await") return node;
  if (name === "RegExp") pattern(patternParts(textOf(node, scope)), node);
  for (const child of children) {
    const found = oddityIn(child, scope);
    if (found !== undefined) return found;
  }
  return undefined;
}
