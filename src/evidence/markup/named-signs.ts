/** Signs by their names, of lines such as `alpha α beta β`. */
export function namedSigns(lines: readonly string[]): ReadonlyMap<string, string> {
  const words = lines.flatMap((line) => line.split(" "));
  return new Map(words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? ""] as const] : [])));
}
