import { setPattern } from "./javascript-source.ts";
import { repeatSource } from "./repeat-source.ts";
import { setSource } from "./set-source.ts";
import type { CodePointRange, NodeOf, PatternKind, PatternNode, SetNode, UnicodeClass } from "./syntax.ts";
import { NON_WORD_FRAME, WORD_FRAME } from "./text-framing.ts";

/** Which form of the text a pattern is written for; see text-framing.ts. */
export interface Re2Form {
  readonly framed: boolean;
  /** Every newline but one at the very end stands in a frame. */
  readonly framedNewlines: boolean;
}

/**
 * A pattern in RE2's dialect. It must have nothing of `beyondRe2`.
 */
export function re2Source(node: PatternNode, form: Re2Form): string {
  return nodeSource(node, form);
}

type Writers = { readonly [Kind in PatternKind]: (node: NodeOf<Kind>, form: Re2Form) => string };

const writers: Writers = {
  set: (node, form) => (form.framed ? framedSet(node) : plainSet(node)),
  sequence: (node, form) => node.nodes.map((item) => nodeSource(item, form)).join(""),
  alternation: (node, form) => `(?:${node.branches.map((branch) => nodeSource(branch, form)).join("|")})`,
  repeat: (node, form) => repeatSource(node, nodeSource(node.node, form)),
  group: (node, form) => `(${nodeSource(node.node, form)})`,
  lineStart: () => "(?m:^)",
  lineEnd: () => "(?m:$)",
  textStart: () => String.raw`\A`,
  textEnd: () => String.raw`\z`,
  textEndOrNewline: (_, form) => (form.framedNewlines ? "(?m:$)" : String.raw`\z`),
  boundary: (node) => (node.negated ? String.raw`\B` : String.raw`\b`),
  asciiBoundary: (node) => (node.negated ? String.raw`\B` : String.raw`\b`),
  lookbehind: (node, form) => `(?<${node.negated ? "!" : "="}${nodeSource(node.node, form)})`,
  lookahead: unsupported,
  backreference: unsupported,
  atomic: unsupported,
  conditional: unsupported,
};

function unsupported(): never {
  throw new Error("RE2 has no words for this pattern.");
}

function nodeSource<Kind extends PatternKind>(node: NodeOf<Kind>, form: Re2Form): string {
  const writer: Writers[Kind] = writers[node.kind as Kind]; // the union of nodes keeps each kind with its own shape
  return writer(node, form);
}

function plainSet(node: SetNode): string {
  const source = setSource(
    node,
    writeCodePoint,
    (union, word) => categoriesSource(node) ?? `(?:${word}(?<!${union}))`,
  );
  return node.ignoreCase ? `(?i:${source})` : source;
}

function writeCodePoint(hexadecimal: string): string {
  return `\\x{${hexadecimal}}`;
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/**
 * "A word character without these members" by categories, where the members are `\d` and characters that are neither
 * letters nor numbers: the common `[^\W_]` and `[^\W\d_]`. Undefined for others.
 */
function categoriesSource({ items }: SetNode): string | undefined {
  const ranges = items.filter((item): item is CodePointRange => !("class" in item));
  const classes = items
    .filter((item): item is UnicodeClass => "class" in item)
    .filter((item) => item.class !== "word" || !item.negated);
  const onlyDigits = classes.every((item) => item.class === "digit" && !item.negated);
  const single = ranges.every(
    ({ from, to }) => from === to && !LETTER_OR_NUMBER.test(String.fromCodePoint(from)),
  );
  if (!onlyDigits || !single) return undefined;
  const numbers = classes.length > 0 ? String.raw`\p{Nl}\p{No}` : String.raw`\p{N}`;
  const underscore = ranges.some(({ from }) => from === 0x5f) ? "" : "_";
  return String.raw`[\p{L}${numbers}${underscore}]`;
}

function framedSet(node: SetNode): string {
  const inside = plainSet(node);
  if (neverFramed(node)) return inside;
  const framed = [WORD_FRAME, NON_WORD_FRAME].map(({ open, close }) => `${open}${inside}${close}`);
  const bare = unframedMembers(node);
  return `(?:${[...(bare === "" ? [] : [`[${bare}]`]), ...framed].join("|")})`;
}

/** True for a set whose members never stand in a frame: ASCII without the frame's own characters and newline. */
function neverFramed(node: SetNode): boolean {
  if (node.negated || node.ignoreCase) return false;
  const special = [WORD_FRAME.open, WORD_FRAME.close, "\n"].map((character) => character.codePointAt(0) ?? 0);
  return node.items.every(
    (item) =>
      !("class" in item) &&
      item.to < 0x80 &&
      !special.some((codePoint) => item.from <= codePoint && codePoint <= item.to),
  );
}

/** The ASCII members of a set that stand in the text without a frame. */
function unframedMembers(node: SetNode): string {
  const isMember = setPattern(node);
  return Array.from({ length: 0x80 }, (_, codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => character !== WORD_FRAME.open && character !== WORD_FRAME.close)
    .filter((character) => isMember.test(character))
    .map((character) => writeCodePoint((character.codePointAt(0) ?? 0).toString(16)))
    .join("");
}
