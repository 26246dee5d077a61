/** What literals of JavaScript stand for; undefined: nothing that is read here, or that JavaScript refuses. */

const escapes: { readonly [letter: string]: string } = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** The text of a string literal, quotes included. */
export function readString(literal: string): string | undefined {
  const text = literal.slice(1, -1);
  if (literal.length < 2 || literal.at(0) !== literal.at(-1) || /(?<!\\|\\\r)[\r\n]/.test(text))
    return undefined;
  return readEscapes(text);
}

/** The text of a template literal's part between its holes. */
export function readTemplatePart(part: string): string | undefined {
  return readEscapes(part.replaceAll(/\r\n?/g, "\n"));
}

function readEscapes(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  let isKnown = true;
  const read = text.replaceAll(
    /\\(?:u\{([0-9a-fA-F]{1,8})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/gu,
    (_all, long?: string, short?: string, byte?: string, sign = "") => {
      const digits = long ?? short ?? byte;
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16);
        isKnown &&= code <= 0x10ffff;
        return isKnown ? String.fromCodePoint(code) : "";
      }
      if (/[\r\n\u2028\u2029]/.test(sign)) return "";
      if (sign === "0") return "\0";
      isKnown &&= !/[1-9xu]/.test(sign);
      return Object.hasOwn(escapes, sign) ? (escapes[sign] ?? "") : sign;
    },
  );
  // half of a pair, which text of another interpreter may not carry
  return isKnown && read.isWellFormed() ? read : undefined;
}

const wholeNumber = /^(?:0|[1-9](?:_?\d)*)$/;
const otherNumber =
  /^(?:(?:(?:0|[1-9](?:_?\d)*)(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?|0[xX][\da-fA-F](?:_?[\da-fA-F])*|0[oO][0-7](?:_?[0-7])*|0[bB][01](?:_?[01])*)$/;

/** The value of a number literal. */
export function readNumber(literal: string): number | undefined {
  if (!wholeNumber.test(literal) && !otherNumber.test(literal)) return undefined;
  const value = Number(literal.replaceAll("_", ""));
  // interpreters need not agree on how such spellings are rounded
  return /^0[xob]/i.test(literal) && !Number.isSafeInteger(value) ? undefined : value;
}

/**
 * A regular expression with what every interpreter understands alike: groups with flags and Unicode's properties are
 * not read.
 *
 * @throws SyntaxError
 */
export function readPattern(source: string, flags: string): RegExp | undefined {
  const isCommon =
    !/[^dgimsuy]/.test(flags) &&
    !/\(\?(?![:=!]|<[=!])/.test(source) &&
    !(flags.includes("u") && /\\[pP]/.test(source));
  return isCommon ? new RegExp(source, flags) : undefined;
}

/** The source and flags of a regular expression's literal. */
export function patternParts(literal: string): readonly [source: string, flags: string] {
  const end = literal.lastIndexOf("/");
  return [literal.slice(1, end), literal.slice(end + 1)];
}
