/** `word`: part of a word; `single`: a token of its own, of a script written without spaces; `sign`: everything else. */
type CharacterClass = "space" | "word" | "single" | "sign";

const single =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const word = /^[\p{L}\p{N}\p{M}]$/u;

/** What a code point of a folded text is in a token. */
export function classOf(codePoint: number): CharacterClass {
  if (codePoint < 0x80) return asciiClass(codePoint);
  if (codePoint >= 0x4e00 && codePoint < 0xa000) return "single";
  const character = String.fromCodePoint(codePoint);
  if (!word.test(character)) return "sign";
  return single.test(character) ? "single" : "word";
}

/** True for an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function asciiClass(unit: number): CharacterClass {
  if (unit >= 0x61 && unit <= 0x7a) return "word";
  if (unit === 0x20) return "space";
  return (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) ? "word" : "sign";
}
