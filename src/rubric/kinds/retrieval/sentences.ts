/** A stretch of a text in UTF-16 units, end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const says = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * The sentences of a text that say something, by the rules of Unicode (UAX 29), which end a line as they end a sentence;
 * without the white space around them.
 */
export function sentencesOf(text: string): readonly Stretch[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const sentences: Stretch[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    if (!says.test(segment)) continue;
    const start = index + segment.length - segment.trimStart().length;
    sentences.push({ start, end: index + segment.trimEnd().length });
  }
  return sentences;
}

/** The sentences that a stretch of the text has a part of, as one stretch; itself where there is none. */
export function wholeSentences(sentences: readonly Stretch[], { start, end }: Stretch): Stretch {
  const touched = sentences.filter((one) => one.start < end && one.end > start);
  const [first, last] = [touched[0], touched.at(-1)];
  return first === undefined || last === undefined ? { start, end } : { start: first.start, end: last.end };
}

/** True where a text has two words or more, or words cannot be told apart in it. */
export function isMoreThanAWord(text: string): boolean {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter("en", { granularity: "word" }).segment(text)) {
    if (isWordLike) words += 1;
    if (words > 1) return true;
  }
  return false;
}
