import { isEntries, isTreeList, type JsonTree } from "./json-tree.ts";

/** JSON text with two spaces of indent and non-ASCII characters as they are; no line break at the end. */
export function writeJson(tree: JsonTree): string {
  const pieces: string[] = [];
  write(tree, "\n", pieces);
  return pieces.join("");
}

function write(tree: JsonTree, lineStart: string, pieces: string[]): void {
  if (typeof tree !== "object" || tree === null) pieces.push(JSON.stringify(tree));
  else if (isTreeList(tree)) writeMembers("[", "]", [...tree.entries()], false, lineStart, pieces);
  else if (isEntries(tree)) writeMembers("{", "}", [...tree], true, lineStart, pieces);
  else if ("literal" in tree) pieces.push(tree.literal);
}

function writeMembers(
  open: string,
  close: string,
  members: readonly (readonly [string | number, JsonTree])[],
  keyed: boolean,
  lineStart: string,
  pieces: string[],
): void {
  if (members.length === 0) {
    pieces.push(open, close);
    return;
  }
  const inner = `${lineStart}  `;
  pieces.push(open);
  for (const [index, [key, member]] of members.entries()) {
    pieces.push(index === 0 ? inner : `,${inner}`);
    if (keyed) pieces.push(JSON.stringify(key), ": ");
    write(member, inner, pieces);
  }
  pieces.push(lineStart, close);
}
