import { isOfPython, knownNames } from "./known-names.ts";
import type { PythonNode } from "./python-node.ts";
import { isCode } from "./reading-stop.ts";
import { childNamed, partsBetween } from "./syntax.ts";

/** The names that statements define, each with where. */
export function namesDefined(
  statements: readonly PythonNode[],
): readonly { readonly name: string; readonly node: PythonNode }[] {
  return statements.flatMap((node) => {
    const isImport = node.name === "ImportStatement";
    const isNamed = ["ClassDefinition", "FunctionDefinition", "AssignStatement"].includes(node.name);
    if (isImport) return namesImported(node).map((name) => ({ name, node }));
    const name = isNamed ? childNamed(node, "VariableName")?.text : undefined;
    return name === undefined ? [] : [{ name, node }];
  });
}

/**
 * Nothing for statements that define each name once, and none that Python or templates have: so that a name is the same
 * wherever it is read.
 *
 * @throws ReadingStop code, at the statement that gives a name another meaning
 */
export function expectOneMeaning(statements: readonly PythonNode[]): void {
  const seen = new Map<string, PythonNode>();
  for (const { name, node } of namesDefined(statements)) {
    const before = seen.get(name);
    const isAgain = before !== undefined && !isSameImport(before, node);
    if (isAgain && name !== "_") isCode(`another meaning of the name ${name}`, node);
    const isTaken = isOfPython(name) || knownNames.has(name);
    if (isTaken && node.name !== "ImportStatement") isCode(`another meaning of the name ${name}`, node);
    seen.set(name, node);
  }
}

/** True for two imports from the same module: what they call the same is the same. */
function isSameImport(one: PythonNode, other: PythonNode): boolean {
  const [from, again] = [one, other].map(({ text }) => text.split(/\simport\s/)[0]);
  return one.name === "ImportStatement" && other.name === "ImportStatement" && from === again;
}

function namesImported(node: PythonNode): readonly string[] {
  const at = node.children.findIndex(({ name }) => name === "import");
  const parts = node.children.slice(at + 1).filter(({ name }) => name !== "(" && name !== ")");
  return partsBetween(parts).map((part) => {
    const alias = part.findIndex(({ name }) => name === "as");
    return (alias === -1 ? part[0] : part[alias + 1])?.text ?? "";
  });
}
