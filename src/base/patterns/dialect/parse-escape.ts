import type { PatternFlags } from "../pattern.ts";
import { classItems } from "./character-classes.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { LAST_CODE_POINT, type SetItem } from "./syntax.ts";

const controls: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
]);

const hexLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** What an escape stands for that means the same inside and outside of a set. */
export function parseCommonEscape(
  reader: PatternReader,
  letter: string,
  flags: PatternFlags,
): readonly SetItem[] {
  const items = classItems(letter, flags.ascii === true);
  if (items !== undefined) return items;
  const codePoint = controls.get(letter) ?? parseHex(reader, letter) ?? parsePlain(reader, letter);
  return [{ from: codePoint, to: codePoint }];
}

function parseHex(reader: PatternReader, letter: string): number | undefined {
  const length = hexLengths.get(letter);
  if (length === undefined) return undefined;
  const digits = reader.eatWhile(/[0-9a-f]/i, length);
  const codePoint = Number.parseInt(digits, 16);
  if (digits.length !== length || codePoint > LAST_CODE_POINT) {
    reader.fail(`\\${letter} needs ${length} hexadecimal digits of a code point, found "${digits}"`);
  }
  return codePoint;
}

function parsePlain(reader: PatternReader, letter: string): number {
  if (letter === "N")
    reader.fail("characters by their names, \\N{…}, are not supported; write \\u and four digits");
  if (/[a-z]/i.test(letter)) reader.fail(`bad escape \\${letter}`);
  return letter.codePointAt(0) ?? 0;
}

/** The code point of an octal escape whose first digit was just read, or undefined where it is none. */
export function parseOctal(reader: PatternReader, first: string): number | undefined {
  if (first === "0") return Number.parseInt(`0${reader.eatWhile(/[0-7]/, 2)}`, 8);
  if (!/[0-7]/.test(first)) return undefined;
  const start = reader.position;
  const rest = reader.eatWhile(/[0-7]/, 2);
  if (rest.length === 2) {
    const codePoint = Number.parseInt(first + rest, 8);
    if (codePoint > 0o377) reader.fail(`octal escape \\${first}${rest} is above \\377`);
    return codePoint;
  }
  reader.rewind(start);
  return undefined;
}
