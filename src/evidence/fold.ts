import { isDigit } from "./character-class.ts";
import { type MappedText, MappedTextWriter } from "./mapped-text.ts";
import { readMarkup } from "./markup/read-markup.ts";
import { type UnitClasses, unitClass } from "./markup/unit-classes.ts";
import { foldCluster, isMark } from "./typography.ts";
import { isWhiteSpace } from "./white-space.ts";

/** Longer runs of marks are cut: ordering them canonically takes time quadratic in their number. */
const longestCluster = 32;
const space = 0x20;
const hyphen = 0x2d;
const equals = 0x3d;
/** So many hyphens or equals signs in a row draw a line, as under headings and in tables. */
const shortestRule = 3;

/** A text as it is read, without its typography and markup. Case is kept. */
export interface FoldedText {
  /** All that the source holds but the signs of markup. */
  readonly whole: MappedText;
  /** Without where links lead to. */
  readonly plain: MappedText;
  /** Also without marks of references and numbers of lists. */
  readonly bare: MappedText;
  /** Whether a place of the original belongs to a mark of references or the number of a list. */
  readonly isAside: (place: number) => boolean;
  /** Whether a place of the original is struck out or in a comment. */
  readonly isUnsaid: (place: number) => boolean;
}

/**
 * Folds a text: each character with its marks in plain form (see `foldCluster`), markup as it is read (see `readMarkup`),
 * drawn lines as one sign, white space collapsed. Texts that differ in typography and markup only have the same folded
 * text; digits that stood apart are never joined.
 */
export function fold(text: string): FoldedText {
  const units = readMarkup(text);
  const { classes } = units;
  const whole = write(units);
  const plain = classes.includes(unitClass.address) ? dropClass(whole, classes, unitClass.address) : whole;
  const bare = classes.includes(unitClass.aside) ? dropClass(plain, classes, unitClass.aside) : plain;
  const isOf = (kind: number) => (place: number) => classes[place] === kind;
  return { whole, plain, bare, isAside: isOf(unitClass.aside), isUnsaid: isOf(unitClass.unsaid) };
}

/** Folds a text in which nothing is markup. */
export function foldSource(text: string): MappedText {
  return write({ text, classes: new Uint8Array(text.length), replacements: new Map() });
}

/** A folded text without what is of one class in the original. */
function dropClass(source: MappedText, classes: Uint8Array, left: number): MappedText {
  const writer = new MappedTextWriter(source.text.length);
  let isLeftOut = false;
  for (let at = 0; at < source.text.length; at += 1) {
    const start = source.starts[at] ?? 0;
    if (classes[start] === left) {
      isLeftOut = true;
      continue;
    }
    const unit = source.text.charCodeAt(at);
    if (unit === space) writer.space(start);
    else {
      if (isLeftOut && isDigit(unit) && isDigit(writer.last())) writer.space(start);
      writer.unit(unit, start, source.ends[at] ?? start);
    }
    isLeftOut = false;
  }
  return writer.finish();
}

/** Writes what is read of a text: all that is said and no sign of markup. */
function write(units: UnitClasses): MappedText {
  const { text, classes, replacements } = units;
  const writer = new MappedTextWriter(text.length);
  const folded = new Map<string, string>();
  let at = 0;
  let isLeftOut = false;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (classes[at] === unitClass.hidden || classes[at] === unitClass.unsaid) {
      at += 1;
      isLeftOut = true;
      continue;
    }
    const replacement = replacements.size === 0 ? undefined : replacements.get(at);
    if (replacement !== undefined) {
      writeFolded(writer, foldClusters(replacement.text), at, replacement.end);
      at = replacement.end;
    } else if (isWhiteSpace(unit)) {
      writer.space(at);
      at += 1;
    } else if (unit < 0x80 && !(text.charCodeAt(at + 1) >= 0x300)) {
      const end = ruleEnd(text, at);
      if (isLeftOut && isDigit(unit) && isDigit(writer.last())) writer.space(at);
      writer.unit(unit, at, end);
      at = end;
    } else {
      const end = clusterEnd(text, at);
      const cluster = text.slice(at, end);
      let plain = folded.get(cluster);
      if (plain === undefined) {
        plain = foldCluster(cluster);
        folded.set(cluster, plain);
      }
      writeFolded(writer, plain, at, end);
      at = end;
    }
    isLeftOut = false;
  }
  return writer.finish();
}

function writeFolded(writer: MappedTextWriter, plain: string, start: number, end: number): void {
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at);
    if (isWhiteSpace(unit)) writer.space(start);
    else writer.unit(unit, start, end);
  }
}

function foldClusters(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at);
    folded += foldCluster(text.slice(at, end));
    at = end;
  }
  return folded;
}

/** Where the rule that begins at `start` ends; other characters end after themselves. However long, a rule is one sign. */
function ruleEnd(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  let end = start + 1;
  if (unit !== hyphen && unit !== equals) return end;
  while (text.charCodeAt(end) === unit) end += 1;
  return end - start < shortestRule ? start + 1 : end;
}

/** Where the character at `start` with the marks that follow it ends. */
function clusterEnd(text: string, start: number): number {
  let end = start;
  do {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  } while (end < text.length && end - start < longestCluster && isMark(text.codePointAt(end) ?? 0));
  return end;
}
