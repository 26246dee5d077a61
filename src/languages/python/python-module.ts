import { bind, bindStatement } from "./bind-statement.ts";
import { readClass } from "./python-class.ts";
import type { PythonClass } from "./python-value.ts";
import { isMistake } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { childNamed, type PythonNode, statementsOf } from "./syntax.ts";

/** The one class of a source that is its template: the one on `BaseAnswer` from which no other class is made. */
export function findAnswerClass(root: PythonNode): PythonClass {
  const classes = new Map<string, PythonClass>();
  const statements = statementsOf(root);
  let scope = scopeAbove(undefined);
  for (const name of statements.flatMap(nameOfClass))
    bind(scope, name, { kind: "code", construct: `${name} before it is defined` });
  for (const statement of statements) {
    if (statement.name !== "ClassDefinition") {
      bindStatement(statement, scope);
      continue;
    }
    const defined = readClass(statement, scope);
    classes.set(defined.name, defined);
    scope = scopeAbove(scope);
    bind(scope, defined.name, { kind: "class", defined });
  }
  const answers = [...classes.values()].filter(({ kind }) => kind === "answer");
  const used = new Set(answers.flatMap(({ bases }) => bases));
  const leaves = answers.filter((answer) => !used.has(answer));
  const [leaf, ...others] = leaves;
  if (leaf === undefined) return isMistake("there is no class on BaseAnswer", root);
  if (others.length === 0) return leaf;
  const names = leaves.map(({ name }) => name).join(", ");
  return isMistake(
    `there must be exactly one class on BaseAnswer that no other is made from, found ${names}`,
    others[0]?.node ?? root,
  );
}

function nameOfClass(statement: PythonNode): readonly string[] {
  return statement.name === "ClassDefinition" ? [childNamed(statement, "VariableName")?.text ?? ""] : [];
}

/** A class of the source after the classes it is made from, the first of them first. */
export function classChain(leaf: PythonClass): readonly PythonClass[] {
  const [base] = leaf.bases;
  return base === undefined ? [leaf] : [...classChain(base), leaf];
}
