import { negationIn } from "../negations.ts";

const mostWords = 8;
/** Names, titles, years, numbers and addresses, and the small words and abbreviations that stand between them. */
const referring =
  /^["'(]?(?:\p{Lu}|\p{Lo}|[\d–-]|\S+\.\S|\p{L}{1,4}\.|(?:et|al|and|und|of|the|for|in|on|de|la|le|du|des|del|der|die|das|see|via|source|link|ref|here|quelle|siehe|voir|fuente|источник)\W*$|&)/u;

/** Whether the text of a link names a source and says nothing else: "Smith et al. 2019", "nih.gov", "National Cancer Institute". */
export function isReference(label: string): boolean {
  const words = label.trim().split(/\s+/);
  return (
    words.length <= mostWords && words.every((word) => referring.test(word)) && negationIn(label) === null
  );
}
