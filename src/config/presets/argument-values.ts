/** What is given to a program by name: `--api-key=x`, or `--api-key x`. */
export function argumentValues(words: readonly string[]): readonly (readonly [string, string])[] {
  return words.flatMap((word, place) => {
    const [, name, value = words[place + 1]] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
