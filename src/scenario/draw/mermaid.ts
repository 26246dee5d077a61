import { oneLine } from "../../base/index.ts";
import type { DrawnNode, ScenarioGraph } from "./graph.ts";

/** The graph as a Mermaid flowchart, which GitHub and many editors draw. */
export function mermaidText({ nodes, edges }: ScenarioGraph): string {
  // ids of our own: what nodes are called may be anything
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at + 1}`]));
  const name = (id: string) => names.get(id) ?? "";
  return [
    "flowchart TD",
    ...nodes.map((node) => `  ${name(node.id)}${shape(node)}`),
    ...edges.map(({ source, target, label }) => {
      const arrow = label === "" ? "-->" : `-- ${quoted(label)} -->`;
      return `  ${name(source)} ${arrow} ${name(target)}`;
    }),
    ...nodes.filter(({ isEntry }) => isEntry).map(({ id }) => `  style ${name(id)} stroke-width:3px`),
    "",
  ].join("\n");
}

function shape({ id, kind }: DrawnNode): string {
  if (kind === "end") return "((end))";
  if (kind === "user") return `([${quoted(id)}])`;
  return kind === "missing" ? `{{${quoted(`${id}?`)}}}` : `[${quoted(id)}]`;
}

/** Entities keep what a name says from being read as Mermaid or as HTML. */
function quoted(text: string): string {
  return `"${oneLine(text).replace(/[&<>"#;`\\]/g, (sign) => `#${sign.codePointAt(0)};`)}"`;
}
