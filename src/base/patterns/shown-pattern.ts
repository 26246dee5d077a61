const LONGEST_SHOWN = 200;

/** A pattern for messages: in quotes, the end of a long one left out. */
export function shownPattern(pattern: string): string {
  return JSON.stringify(pattern.length > LONGEST_SHOWN ? `${pattern.slice(0, LONGEST_SHOWN)}…` : pattern);
}
