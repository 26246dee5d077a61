import { evaluate } from "./evaluate.ts";
import { namesOfModule } from "./known-names.ts";
import type { Binding, Scope } from "./python-value.ts";
import { isCode, ReadingStop } from "./reading-stop.ts";
import { imported } from "./scope.ts";
import { childrenNamed, type PythonNode, partsBetween } from "./syntax.ts";

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
    bind(scope, name, { kind: "code", construct: `the function ${name}` });
  } else if (!doesNothing(statement))
    isCode(statementNames.get(statement.name) ?? "a statement that does something", statement);
}

function doesNothing({ name, children: [only] }: PythonNode): boolean {
  return (
    name === "PassStatement" ||
    (name === "ExpressionStatement" && /String$|^Ellipsis$/.test(only?.name ?? ""))
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

/** Names are the same in all their spellings that Unicode calls compatible. */
export function bind(scope: Scope, name: string, binding: Binding): void {
  scope.names.set(name.normalize("NFKC"), binding);
}

function bindConstant(statement: PythonNode, scope: Scope): void {
  const operator = statement.children.findIndex(({ name }) => name === "AssignOp");
  const [target, ...others] = statement.children.slice(0, operator).filter(({ name }) => name !== "TypeDef");
  const [value, ...more] = statement.children.slice(operator + 1);
  if (operator === -1 || target === undefined || value === undefined) return;
  if (target.name === "VariableName" && others.length === 0 && more.length === 0) {
    bind(scope, target.text, bindingOfValue(value, scope));
    return;
  }
  const names = statement.children.slice(0, -1).filter(({ name }) => name === "VariableName");
  if (names.length === 0) isCode("an assignment to something else than a name", statement);
  for (const { text } of names) bind(scope, text, { kind: "code", construct: `how ${text} is assigned` });
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
    if (first?.name === "from" && dotted === "*") bindAll(module, scope);
    else if (first?.name === "from") bind(scope, as ?? dotted, imported(module, dotted));
    else
      bind(scope, as ?? dotted.split(".")[0] ?? "", {
        kind: "module",
        module: as === undefined ? (dotted.split(".")[0] ?? "") : dotted,
      });
  }
}

function bindAll(module: string, scope: Scope): void {
  const names = namesOfModule(module);
  for (const name of names ?? []) bind(scope, name, { kind: "known", name });
  if (names === undefined) bind(scope, "*", { kind: "code", construct: `what is imported from ${module}` });
}
