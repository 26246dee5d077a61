import { type Node, type Program, parse } from "acorn";

/** The syntax that the sandbox's interpreter knows too. */
const ecmaVersion = 2023;

/** The tree of a module of JavaScript; undefined for broken syntax, for types, and for nesting beyond the stack. */
export function parseJavaScript(source: string): Program | undefined {
  try {
    return parse(source, { ecmaVersion, sourceType: "module" });
  } catch {
    return undefined;
  }
}

/** Every node of a tree, the outer before the inner ones. */
export function* nodesOf(node: Node): Generator<Node> {
  const open: unknown[] = [node];
  while (open.length > 0) {
    const found = open.pop();
    if (isNode(found)) yield found;
    if (typeof found === "object" && found !== null && !(found instanceof RegExp))
      open.push(...Object.values(found).reverse());
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
