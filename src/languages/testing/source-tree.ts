import { parser } from "@lezer/javascript";

/** A node of source, without its comments. */
export interface SourceNode {
  /** The grammar's name of what stands there, e.g. `CallExpression`; tokens are named by their text, e.g. `(`. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly SourceNode[];
}

type OpenNode = SourceNode & { readonly children: SourceNode[] };

/** The tree of TypeScript source, by another grammar than the one that reads templates. */
export function readSourceTree(source: string): SourceNode {
  const cursor = parser.configure({ dialect: "ts", strict: true }).parse(source).cursor();
  const root: OpenNode = { name: cursor.name, from: 0, to: source.length, children: [] };
  const open: OpenNode[] = [root];
  if (!cursor.firstChild()) return root;
  while (true) {
    const { name, from, to } = cursor;
    const node: OpenNode = { name, from, to, children: [] };
    if (!name.endsWith("Comment")) open.at(-1)?.children.push(node);
    if (cursor.firstChild()) {
      open.push(node);
      continue;
    }
    while (!cursor.nextSibling()) {
      open.pop();
      if (!cursor.parent()) return root;
    }
  }
}
