import { isVisible } from "../base/index.ts";

/** Blocks of thinking that a plain endpoint leaves before the answer. */
const thinking = /^(?:\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>)+/;
const unfinishedThinking = /^\s*<think(?:ing)?>/;
const fenceLines = /^[ \t]*(?:`{3,}|~{3,})[A-Za-z+#-]*[ \t\r]*$/gm;

/**
 * Whether a reply of a model says anything: not where it holds only white space and invisible characters, thinking before
 * an answer that never came, fences around nothing, or comments of HTML. Such a reply is an empty one.
 *
 * @example
 * saysAnything("<think>BCL2?</think>\n") // false
 */
export function saysAnything(reply: string): boolean {
  const said = afterThinking(reply);
  return !unfinishedThinking.test(said) && isVisible(withoutComments(said).replace(fenceLines, ""));
}

/** A reply without the blocks of thinking before it. */
export function afterThinking(reply: string): string {
  return reply.replace(thinking, "");
}

function withoutComments(text: string): string {
  const [before = "", ...opened] = text.split("<!--");
  const rest = opened.map((comment) => {
    const end = comment.indexOf("-->");
    return end === -1 ? `<!--${comment}` : comment.slice(end + "-->".length);
  });
  return before + rest.join("");
}
