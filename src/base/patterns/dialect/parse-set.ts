import type { PatternFlags } from "../pattern.ts";
import { parseCommonEscape, parseOctal } from "./parse-escape.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { SetItem } from "./syntax.ts";

const BACKSPACE = 0x08;
const unterminated = "unterminated character set";

/** The inside of `[…]`, whose opening bracket was just read. */
export function parseSet(
  reader: PatternReader,
  flags: PatternFlags,
): { readonly negated: boolean; readonly items: readonly SetItem[] } {
  const negated = reader.eat("^");
  const items: SetItem[] = [];
  do {
    const start = reader.position;
    const low = parseMember(reader, flags);
    if (reader.peek() !== "-") {
      items.push(...low);
      continue;
    }
    reader.next();
    if (reader.peek() === "]") {
      items.push(...low, { from: 0x2d, to: 0x2d });
      continue;
    }
    const high = parseMember(reader, flags);
    items.push(rangeBetween(low, high) ?? reader.fail("bad character range", start));
  } while (!reader.eat("]"));
  return { negated, items };
}

function parseMember(reader: PatternReader, flags: PatternFlags): readonly SetItem[] {
  const character = reader.next(unterminated);
  if (character !== "\\") return single(character.codePointAt(0) ?? 0);
  const letter = reader.next("bad escape (end of pattern)");
  if (letter === "b") return single(BACKSPACE);
  const octal = parseOctal(reader, letter);
  if (octal !== undefined) return single(octal);
  if (/[0-9]/.test(letter)) reader.fail(`bad escape \\${letter} in a character set`);
  return parseCommonEscape(reader, letter, flags);
}

function single(codePoint: number): readonly SetItem[] {
  return [{ from: codePoint, to: codePoint }];
}

function rangeBetween(low: readonly SetItem[], high: readonly SetItem[]): SetItem | undefined {
  const first = low[0];
  const last = high[0];
  if (low.length !== 1 || high.length !== 1 || first === undefined || last === undefined) return undefined;
  if ("class" in first || "class" in last) return undefined;
  if (first.from !== first.to || last.from !== last.to || first.from > last.from) return undefined;
  return { from: first.from, to: last.from };
}
