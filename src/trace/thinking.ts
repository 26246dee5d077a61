import { isVisible } from "../base/index.ts";

/** A block of thinking in a text, its marks included, in UTF-16 units, end excluded. */
interface ThinkingBlock {
  readonly start: number;
  readonly end: number;
  /** Which of its two marks are there: some servers swallow the opening one, and replies are cut off. */
  readonly marks: "both" | "opening" | "closing";
}

const names = "(?:[a-z]{1,12}:)?(?:ant)?(?:think(?:ing)?|thoughts?|reasoning)";
const openings = [
  String.raw`<\s*${names}(?:\s[^<>]{0,200})?>`,
  String.raw`\[\s*think(?:ing)?\s*\]`,
  String.raw`◁\s*think\s*▷`,
  String.raw`<\|start_thinking\|>`,
];
const closings = [
  String.raw`<\s*\\?/\s*${names}\s*>`,
  String.raw`\[\s*/\s*think(?:ing)?\s*\]`,
  String.raw`◁\s*/\s*think\s*▷`,
  String.raw`<\|end_thinking\|>`,
];
/** The channels of a reply that are not the one it answers in. */
const channel = String.raw`(?:<\|start\|>assistant)?<\|channel\|>\s*(?:analysis|commentary)`;
const channelEnd = String.raw`<\|(?:end|return|call)\|>|<\|channel\|>\s*final[^<]{0,40}<\|message\|>`;
const marks = new RegExp(
  `(?<tag>${openings.join("|")})|(?<tagEnd>${closings.join("|")})|(?<channel>${channel})|${channelEnd}`,
  "gi",
);
/** Every mark has one of these. */
const anyMark = /[<[◁]/;
const anyEnd = new RegExp(closings.join("|"), "i");
const traceHeader = /^--- (?:AI Message|Thinking|Tool Message[^\n]*) ---$/gm;
const fences = /(?<!`)`{3,}[^\n`]*$|(?<!~)~{3,}[^\n~]*$/gm;
const longestIndent = 80;

/**
 * The blocks of thinking that a plain endpoint leaves in a text, in the spellings of common models. A block begins a line; one
 * without its end is one only where nothing is said before it, one without its beginning where its end stands alone on
 * a line. Time is linear in the text.
 *
 * @example
 * thinkingIn("<think>BCL2?</think>MCL1") // [{ start: 0, end: 20, marks: "both" }]
 */
export function thinkingIn(text: string): readonly ThinkingBlock[] {
  if (!anyMark.test(text)) return [];
  const blocks: ThinkingBlock[] = [];
  let opened: { readonly start: number; readonly isChannel: boolean } | undefined;
  let isMentioned = false;
  for (const { 0: mark, index, groups = {} } of text.matchAll(marks)) {
    const end = index + mark.length;
    const from = blocks.at(-1)?.end ?? 0;
    const isChannel = groups.channel !== undefined;
    if (groups.tag !== undefined || isChannel) {
      if (opened !== undefined) continue;
      if (beginsLine(text, from, index)) opened = { start: index, isChannel };
      else isMentioned = true;
    } else if (opened !== undefined) {
      if (opened.isChannel !== (groups.tagEnd === undefined)) continue;
      blocks.push({ start: opened.start, end, marks: "both" });
      opened = undefined;
    } else if (groups.tagEnd !== undefined && !isMentioned && isAlone(text, from, index, end)) {
      blocks.push({ start: from + afterHeaders(text.slice(from, index)), end, marks: "closing" });
    }
  }
  if (opened === undefined) return blocks;
  const before = outside(blocks, text.slice(0, opened.start)).replace(fences, "");
  return isVisible(before)
    ? blocks
    : [...blocks, { start: opened.start, end: text.length, marks: "opening" }];
}

/** A text without its blocks of thinking. */
export function withoutThinking(text: string): string {
  return outside(thinkingIn(text), text);
}

/** A reply without the blocks of thinking before it; one without its beginning or its end stays. */
export function afterThinking(reply: string): string {
  let end = 0;
  for (const block of thinkingIn(reply)) {
    if (block.marks !== "both" || isVisible(reply.slice(end, block.start))) break;
    end = block.end;
  }
  return reply.slice(end);
}

/** Where the first mark ends that closes thinking, wherever it stands. */
export function endOfThinking(text: string): number | undefined {
  const mark = anyEnd.exec(text);
  return mark === null ? undefined : mark.index + mark[0].length;
}

function outside(blocks: readonly ThinkingBlock[], text: string): string {
  let end = 0;
  const pieces = blocks.map((block) => {
    const piece = text.slice(end, block.start);
    end = block.end;
    return piece;
  });
  return [...pieces, text.slice(end)].join("");
}

function beginsLine(text: string, from: number, at: number): boolean {
  const first = Math.max(from, at - longestIndent);
  const before = text.slice(first, at);
  const line = before.lastIndexOf("\n");
  return (line >= 0 || first === from) && !isVisible(before.slice(line + 1));
}

function isAlone(text: string, from: number, start: number, end: number): boolean {
  return beginsLine(text, from, start) && /^[ \t\r]*(?:\n|$)/.test(text.slice(end, end + longestIndent));
}

function afterHeaders(text: string): number {
  const header = [...text.matchAll(traceHeader)].at(-1);
  return header === undefined ? 0 : header.index + header[0].length;
}
