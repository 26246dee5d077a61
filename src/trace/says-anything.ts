import { isVisible } from "../base/index.ts";
import { thinkingIn, withoutThinking } from "./thinking.ts";

const comments = /(<!--)|-->/g;
const unsaidTags = /(<(?:del|s|strike|script|style)(?:\s[^<>]*)?>)|<\/(?:del|s|strike|script|style)\s*>/gi;
const strikes = /~~[^~]+~~/g;
const fenceLines = /^[ \t]*(?:`{3,}|~{3,})([^\n`~]{0,200})$/gm;
const fence = /^[ \t]*(?:`{3}|~{3})/m;
const languageOfFence = /^[A-Za-z+#.-]*(?:\s+[\w-]+=(?:"[^"]*"|\S*)|\s*\{[^{}]*\})*$/;
const specialTokens =
  /<\|(?:start\|>[a-z]+|channel\|>[a-z]+)|<[|｜][^<>|｜\n]{1,40}[|｜]>|<\/?s>|<(?:[be]os|pad|unk|(?:start|end)_of_turn)>|\[\/?INST\]|\ufffd/gi;
const tags =
  /<\/?(?:a|b|blockquote|br|center|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const emptyLinks = /!?\[\s*\]\(\s*\)/g;
const rules = /^[ \t]*(?:\*{3,}|-{3,}|_{3,}|={3,}|\${4})[ \t\r]*$/gm;
const tableRule = /^[ \t|]*:?-{3,}:?[ \t]*\|[-:| \t\r]*$/m;
const references = /&(?:(nbsp|[et][a-z]{1,5}sp|shy|zwn?j|ZeroWidthSpace)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/** A word before anything that could be a mark: nothing but a block of thinking takes it back. */
const plainWord = /^[^<&[`~\ufffd]*[A-Za-z0-9]/;

/**
 * Whether a reply of a model says anything: not where it holds only white space and invisible characters, thinking before
 * an answer that never came, special tokens, fences around nothing, markup of nothing, or what is struck out or never
 * shown. Such a reply is an empty one. Code says something whatever it holds.
 *
 * @example
 * saysAnything("<think>BCL2?</think>\n") // false
 */
export function saysAnything(reply: string): boolean {
  if (plainWord.test(reply) && thinkingIn(reply).length === 0) return true;
  const shown = withoutPairs(withoutThinking(reply), comments);
  const unfenced = shown.replace(fenceLines, withoutFence).replace(specialTokens, "");
  const said = withoutPairs(unfenced, unsaidTags).replace(strikes, "");
  const isCode = said.includes("`") || fence.test(shown);
  return isVisible(isCode ? said.replaceAll("`", "") : withoutMarkup(said));
}

function withoutFence(line: string, language: string): string {
  return languageOfFence.test(language.trim()) ? "" : line;
}

function withoutMarkup(text: string): string {
  const bare = text.replace(references, toCharacter).replace(tags, "").replace(emptyLinks, "");
  return (tableRule.test(bare) ? bare.replace(/[|:-]/g, "") : bare).replace(rules, "");
}

function toCharacter(reference: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return " ";
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

/** A text without what stands between an opening mark, the pattern's first group, and the next closing one. */
function withoutPairs(text: string, marks: RegExp): string {
  const pieces: string[] = [];
  let start: number | undefined;
  let end = 0;
  for (const { 0: mark, 1: opening, index } of text.matchAll(marks)) {
    if (opening !== undefined) start ??= index;
    else if (start !== undefined) {
      pieces.push(text.slice(end, start));
      end = index + mark.length;
      start = undefined;
    }
  }
  return [...pieces, text.slice(end)].join("");
}
