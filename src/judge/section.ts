/**
 * Wraps foreign text in tags that the text itself cannot close: when it holds the tag, another name is taken.
 * The text stays as it is, so quotes from it remain verbatim.
 *
 * @param name a tag of letters
 * @example
 * section("answer", "It is BCL2.") // "<answer>\nIt is BCL2.\n</answer>"
 */
export function section(name: string, text: string): string {
  let suffix = 1;
  for (const [, number] of text.matchAll(new RegExp(`<\\s*/?\\s*${name}(?:_(\\d{1,9}))?`, "gi"))) {
    suffix = Math.max(suffix, Number(number ?? 1) + 1);
  }
  const tag = suffix === 1 ? name : `${name}_${suffix}`;
  return `<${tag}>\n${text}\n</${tag}>`;
}
