/** Characters that mean the same in print, by the one they are folded to. */
const variants: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": "‘’‚‛‹›′‵ʹʻʼʽˈ´ꞌ❛❜❮❯",
    '"': "“”„‟«»″‶ʺ˝〝〞〟❝❞",
    "-": "‐‑‒–—―⁃−˗➖⸺⸻⹀﹘﹣－゠〜〰",
    "/": "⁄∕",
    "": "*_`",
  }).flatMap(([folded, characters]) => Array.from(characters, (character) => [character, folded])),
);

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const mark = /^\p{M}$/u;

/** Whether a code point joins the character before it: a combining mark, or a vowel or final of a Korean syllable. */
export function isMark(codePoint: number): boolean {
  if (codePoint >= 0x1160 && codePoint < 0x1200) return true;
  if (codePoint < 0x300 || (codePoint >= 0x3400 && codePoint < 0xa000)) return false;
  if (codePoint >= 0xac00 && codePoint < 0xd800) return false;
  return mark.test(String.fromCodePoint(codePoint));
}

/**
 * One character with its marks in plain form: its compatibility form (NFKC), quotes as `'` or `"`, dashes as `-`;
 * empty for what is invisible (zero-width characters, soft hyphens, byte order marks, variation selectors) and for the
 * emphasis characters of markdown.
 */
export function foldCluster(cluster: string): string {
  // Before and after: some variants have another compatibility form (″ is ′′, ´ a space and a mark), others come of it.
  return foldCharacters(foldCharacters(cluster).replace(invisible, "").normalize("NFKC"));
}

function foldCharacters(text: string): string {
  let folded = "";
  for (const character of text) folded += variants.get(character) ?? character;
  return folded;
}
