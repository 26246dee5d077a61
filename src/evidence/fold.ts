import { type MappedText, MappedTextWriter } from "./mapped-text.ts";
import { foldCluster, isMark } from "./typography.ts";
import { isWhiteSpace } from "./white-space.ts";

/** Longer runs of marks are cut: ordering them canonically takes time quadratic in their number. */
const longestCluster = 32;
const tilde = 0x7e;
const hyphen = 0x2d;
const equals = 0x3d;
/** So many hyphens or equals signs in a row draw a line, as under headings and in tables. */
const shortestRule = 3;

/**
 * The text without its typography: each character with its marks in plain form (see `foldCluster`), `~~` of markdown
 * left out, drawn lines shortened to one sign, white space collapsed. Two texts that differ in typography only have the same folded text. Case is kept.
 */
export function fold(text: string): MappedText {
  const writer = new MappedTextWriter(text.length);
  const folded = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const plain = unit < 0x80 && !(text.charCodeAt(at + 1) >= 0x300);
    if (isWhiteSpace(unit)) {
      writer.space(at);
      at += 1;
    } else if (unit === tilde && text.charCodeAt(at + 1) === tilde) {
      while (text.charCodeAt(at) === tilde) at += 1;
    } else if (plain) {
      const end = ruleEnd(text, at);
      if (!isEmphasis(unit)) writer.unit(unit, at, end);
      at = end;
    } else {
      const end = clusterEnd(text, at);
      writeCluster(writer, text.slice(at, end), at, folded);
      at = end;
    }
  }
  return writer.finish();
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

function writeCluster(writer: MappedTextWriter, cluster: string, start: number, folded: Map<string, string>) {
  let plain = folded.get(cluster);
  if (plain === undefined) {
    plain = foldCluster(cluster);
    folded.set(cluster, plain);
  }
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at);
    if (isWhiteSpace(unit)) writer.space(start);
    else writer.unit(unit, start, start + cluster.length);
  }
}

function isEmphasis(unit: number): boolean {
  return unit === 0x2a || unit === 0x5f || unit === 0x60;
}
