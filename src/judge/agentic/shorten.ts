/** Characters of a report that a judge is given at most. */
const longestReport = 60_000;

/** A text of at most so many characters: the first third, a note, and the end, where conclusions stand. */
export function shortenText(text: string, most: number = longestReport): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  const omitted = text.length - head - tail;
  return `${text.slice(0, head)}\n\n[… ${omitted} characters left out …]\n\n${text.slice(-tail)}`.toWellFormed();
}
