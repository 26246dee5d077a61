import { bind, bindStatement } from "./bind-statement.ts";
import {
  type Attribute,
  type ClassBody,
  expectAccounted,
  expectPlainSignature,
  type Method,
  meaningful,
} from "./class-members.ts";
import { classChain, readClass } from "./python-class.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonClass, Scope } from "./python-value.ts";
import { isCode } from "./reading-stop.ts";
import { lookUp, scopeAbove } from "./scope.ts";
import { readString } from "./string-literal.ts";
import { childNamed, statementsOf } from "./syntax.ts";

interface Collected {
  readonly attributes: Map<string, Attribute>;
  readonly constants: Map<string, { readonly node: PythonNode; readonly scope: Scope }>;
  readonly methods: Map<string, Method>;
  readonly hidden: Method[];
  readonly classes: Map<string, PythonClass>;
}

/**
 * Reads the bodies of a class and of those it is made from.
 *
 * @throws ReadingStop code for statements and decorators that have to be run
 */
export function readClassBody(leaf: PythonClass): ClassBody {
  if (leaf.code !== undefined) isCode(leaf.code, leaf.node);
  const found: Collected = {
    attributes: new Map(),
    constants: new Map(),
    methods: new Map(),
    hidden: [],
    classes: new Map(),
  };
  for (const defined of classChain(leaf)) {
    const seen = defined.scope.parent;
    let scope = scopeAbove(seen);
    for (const statement of statementsOf(defined.body))
      scope = collect(statement, scope, { found, outside: seen ?? scope });
  }
  expectAccounted(leaf, found);
  return { ...found, docstring: docstringOf(leaf) };
}

interface Collecting {
  readonly found: Collected;
  /** The names outside of the class. */
  readonly outside: Scope;
}

/** Takes in one statement; what it gives are the names that the next one sees. */
function collect(statement: PythonNode, scope: Scope, { found, outside }: Collecting): Scope {
  if (statement.name === "ClassDefinition") {
    const inner = readClass(statement, scope, namesInside(scope, outside));
    readClassBody(inner);
    found.classes.set(inner.name, inner);
    const next = scopeAbove(scope);
    bind(next, inner.name, { kind: "class", defined: inner });
    return next;
  }
  if (statement.name === "FunctionDefinition") return collectMethod(statement, scope, { found, outside });
  if (statement.name === "DecoratedStatement") {
    const [decorator, method, ...more] = statement.children;
    const name = decorator?.children[1]?.text ?? "";
    if (
      method?.name !== "FunctionDefinition" ||
      more.length > 0 ||
      !helpers.has(name) ||
      decorator?.children.length !== 2 ||
      lookUp(scope, name)?.kind !== "known" ||
      meaningful.has(childNamed(method, "VariableName")?.text ?? "")
    )
      isCode(`the decorator ${name}`, statement);
    return collectMethod(method, scope, { found, outside });
  }
  const [target, second] = statement.children;
  let next = scope;
  if (statement.name === "AssignStatement" && target?.name === "VariableName") {
    const name = target.text;
    const value = valueAssigned(statement);
    if (second?.name === "TypeDef" && second.children[1] !== undefined)
      found.attributes.set(name, { name, annotation: second.children[1], value, scope });
    else if (value !== undefined) found.constants.set(name, { node: value, scope });
    // an attribute may be given the name of its own type: what was read before still sees that
    if (value !== undefined && lookUp(scope, name) !== undefined) next = scopeAbove(scope);
  }
  bindStatement(statement, next);
  return next;
}

/** What the body of a class inside another one sees: none of the names of that, though annotations may be read later. */
function namesInside(scope: Scope, outside: Scope): Scope {
  const inside = scopeAbove(outside);
  for (let layer: Scope | undefined = scope; layer !== undefined && layer !== outside; layer = layer.parent)
    for (const name of layer.names.keys())
      bind(inside, name, { kind: "code", construct: `${name} of the class around this one` });
  return inside;
}

const helpers = new Set(["property", "staticmethod", "classmethod"]);

function collectMethod(node: PythonNode, scope: Scope, { found, outside }: Collecting): Scope {
  const name = childNamed(node, "VariableName")?.text ?? "";
  if (meaningful.has(name)) expectPlainSignature(node);
  const before = found.methods.get(name);
  if (before !== undefined) found.hidden.push(before);
  found.methods.set(name, { name, node, scope: outside });
  bindStatement(node, scope);
  return scope;
}

function valueAssigned(statement: PythonNode): PythonNode | undefined {
  const at = statement.children.findIndex(({ name }) => name === "AssignOp");
  if (at === -1) return undefined;
  const [value, ...more] = statement.children.slice(at + 1);
  return more.length === 0 ? value : isCode("an assignment of several values", statement);
}

function docstringOf({ body }: PythonClass): string | undefined {
  const [first] = statementsOf(body);
  const [text] = first?.name === "ExpressionStatement" ? first.children : [];
  if (text?.name !== "String") return undefined;
  const value = readString(text);
  return value.kind === "text" ? cleanText(value.text) : undefined;
}

/** A docstring without the indentation its later lines share. */
function cleanText(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const widths = rest.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length]));
  const shared = Math.min(...widths, text.length);
  return [first.trimStart(), ...rest.map((line) => line.slice(shared))].join("\n").trim();
}
