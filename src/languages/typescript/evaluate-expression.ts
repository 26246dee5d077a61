import type {
  ArrayExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  Function as FunctionNode,
  Identifier,
  Literal,
  MemberExpression,
  NewExpression,
  Node,
  ObjectExpression,
  PrivateIdentifier,
  Property,
  SpreadElement,
  Super,
  TemplateLiteral,
  UnaryExpression,
} from "acorn";
import { defineEntry, emptyRecord } from "../../base/index.ts";
import { type AuthoringModule, isZodSchema } from "../../sandbox/index.ts";
import { NotData } from "./not-data.ts";
import { nodesOf } from "./parse-javascript.ts";

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
  /** Calls that are read once for all sources of a shape. */
  readonly constants: ConstantCalls;
}

/** Calls that give the same whenever they are read. */
export type ConstantCalls = ReadonlyMap<Node, ConstantCall>;

/** What such a call gave when it was first read, and what it cost to read it. */
export interface ConstantCall {
  read?: { readonly value: unknown; readonly cost: number };
}

/** What may stand where a value is looked for; only some of it is one. */
type Readable = Expression | SpreadElement | Super | PrivateIdentifier;

/** The value of an expression of literals and authoring calls. @throws NotData */
export function evaluate(node: Readable, scope: Scope): unknown {
  const value = evaluateCheck(node, scope);
  if (typeof value === "function")
    throw new NotData("a function in a place where only its value is used", node);
  return value;
}

/** The same where a function may stand. It is not read: an empty one stands for it. @throws NotData */
export function evaluateCheck(node: Readable, scope: Scope): unknown {
  const value = read(node, scope);
  charge(value, node, scope);
  return value;
}

function read(node: Readable, scope: Scope): unknown {
  switch (node.type) {
    case "Literal":
      return readLiteral(node);
    case "Identifier":
      return readName(node, scope);
    case "TemplateLiteral":
      return readTemplate(node, scope);
    case "ArrayExpression":
      return readArray(node, scope);
    case "ObjectExpression":
      return readObject(node, scope);
    case "UnaryExpression":
      return readUnary(node, scope);
    case "BinaryExpression":
      return readBinary(node, scope);
    case "MemberExpression":
      return readMember(node, scope);
    case "NewExpression":
      return readNew(node, scope);
    case "CallExpression":
      return readConstantCall(node, scope);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return readFunction(node, scope);
    default:
      throw new NotData(nameOf(node), node);
  }
}

/** The grammar's name in plain words. */
export function nameOf({ type }: Node): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

/** Keeps what is made, and the time it takes, in proportion to the source. */
function charge(value: unknown, node: Node, { budget }: Scope): void {
  budget.left -= 1;
  if (typeof value === "string") budget.left -= value.length / 16;
  else if (Array.isArray(value)) budget.left -= value.length;
  else if (typeof value === "object" && value !== null) budget.left -= Object.keys(value).length;
  if (budget.left < 0) throw new NotData("more data than is read without running it", node);
}

function readLiteral(node: Literal): unknown {
  const { value, raw = "", regex } = node;
  if (regex !== undefined) return pattern(regex.pattern, regex.flags, node);
  // half of a pair, which text of another interpreter may not carry
  const isOddText = typeof value === "string" && !value.isWellFormed();
  // interpreters need not agree on how such spellings are rounded
  const isOddNumber = typeof value === "number" && /^0[xob]/i.test(raw) && !Number.isSafeInteger(value);
  if (isOddText || isOddNumber || typeof value === "bigint" || value === undefined)
    throw new NotData("an unusual literal", node);
  return value;
}

/**
 * A regular expression with what every interpreter understands alike: groups with flags and Unicode's properties are
 * not read.
 */
function pattern(source: string, flags: string, node: Node): RegExp {
  const isCommon =
    !/[^dgimsuy]/.test(flags) &&
    !/\(\?(?![:=!]|<[=!])/.test(source) &&
    !(flags.includes("u") && /\\[pP]/.test(source));
  if (!isCommon) throw new NotData("an unusual regular expression", node);
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw NotData.from(error, node);
  }
}

const globals: { readonly [name: string]: unknown } = {
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
};

function readName(node: Identifier, { values, imports }: Scope): unknown {
  const { name } = node;
  if (values.has(name)) return values.get(name);
  if (imports.has(name)) throw new NotData(`${name} where it is not called`, node);
  if (Object.hasOwn(globals, name)) return globals[name];
  throw new NotData(`the name ${name}, which is no constant of literals above`, node);
}

function readTemplate(node: TemplateLiteral, scope: Scope): string {
  const parts = node.quasis.map(({ value }, index) => {
    const hole = node.expressions[index];
    return (value.cooked ?? "") + (hole === undefined ? "" : String(primitive(hole, scope)));
  });
  const text = parts.join("");
  if (!text.isWellFormed()) throw new NotData("an unusual literal", node);
  return text;
}

/** A value that is no object, so that nothing decides for itself what it is worth. */
function primitive(node: Readable, scope: Scope): unknown {
  const value = evaluate(node, scope);
  if (typeof value === "object" && value !== null)
    throw new NotData("an object as a part of a text or sum", node);
  return value;
}

function readArray(node: ArrayExpression, scope: Scope): readonly unknown[] {
  const list: unknown[] = [];
  for (const item of node.elements) {
    if (item === null) throw new NotData("a comma with nothing before it", node);
    if (item.type !== "SpreadElement") list.push(evaluate(item, scope));
    else {
      const value = evaluate(item.argument, scope);
      if (!Array.isArray(value)) throw new NotData("what is spread into a list and is no list", item);
      list.push(...spread(value, item, scope));
    }
  }
  return list;
}

/** What is spread, charged before it is made. */
function spread<Value extends object>(value: Value, node: Node, scope: Scope): Value {
  charge(value, node, scope);
  return value;
}

function readObject({ properties }: ObjectExpression, scope: Scope): object {
  const object = emptyRecord<unknown>();
  for (const property of properties) {
    if (property.type === "Property") {
      const [key, value] = readProperty(property, scope);
      defineEntry(object, key, value);
    } else {
      const value = evaluate(property.argument, scope);
      if (typeof value === "string" || (typeof value === "object" && value !== null))
        for (const [key, entry] of Object.entries(spread(Object(value), property, scope)))
          defineEntry(object, key, entry);
    }
  }
  return object;
}

/** The names of the options that may be functions: nothing else looks at what they hold. */
const checks = new Set(["verify", "verifyGranular"]);

function readProperty(property: Property, scope: Scope): readonly [key: string, value: unknown] {
  const { kind, method, value } = property;
  const key = readKey(property, scope);
  if (!checks.has(key)) {
    if (kind === "init" && !method) return [key, evaluate(value, scope)];
  } else if (method && !property.computed) return [key, readFunction(property, scope)];
  else if (kind === "init" && !method) return [key, evaluateCheck(value, scope)];
  throw new NotData("a method or accessor", property);
}

function readKey(property: Property, scope: Scope): string {
  const { key, computed } = property;
  const isName = key.type === "Identifier" && !computed;
  const read = isName ? key.name : primitive(key, scope);
  if (read === "__proto__" && !computed) throw new NotData("a literal's __proto__", property);
  if (typeof read === "string" || typeof read === "number") return String(read);
  throw new NotData("a computed key that is no text and no number", property);
}

function readUnary(node: UnaryExpression, scope: Scope): unknown {
  const { operator } = node;
  const value = primitive(node.argument, scope);
  if (operator === "!") return !value;
  if (operator === "-" && typeof value === "number") return -value;
  if (operator === "+" && typeof value === "number") return value;
  throw new NotData(`the operator ${operator}`, node);
}

function readBinary(node: BinaryExpression, scope: Scope): unknown {
  const { operator } = node;
  const [a, b] = [primitive(node.left, scope), primitive(node.right, scope)];
  const isSum = typeof a === "number" && typeof b === "number";
  if (operator === "+" && (typeof a === "string" || typeof b === "string")) return `${a}${b}`;
  if (isSum && operator === "+") return a + b;
  if (isSum && operator === "-") return a - b;
  if (isSum && operator === "*") return a * b;
  if (isSum && operator === "/") return a / b;
  throw new NotData(`the operator ${operator}`, node);
}

/** Only what an object or list of the file holds itself; never what its prototype does. */
function readMember(node: MemberExpression, scope: Scope): unknown {
  const holder = evaluate(node.object, scope);
  const key = memberName(node) ?? primitive(node.property, scope);
  const isKey = typeof key === "string" || typeof key === "number";
  if (typeof holder === "object" && holder !== null && isKey && Object.hasOwn(holder, key))
    return (holder as { readonly [key: string]: unknown })[key];
  throw new NotData(`the member ${String(key)} of a value`, node);
}

/** The name after a dot; undefined for what stands in brackets. */
function memberName({ computed, property }: MemberExpression): string | undefined {
  return !computed && property.type === "Identifier" ? property.name : undefined;
}

function readNew(node: NewExpression, scope: Scope): RegExp {
  const { callee } = node;
  const isPattern = callee.type === "Identifier" && callee.name === "RegExp";
  if (!isPattern || scope.values.has("RegExp") || scope.imports.has("RegExp"))
    throw new NotData("an object that is made with new", node);
  const [source, flags = "", ...others] = readArguments(node.arguments, scope);
  if (typeof source !== "string" || typeof flags !== "string" || others.length > 0)
    throw new NotData("a RegExp of more than texts", node);
  return pattern(source, flags, node);
}

function readConstantCall(node: CallExpression, scope: Scope): unknown {
  const { constants, budget } = scope;
  const constant = constants.get(node);
  if (constant?.read !== undefined) {
    budget.left -= constant.read.cost;
    return constant.read.value;
  }
  const before = budget.left;
  const value = readCall(node, scope);
  if (constant !== undefined) constant.read = { value, cost: before - budget.left };
  return value;
}

function readCall(node: CallExpression, scope: Scope): unknown {
  const record = recorderOf(node.callee, scope);
  const values = readArguments(node.arguments, scope);
  try {
    return record(...values);
  } catch (error) {
    throw NotData.from(error, node);
  }
}

function readArguments(given: readonly (Expression | SpreadElement)[], scope: Scope): readonly unknown[] {
  return given.map((node) => {
    const value = evaluate(node, scope);
    charge(value, node, scope);
    return value;
  });
}

function recorderOf(callee: Expression | Super, scope: Scope): (...values: readonly unknown[]) => unknown {
  const member = importedMember(callee, scope) ?? schemaMethod(callee, scope);
  if (typeof member !== "function")
    throw new NotData(`a call of ${scope.source.slice(callee.start, callee.end).slice(0, 40)}`, callee);
  // a recorder takes whatever it is given, and throws where that is wrong
  return member as (...values: readonly unknown[]) => unknown;
}

/** What a name or a path such as `z.iso.date` was imported as. */
function importedMember(node: Expression | Super, scope: Scope): Recorder | undefined {
  if (node.type === "Identifier") return scope.imports.get(node.name);
  if (node.type !== "MemberExpression") return undefined;
  const holder = importedMember(node.object, scope);
  const name = memberName(node);
  if (typeof holder !== "object" || name === undefined || !Object.hasOwn(holder, name)) return undefined;
  return holder[name];
}

function schemaMethod(node: Expression | Super, scope: Scope): unknown {
  if (node.type !== "MemberExpression") return undefined;
  const schema = evaluate(node.object, scope);
  const name = memberName(node);
  if (!isZodSchema(schema) || name === undefined) return undefined;
  try {
    return (schema as { readonly [name: string]: unknown })[name];
  } catch (error) {
    throw NotData.from(error, node);
  }
}

/** An empty function that stands for one of the file, whose text is kept. @throws NotData */
export function readFunction(node: FunctionNode | Property, scope: Scope): object {
  const text = scope.source.slice(node.start, node.end);
  for (const inner of nodesOf(node)) refuseOddity(inner);
  if (/<!--|-->/.test(text)) throw new NotData("a comment of HTML", node);
  const standIn = () => undefined;
  scope.functions.set(standIn, text);
  return standIn;
}

/** Refuses what the interpreters of host and sandbox may read differently in a function. */
function refuseOddity(node: Node): void {
  const isGenerator = "generator" in node && node.generator === true;
  if (isGenerator || node.type === "AwaitExpression" || node.type === "MetaProperty")
    throw new NotData(nameOf(node), node);
  if (node.type === "Literal" && "regex" in node) {
    const { regex } = node as Literal;
    if (regex !== undefined) pattern(regex.pattern, regex.flags, node);
  }
}
