import type { Difference } from "./excerpt-match.ts";
import type { MappedText } from "./mapped-text.ts";
import { blockTag } from "./markup/html.ts";
import { denyingPhrase, isNegation, softening } from "./negations.ts";

/** A few words of this many units are looked at on either side. */
const nearby = 48;
/** Whose letters stand within so many units tells what language a word is of. */
const around = 150;
/** A shorter line is no line of a paragraph that was broken for its width. */
const fullLine = 40;
const lineBreak = /<br\s*\/?>/gi;

/** Marks of references. */
const mark = String.raw`(?<=\p{Ll})\^?\d{1,3}(?:[,-]\d{1,3})*(?![\p{L}\d])|\[(?:\^[^\]\s]{1,30}|\d{1,3}(?:[,-] ?\d{1,3})*)\]`;
/** What parts no sentence: marks of references, white space, and what opens a quotation or a bracket. */
const openings = new RegExp(`(?:${mark}| ["'([{]*)+$`, "u");
const closings = new RegExp(String.raw`^(?:${mark}|["')\]}])+`, "u");
const sentenceEnd = /[.!?。।…]["')\]]*$/;

const lastWord = /[\p{L}\p{M}']{2,}$/u;
const nextWord = /^ ([\p{L}\p{M}']{2,})/u;

/** Words that deny in one language and mean something else in another, by what tells that they stand in the other one. */
const homographs: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({ no: /[ãõ]/, sin: /[åäöøæ]/, ni: /[åäö]/, mai: /^ ?\d|[ăâîșț]/ }),
);

/** In scripts without spaces: what ends in a denial, and what only looks so. */
const deniedBefore =
  /(?:[不没沒未无無非勿莫别別](?:有|能|会|會|可|可以|得|法|曾|再|是|要|应|應|必)?|ไม่(?:ได้|มี|ใช่|สามารถ|เคย)?|มิได้|ไร้|ปราศจาก|ບໍ່|មិន)$/u;
const harmlessBefore = /不仅|不但|不过|不断|特别|特別|分别|区别|类别|性别|级别|並非只|并非只/g;
/** Japanese denies at the end of the verb. */
const deniedBehind =
  /^(?:(?:では|じゃ|の|と|は|が|も|で|く|て|し|い|さ?れ|られ|でき){0,3}(?:な(?:い|かった|く|けれ)|ありません|ません)|(?:せ|され|でき|れ)?ず(?![つい])|ぬ)/u;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** Words that deny what stands before them: those of languages that put them behind the verb, and Korean ones. */
const denyingBehind =
  /^(?:nicht|niet|inte|ikke|değil.*|yok(?:tu|tur)?|नहीं|নয়|নেই|না|نہیں|[않없].*|못[하했합].*|아[니닌닙].*)$/iu;
/** After "not only" follows more, not less. */
const more = /^ [\p{L}]+ (?:nur|allein|alleen|slechts|bara|endast|kun|bare)(?!\p{L})/iu;
/** Words that deny what stands before them at the end of a clause; else they begin what follows. */
const denyingLast = /^ (?:nie|niemals|nooit|aldrig|aldri)(?=$|[.,;:!?)])/iu;

/** The words that deny and stand right before or behind a passage of a folded text, with nothing between that parts a sentence. */
export function denialsBeside(
  source: MappedText,
  original: string,
  start: number,
  end: number,
): readonly Difference[] {
  return [denialBefore(source, original, start), denialBehind(source, original, end)].flatMap((said) =>
    said === null ? [] : [{ quoted: "", said, changes: "negation" as const }],
  );
}

function denialBefore({ text, starts, ends }: MappedText, original: string, start: number): string | null {
  const from = Math.max(0, start - nearby);
  const before = text.slice(from, start).trimEnd();
  const joined = deniedBefore.exec(before.slice(-8).replace(harmlessBefore, ""))?.[0];
  if (joined !== undefined) return joined;
  const phrase = before.slice(0, openings.exec(text.slice(from, start))?.index ?? 0);
  const clause = phrase.replace(softening, "");
  const word = denyingPhrase.exec(phrase)?.[0] ?? lastWord.exec(clause)?.[0] ?? "";
  const surroundings = text.slice(Math.max(0, start - around), start + around);
  if (!denyingPhrase.test(word) && !denies(word, text.slice(start, start + 2), surroundings)) return null;
  const end = from + (clause.endsWith(word) ? clause : phrase).length;
  return isParted(original, ends[end - 1] ?? 0, starts[start] ?? 0) ? null : word;
}

function denies(word: string, next: string, surroundings: string): boolean {
  const lower = word.toLowerCase();
  if (lower.endsWith("n't")) return true;
  if (!isNegation(lower)) return false;
  const other = homographs.get(lower);
  return other === undefined || !(other.test(next) || other.test(surroundings));
}

function denialBehind({ text, starts, ends }: MappedText, original: string, end: number): string | null {
  const behind = text.slice(end, end + nearby).replace(closings, "");
  if (japanese.test(text.charAt(end - 1))) {
    const joined = deniedBehind.exec(behind)?.[0];
    if (joined !== undefined) return joined;
  }
  const word = nextWord.exec(behind)?.[1];
  if (word === undefined || !(denyingLast.test(behind) || (denyingBehind.test(word) && !more.test(behind))))
    return null;
  if (!/^\p{Ll}/u.test(word) && sentenceEnd.test(text.slice(Math.max(0, end - 4), end))) return null;
  const wordAt = text.indexOf(word, end);
  return isParted(original, ends[end - 1] ?? 0, starts[wordAt] ?? 0) ? null : word;
}

/** Whether the white space between two words parts what they say: paragraphs, cells, or a short line and the sentence below it. */
function isParted(original: string, from: number, to: number): boolean {
  const gap = original.slice(from, to).replace(lineBreak, "\n");
  if (/\n\s*\n|\|/.test(gap) || blockTag.test(gap)) return true;
  if (!/\n[^\p{L}]*\p{Lu}/u.test(gap + original.slice(to, to + 2))) return false;
  const before = original.slice(Math.max(0, from - fullLine), from).replace(lineBreak, "\n");
  return from <= fullLine || before.includes("\n");
}
