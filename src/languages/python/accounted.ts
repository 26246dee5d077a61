import { bindingOf } from "./evaluate.ts";
import type { PythonNode } from "./python-node.ts";
import type { Scope } from "./python-value.ts";
import { isCode, unlessCode } from "./reading-stop.ts";
import { childNamed } from "./syntax.ts";

/** Expressions that do something, wherever they stand. */
const doing: ReadonlyMap<string, string> = new Map([
  ["NamedExpression", "an assignment within an expression"],
  ["FormatReplacement", "an f-string"],
  ["AwaitExpression", "an await expression"],
  ["YieldExpression", "a yield expression"],
  ["YieldStatement", "a yield expression"],
]);

/** Calls of modules' functions that change nothing. */
const quietCalls: ReadonlySet<string> = new Set(["re.compile", "logging.getLogger"]);

/**
 * Nothing for an expression whose evaluation changes nothing, so that it may be left alone where its value is not asked
 * for.
 *
 * @throws ReadingStop code, naming the part that may change something
 */
export function expectQuiet(node: PythonNode, scope: Scope): void {
  const construct = doing.get(node.name);
  if (construct !== undefined) isCode(construct, node);
  if (node.name === "LambdaExpression") {
    const parameters = childNamed(node, "ParamList");
    if (parameters !== undefined) expectQuiet(parameters, scope);
    return;
  }
  if (node.name.endsWith("ComprehensionExpression") && mentionsCall(node)) isCode("a comprehension", node);
  if (node.name === "CallExpression" && !isQuietCall(node, scope))
    isCode(`a call of ${node.children[0]?.text ?? ""}`, node);
  for (const child of node.children) expectQuiet(child, scope);
}

/** Nothing for a function whose definition changes nothing: its defaults and annotations are evaluated there. */
export function expectQuietSignature(node: PythonNode, scope: Scope): void {
  for (const child of node.children) if (child.name !== "Body") expectQuiet(child, scope);
}

function mentionsCall(node: PythonNode): boolean {
  return node.name === "CallExpression" || node.children.some(mentionsCall);
}

function isQuietCall({ children: [callee] }: PythonNode, scope: Scope): boolean {
  if (callee === undefined) return false;
  const [object, dot] = callee.children;
  if (callee.name === "MemberExpression" && dot?.name === "." && object !== undefined) {
    if (object.name === "String" || object.name === "ContinuedString") return true;
    const module = unlessCode(() => bindingOf(object, scope));
    if (module?.kind === "module" && quietCalls.has(callee.text)) return module.module === object.text;
  }
  return unlessCode(() => bindingOf(callee, scope))?.kind === "known";
}
