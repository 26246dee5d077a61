import { expectQuiet, expectQuietSignature } from "./accounted.ts";
import { evaluate } from "./evaluate.ts";
import { isOfPython, knownNames, namesOfModule } from "./known-names.ts";
import type { PythonNode } from "./python-node.ts";
import type { Binding, Scope } from "./python-value.ts";
import { isCode, ReadingStop } from "./reading-stop.ts";
import { allOthers, imported } from "./scope.ts";
import { childrenNamed, partsBetween } from "./syntax.ts";

/**
 * Takes the names a statement defines into the scope: imports, constants and functions. What is no literal is a name
 * whose use is code.
 *
 * @throws ReadingStop code for a statement that does something else
 */
export function bindStatement(statement: PythonNode, scope: Scope): void {
  if (statement.name === "ImportStatement") bindImport(statement, scope);
  else if (statement.name === "AssignStatement") bindConstant(statement, scope);
  else if (statement.name === "FunctionDefinition") {
    const name = childrenNamed(statement, "VariableName")[0]?.text ?? "";
    expectQuietSignature(statement, scope);
    bind(scope, name, { kind: "code", construct: `the function ${name}` });
  } else if (!doesNothing(statement))
    isCode(statementNames.get(statement.name) ?? "a statement that does something", statement);
}

function doesNothing(statement: PythonNode): boolean {
  const [only] = statement.children;
  return (
    statement.name === "PassStatement" ||
    isText(statement) ||
    (statement.name === "ExpressionStatement" && only?.name === "Ellipsis")
  );
}

/** True for a statement that is only a text, such as a docstring. */
export function isText({ name, children: [only, ...more] }: PythonNode): boolean {
  const parts = only?.name === "ContinuedString" ? only.children : [only];
  return (
    name === "ExpressionStatement" && more.length === 0 && parts.every((part) => part?.name === "String")
  );
}

const statementNames: ReadonlyMap<string, string> = new Map([
  ["IfStatement", "an if statement"],
  ["ForStatement", "a loop"],
  ["WhileStatement", "a loop"],
  ["TryStatement", "a try statement"],
  ["WithStatement", "a with statement"],
  ["DecoratedStatement", "a decorator"],
  ["MatchStatement", "a match statement"],
]);

export function bind(scope: Scope, name: string, binding: Binding): void {
  scope.names.set(name, binding);
}

function bindConstant(statement: PythonNode, scope: Scope): void {
  const [target, second, ...rest] = statement.children;
  const [operator, value, ...more] = second?.name === "TypeDef" ? rest : [second, ...rest];
  if (target?.name !== "VariableName") isCode("an assignment to something else than a name", statement);
  if (more.length > 0 || (operator !== undefined && operator.name !== "AssignOp"))
    isCode(`how ${target.text} is assigned`, statement);
  if (second?.name === "TypeDef") expectQuiet(second, scope);
  if (value === undefined) return;
  expectQuiet(value, scope);
  bind(scope, target.text, bindingOfValue(value, scope));
}

function bindingOfValue(value: PythonNode, scope: Scope): Binding {
  try {
    return { kind: "value", value: evaluate(value, scope) };
  } catch (error) {
    if (error instanceof ReadingStop && error.kind === "code")
      return { kind: "code", construct: error.message };
    throw error;
  }
}

function bindImport(statement: PythonNode, scope: Scope): void {
  const [first, ...rest] = statement.children;
  const at = rest.findIndex(({ name }) => name === "import");
  const names = rest.slice(at + 1).filter(({ name }) => name !== "(" && name !== ")");
  const module = rest
    .slice(0, Math.max(0, at))
    .map(({ text }) => text)
    .join("");
  for (const [name, ...others] of partsBetween(names)) {
    const alias = others.findIndex((node) => node.name === "as");
    const dotted = [name, ...(alias === -1 ? others : others.slice(0, alias))]
      .map((node) => node?.text ?? "")
      .join("");
    const as = alias === -1 ? undefined : others[alias + 1]?.text;
    if (first?.name === "from" && dotted === "*") bindAll(module, scope, statement);
    else if (first?.name === "from") bindImported(as ?? dotted, imported(module, dotted), scope, statement);
    else {
      const module = as === undefined ? (dotted.split(".")[0] ?? "") : dotted;
      bindImported(as ?? module, { kind: "module", module }, scope, statement);
    }
  }
}

/** An import that gives a name of Python, or of templates, another meaning has to be run. */
function bindImported(name: string, binding: Binding, scope: Scope, statement: PythonNode): void {
  const isSame = binding.kind === "known" && binding.name === name;
  if (!isSame && (isOfPython(name) || knownNames.has(name)))
    isCode(`another meaning of the name ${name}`, statement);
  bind(scope, name, binding);
}

/** Of a module that is not known, this may give any name another meaning. */
function bindAll(module: string, scope: Scope, statement: PythonNode): void {
  const names = namesOfModule(module) ?? isCode(`what is imported from ${module}`, statement);
  for (const name of names) bind(scope, name, { kind: "known", name });
  bind(scope, allOthers, { kind: "code", construct: `what is imported from ${module}` });
}
