import { integer, pick, type Random } from "./generated-prose.ts";
import type { RenderedDocument, RenderedWord } from "./rendered-document.ts";

/** A quotation with the place where it has to be found. */
export interface Quotation {
  readonly text: string;
  /** The words it begins and ends with, by their places in the source; the neighbours must not be in the range. */
  readonly from: RenderedWord;
  readonly to: RenderedWord;
  readonly before: number;
  readonly after: number;
}

/** How a quotation that says what the text says may be written; null where a way does not apply. */
type Writing = (quote: Quote, random: Random) => string | null;

interface Quote {
  readonly words: readonly RenderedWord[];
  readonly source: string;
}

const negations =
  /^(?:not?|n[oe]ver|none|without|nobody|cannot|nicht|kein.*|niemals?|niemand|ohne|weder|nur|ne|n.|pas|jamais|aucun|personne|sans|que|nunca|ninguna|sin|solo|не|ни|никогда|без|لم|لا|ليس|دون|غير|ولم|ولا|没有|没|不|不得|不能|不会|也|谁也|ない|なかった|しない|않았다|못했다|없이|ไม่)$/iu;

/** What is read of words, in one line. */
export function shownText(words: readonly RenderedWord[]): string {
  return words.map(({ shown, gap }, at) => (at === 0 ? shown : gap + shown)).join("");
}

const sourceText = ({ words, source }: Quote): string => {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined ? "" : source.slice(first.start, last.end);
};

const spaces = (text: string, random: Random, choices: readonly [string, ...string[]]): string =>
  text.replace(/ /g, () => pick(random, choices));

const shortenedBy =
  (joint: string): Writing =>
  ({ words }, random) => {
    const length = words.length;
    if (length < 9) return null;
    const start = integer(random, 3, length - 6);
    const end = integer(random, start + 1, length - 4);
    const left = words.slice(start, end);
    if (/[不没無ず]|ない/.test(shownText(left))) return null;
    if (left.some(({ shown }) => negations.test(shown.replace(/[^\p{L}\p{M}]/gu, "")))) return null;
    return shownText(words.slice(0, start)) + joint + shownText(words.slice(end));
  };

/** Ways to write down what the text says. */
export const writings: Readonly<Record<string, Writing>> = {
  "as it stands": (quote) => sourceText(quote),
  "as it is read": ({ words }) => shownText(words),
  "other line breaks": ({ words }, random) => spaces(shownText(words), random, [" ", "\n", "\n  ", "\r\n"]),
  "source on one line": (quote) => sourceText(quote).replace(/\s+/g, " "),
  "in quotation marks": ({ words }, random) => {
    const text = shownText(words);
    return pick(random, [`"${text}"`, `“${text}”`, `«${text}»`, `「${text}」`, `‘${text}’`]);
  },
  "other quotes and dashes": ({ words }, random) =>
    shownText(words)
      .replace(/['’]/g, () => pick(random, ["'", "’", "ʼ"]))
      .replace(/-/g, () => pick(random, ["‑", "–", "-"])),
  "non-breaking spaces": ({ words }, random) => spaces(shownText(words), random, [" ", "\u00a0", "\u202f"]),
  "other Unicode form": ({ words }, random) => shownText(words).normalize(pick(random, ["NFD", "NFKC"])),
  "ellipsis at the end": ({ words }, random) =>
    shownText(words) + pick(random, ["…", "...", " […]", " [...]"]),
  "ellipsis at the start": ({ words }, random) => pick(random, ["…", "... ", "[…] "]) + shownText(words),
  "shortened by …": shortenedBy(" … "),
  "shortened by [...]": shortenedBy(" [...] "),
  "shortened by ...": shortenedBy("..."),
  "without final sign": ({ words }) => shownText(words).replace(/[.,;。、،]$/u, ""),
  "with final sign": ({ words }) => `${shownText(words).replace(/[.,;。、،]$/u, "")}.`,
  "other case of the first letter": ({ words }) => {
    const text = shownText(words);
    const first = text.charAt(0);
    const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
    return first === other || !/^\p{L}[\p{Ll}]/u.test(text) ? null : other + text.slice(1);
  },
  "emphasis of its own": ({ words }, random) =>
    words
      .map(({ shown, gap }, at) => {
        const isMarked = random() < 0.15 && /^\p{L}+$/u.test(shown);
        return (at === 0 ? "" : gap) + (isMarked ? `**${shown}**` : shown);
      })
      .join(""),
  "spelling of another country": ({ words }) => changed(shownText(words), respelt),
  "a slip in a long word": ({ words }, random) => slipped(words, random),
};

function respelt(text: string): string {
  return text
    .replaceAll("colour", "color")
    .replaceAll("favour", "favor")
    .replaceAll("tumour", "tumor")
    .replaceAll("recognised", "recognized")
    .replaceAll("analysed", "analyzed")
    .replaceAll("ß", "ss")
    .replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter)
    .replaceAll("ё", "е")
    .replaceAll("œ", "oe")
    .replaceAll("الم", "الـم")
    .replaceAll("كل", "كُلّ");
}

function changed(text: string, change: (text: string) => string): string | null {
  const other = change(text);
  return other === text ? null : other;
}

function slipped(words: readonly RenderedWord[], random: Random): string | null {
  const long = words.filter(
    ({ shown }) => /^\p{Ll}{11,}[.,;]?$/u.test(shown) && /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(shown),
  );
  const chosen = long[integer(random, 0, Math.max(0, long.length - 1))];
  if (chosen === undefined) return null;
  const at = integer(random, 3, 5);
  const { shown } = chosen;
  const [left, right] = [shown.charAt(at), shown.charAt(at + 1)];
  const swapped = shown.slice(0, at) + right + left + shown.slice(at + 2);
  const isDiphthong = /[ie]/.test(left) && /[ie]/.test(right);
  const slip = pick(random, [
    isDiphthong ? shown.slice(0, at) + shown.slice(at + 1) : swapped,
    shown.slice(0, at) + left + shown.slice(at),
    shown.slice(0, at) + shown.slice(at + 1),
  ]);
  if (slip === shown) return null;
  return words.map((word, n) => (n === 0 ? "" : word.gap) + (word === chosen ? slip : word.shown)).join("");
}

const deniedBehind = /^(?:[しられさいはがも]{0,2}(?:な(?:い|かっ|く)|ませ|ず)|않|못|없)/u;

function denies(word: RenderedWord | undefined): boolean {
  const letters = word?.shown.replace(/[^\p{L}\p{M}]/gu, "") ?? "";
  return negations.test(letters) || /[不没]$/.test(letters);
}

/** A run of words of one sentence; the whole sentence mostly. */
export function quotationOf(document: RenderedDocument, writing: Writing, random: Random): Quotation | null {
  const sentence = pick(random, document.sentences as [readonly RenderedWord[]]);
  const isWhole = random() < 0.6 || sentence.length < 8;
  const first = isWhole ? 0 : integer(random, 0, sentence.length - 7);
  const last = isWhole ? sentence.length - 1 : integer(random, first + 5, sentence.length - 1);
  // Without the word that denies beside it, or the thousands or the sign of its number, a part says something else.
  const isHalfNumber =
    /\d$/.test(sentence[first - 1]?.shown ?? "") && /^\d{3}\b/.test(sentence[first]?.shown ?? "");
  const isShare = /\d$/.test(sentence[last]?.shown ?? "") && /^[%‰]/.test(sentence[last + 1]?.shown ?? "");
  if (isHalfNumber || isShare) return null;
  const behind = shownText(sentence.slice(last + 1));
  if (denies(sentence[first - 1]) || denies(sentence[last + 1]) || deniedBehind.test(behind)) return null;
  const words = sentence.slice(first, last + 1);
  const text = writing({ words, source: document.source }, random);
  const [from, to] = [words[0], words.at(-1)];
  if (text === null || from === undefined || to === undefined) return null;
  return {
    text,
    from,
    to,
    before: sentence[first - 1]?.end ?? 0,
    after: sentence[last + 1]?.start ?? document.source.length,
  };
}
