import type { PatternFlags } from "../pattern.ts";
import type { PatternReader } from "./pattern-reader.ts";

const flagLetters: ReadonlyMap<string, PatternFlags> = new Map([
  ["a", { ascii: true }],
  ["i", { ignoreCase: true }],
  ["m", { multiline: true }],
  ["s", { dotAll: true }],
  ["u", { ascii: false }],
  ["x", { verbose: true }],
]);

const LETTERS = /[A-Za-z]/;

/** Skips comments, and in verbose mode white space and `#` comments. True if something was skipped. */
export function eatIgnored(reader: PatternReader, flags: PatternFlags): boolean {
  if (reader.eat("(?#")) {
    reader.eatUntil(")", "missing ), unterminated comment");
    return true;
  }
  if (!flags.verbose) return false;
  if (reader.eat("#")) {
    reader.eatWhile(/[^\n]/);
    return true;
  }
  return reader.eatWhile(/[ \t\n\r\f\v]/) !== "";
}

/** Reads the `(?i)` groups a pattern may start with, and returns the flags it then has. */
export function parseGlobalFlags(reader: PatternReader, given: PatternFlags): PatternFlags {
  let flags = given;
  for (;;) {
    while (eatIgnored(reader, flags));
    const start = reader.position;
    if (!reader.eat("(?")) return flags;
    const letters = reader.eatWhile(LETTERS);
    if (letters === "" || !reader.eat(")")) {
      reader.rewind(start);
      return flags;
    }
    flags = withFlags(reader, flags, letters);
  }
}

/** Reads `i-s:` of `(?i-s:…)`, whose `(?` was just read, and returns the flags inside that group. */
export function parseScopedFlags(reader: PatternReader, flags: PatternFlags): PatternFlags {
  const start = reader.position;
  const on = reader.eatWhile(LETTERS);
  const off = reader.eat("-") ? reader.eatWhile(LETTERS) : "";
  if (reader.eat(")")) reader.fail("global flags not at the start of the expression", start);
  if (on + off === "" || !reader.eat(":")) reader.fail("unknown extension after (?", start);
  if (/[au]/.test(off)) reader.fail("flags a and u cannot be turned off", start);
  const removed = Object.fromEntries(Object.keys(withFlags(reader, {}, off)).map((name) => [name, false]));
  return { ...withFlags(reader, flags, on), ...removed };
}

function withFlags(reader: PatternReader, flags: PatternFlags, letters: string): PatternFlags {
  const named = Array.from(
    letters,
    (letter) => flagLetters.get(letter) ?? reader.fail(`unknown flag ${letter}`),
  );
  return Object.assign({}, flags, ...named);
}
