import { bind, bindStatement } from "./bind-statement.ts";
import { readClassBody } from "./class-body.ts";
import { knownNames } from "./known-names.ts";
import { expectOneMeaning, namesDefined } from "./module-names.ts";
import { readClass } from "./python-class.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonClass } from "./python-value.ts";
import { isMistake } from "./reading-stop.ts";
import { scopeAbove } from "./scope.ts";
import { statementsOf } from "./syntax.ts";

/** The one class of a source that is its template: the one on `BaseAnswer` from which no other class is made. */
export function findAnswerClass(root: PythonNode): PythonClass {
  const classes = new Map<string, PythonClass>();
  const statements = statementsOf(root);
  let scope = scopeAbove(undefined);
  expectOneMeaning(statements);
  for (const { name } of namesDefined(statements))
    if (!knownNames.has(name)) bind(scope, name, { kind: "code", construct: `${name} before it is defined` });
  for (const statement of statements) {
    if (statement.name !== "ClassDefinition") {
      bindStatement(statement, scope);
      continue;
    }
    const defined = readClass(statement, scope);
    readClassBody(defined);
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
