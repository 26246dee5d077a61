import type { Block } from "../../trace/index.ts";

/** Neighbouring pieces of text as one, and none that is empty: where vendors cut them means nothing. */
export function joinText(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { type: "text", text: last.text + block.text };
    else if (block.type !== "text" || block.text !== "") joined.push(block);
  }
  return joined;
}
