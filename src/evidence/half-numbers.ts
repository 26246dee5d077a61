import { signBearsMeaning } from "./signs.ts";

/** What stands in numbers between their digits; the middle dots are decimal points of journals. */
const within = "[.,'/:·∙⋅•‧]";
const number = String.raw`\d[\d.,·]*`;
/** A number or two of this many units are looked at on either side. */
const nearby = 24;

const digitsBefore = new RegExp(String.raw`\d+${within}$`);
const digitsBehind = new RegExp(String.raw`^(?:\^|${within})\d+`);
/** A decimal point that nothing stands before: .5 */
const pointBefore = /(?:\s|[([<>=~≈±\p{Sc}-])[.·⋅]$/u;
/** What says of a number behind it how it is meant; arrows do not. */
const compared = /(?:(?:[<>!]=|(?<![-=])[<>]|[~≈±∓≦≧≪≫≲≳≶≷⋘⋙≮≯≰≱]) ?|\p{Sc})$/u;
const shareBehind = /^(?: ?[%‰]|°)/;
/** A factor, a tolerance or the other end of a range. */
const joinedBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])${number}%?(?: ?[×±] ?|[-*·⋅]| [*x] | [·⋅] (?=10$))$`,
  "u",
);
const joinedBehind = /^(?: ?[×±] ?|[-*·⋅]| [*x] | [·⋅] (?=10\^))\d/;
const rangeBefore = new RegExp(String.raw`(?<![\p{L}\p{N}_-])${number} - $`, "u");
const rangeBehind = /^ - \d/;
const numberAtEnd = new RegExp(String.raw`(?<![\p{L}\p{N}_])${number}$`, "u");
/** A number behind such a word counts what the word names, not what follows. */
const labels =
  /(?<!\p{L})(?:tab(?:le|elle|leau|la)?|fig(?:ure|ura)?|abb(?:ildung)?|chapter|kapitel|chapitre|section|abschnitt|step|schritt|phase|part|teil|box|panel|group|gruppe|groupe|arm|cohort|kohorte|day|tag|week|woche|grade|stage|no|nr|question|frage|study|studie|trial|page|seite|version|item|row|site|visit|cycle|zyklus|таблица|рис|рисунок)\.? $/iu;

/** Where the number begins that goes on before a digit of a folded text; `start` where it does not. */
export function startOfNumber(text: string, start: number): number {
  const from = Math.max(0, start - nearby);
  const before = text.slice(from, start);
  const point = pointBefore.exec(start < nearby ? ` ${before}` : before);
  const range = rangeBefore.exec(before);
  if (range !== null && !isLabelled(text, from + range.index)) return from + range.index;
  const found = digitsBefore.exec(before) ?? joinedBefore.exec(before);
  if (found !== null) return from + found.index;
  if (point !== null) return start - 1;
  if (before.endsWith("-")) return isMinusBefore(text, start) ? start - 1 : start;
  return start - (compared.exec(before)?.[0].length ?? 0);
}

/** Where the number ends that goes on behind a digit of a folded text; `end` where it does not. */
export function endOfNumber(text: string, end: number): number {
  const behind = text.slice(end, end + nearby);
  const found = digitsBehind.exec(behind) ?? shareBehind.exec(behind);
  if (found !== null) return end + found[0].length;
  const from = Math.max(0, end - nearby);
  const own = numberAtEnd.exec(text.slice(from, end));
  if (own === null) return end;
  const range = isLabelled(text, from + own.index) ? null : rangeBehind.exec(behind);
  const joined = joinedBehind.exec(behind) ?? range;
  return end + (joined?.[0].length ?? 0);
}

/** Whether the number that begins at a place is the name of something: Table 1, phase 3. */
export function isLabelled(text: string, start: number): boolean {
  return labels.test(text.slice(Math.max(0, start - nearby), start));
}

function isMinusBefore(text: string, start: number): boolean {
  return !/\d/.test(text.charAt(start - 2)) && signBearsMeaning({ text, start: start - 1, end: start });
}
