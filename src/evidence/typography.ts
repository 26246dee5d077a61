/** Characters that mean the same in print, by what they are folded to. */
const variants: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": "‘’‚‛‹›′‵ʹʻʼʽˈ´ꞌ❛❜❮❯",
    '"': "“”„‟«»″‶ʺ˝〝〞〟❝❞「」『』《》〈〉",
    "-": "‐‑‒–—―⁃−˗➖⸺⸻⹀﹘﹣－゠〜〰",
    "/": "⁄∕",
    ".": "。｡٫۔",
    ",": "、､،٬",
    ";": "؛",
    ":": "∶",
    "?": "؟",
    "%": "٪",
    "°": "º˚",
    "<=": "≤⩽",
    ">=": "≥⩾",
    "!=": "≠",
    "->": "→⟶",
    "=>": "⇒⟹",
    е: "ё",
    Е: "Ё",
    ae: "æ",
    Ae: "Æ",
    oe: "œ",
    Oe: "Œ",
    "": "ـ",
  }).flatMap(([folded, characters]) => Array.from(characters, (character) => [character, folded])),
);

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Vowels and other points that Arabic and Hebrew mostly leave out. */
const points =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
const mark = /^\p{M}$/u;
const fraction = /^\d+\/\d+$/;
const foreignDigit = /^\p{Nd}$/u;
const firstForeignDigit = 0x660;
/** Beyond stand digits that have a compatibility form. */
const lastOfScripts = 0xabf9;

/** Whether a code point joins the character before it: a combining mark, or a vowel or final of a Korean syllable. */
export function isMark(codePoint: number): boolean {
  if (codePoint >= 0x1160 && codePoint < 0x1200) return true;
  if (codePoint < 0x300 || (codePoint >= 0x3400 && codePoint < 0xa000)) return false;
  if (codePoint >= 0xac00 && codePoint < 0xd800) return false;
  return mark.test(String.fromCodePoint(codePoint));
}

/**
 * One character with its marks in plain form: its compatibility form (NFKC), quotes as `'` or `"`, dashes as `-`, digits
 * of all scripts as 0 to 9, comparisons as they are typed; empty for what is invisible (zero-width characters, soft
 * hyphens, byte order marks, variation selectors) or mostly left out (points of Arabic and Hebrew).
 */
export function foldCluster(cluster: string): string {
  // Before and after: some variants have another compatibility form (″ is ′′, ´ a space and a mark), others come of it.
  const folded = foldCharacters(
    foldCharacters(cluster).replace(invisible, "").normalize("NFKC").replace(points, ""),
  );
  // ½ stands for itself: behind a digit it would make another number.
  return fraction.test(folded) && cluster.length === 1 ? ` ${folded} ` : folded;
}

function foldCharacters(text: string): string {
  let folded = "";
  for (const character of text) folded += variants.get(character) ?? digitOf(character) ?? character;
  return folded;
}

/** A digit of another script as one of 0 to 9; undefined for what is none. */
function digitOf(character: string): string | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < firstForeignDigit || codePoint > lastOfScripts || !foreignDigit.test(character))
    return undefined;
  // The digits of a script follow each other, ten to a script: their value is how many stand before.
  let value = 0;
  while (value < 9 && foreignDigit.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}
