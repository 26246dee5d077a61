/** White space as Unicode and Python's `str` see it: U+0085 and U+001C–U+001F count, U+FEFF does not. */
const WHITE_SPACE = String.raw`\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const visible =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}]/u;
const leading = new RegExp(`^[${WHITE_SPACE}]+`);
const trailing = new RegExp(`[${WHITE_SPACE}]`);
const runs = new RegExp(`[${WHITE_SPACE}]+`, "g");

/** The text without white space at both ends. */
export function stripWhiteSpace(text: string): string {
  let end = text.length;
  while (end > 0 && trailing.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(leading, "");
}

/** The text with every run of white space as one space, and none at its ends. */
export function collapseWhiteSpace(text: string): string {
  return stripWhiteSpace(text.replace(runs, " "));
}

/** The words of a text: what stands between runs of white space. */
export function wordsOf(text: string): string[] {
  return text.split(runs).filter((word) => word !== "");
}

/** Whether a reader sees anything of a text: white space, controls, signs without a width and blank ones are not seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** The number of Unicode code points; an emoji outside the basic plane counts once. */
export function codePointLength(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** True between the two halves of a character outside the basic plane. */
export function isWithinPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
}
