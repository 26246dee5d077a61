/** Default of {@link cutOutput}. */
const defaultOutputLength = 100_000;

/**
 * The text itself up to `longest` characters (UTF-16 units); beyond, its first and last halves of that length with a
 * line between them saying how much was left out.
 */
export function cutOutput(text: string, longest: number = defaultOutputLength): string {
  if (text.length <= longest) return text;
  const head = wholeEnd(text, Math.ceil(longest / 2));
  const tail = wholeEnd(text, text.length - Math.floor(longest / 2));
  return `${text.slice(0, head)}\n[… ${tail - head} characters left out …]\n${text.slice(tail)}`;
}

/** The same place, or one before it where that would cut a character of two units in half. */
function wholeEnd(text: string, place: number): number {
  const isTrail = (text.charCodeAt(place) & 0xfc00) === 0xdc00;
  const afterLead = (text.charCodeAt(place - 1) & 0xfc00) === 0xd800;
  return isTrail && afterLead ? place - 1 : place;
}
