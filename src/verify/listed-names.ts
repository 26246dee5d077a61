const mostNamed = 5;

/** Names as part of a sentence: the first few, and how many there are. */
export function listedNames(names: readonly string[]): string {
  return `${names.slice(0, mostNamed).join(", ")}${names.length > mostNamed ? `, … (${names.length})` : ""}`;
}
