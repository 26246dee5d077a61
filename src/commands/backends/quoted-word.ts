/** A text as one word of a POSIX shell. */
export const quotedWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
