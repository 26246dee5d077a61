/**
 * Wraps foreign text in tags that the text itself cannot close: when it holds the tag, another name is taken.
 * The text stays as it is, so quotes from it remain verbatim.
 *
 * @param name a tag of letters
 * @example
 * section("answer", "It is BCL2.") // "<answer>\nIt is BCL2.\n</answer>"
 */
export function section(name: string, text: string): string {
  const taken = new Set<string>();
  // the slash stands between the two stretches of white space: side by side they would take quadratic time; seven digits
  // are more than our tags ever have
  for (const [, number = "1"] of text.matchAll(new RegExp(`<\\s*(?:/\\s*)?${name}(?:_(\\d{1,7}))?`, "gi"))) {
    taken.add(number);
  }
  let suffix = 1;
  while (taken.has(String(suffix))) suffix += 1;
  const tag = suffix === 1 ? name : `${name}_${suffix}`;
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** A value as JSON in a section of its own. */
export function jsonSection(name: string, value: unknown): string {
  return section(name, JSON.stringify(value, null, 2));
}
