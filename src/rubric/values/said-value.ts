/** Longer text is prose. */
const longest = 300;
/** What people put around a value: white space, quotation marks, backticks, emphasis. */
const frame = String.raw`[\s"'“”‘’„«»\x60*_]*`;
const start = new RegExp(`^${frame}`);
const end = new RegExp(`${frame}$`);
const separator = new RegExp(`^${frame}[:=]`);
const labels = ["answer", "class", "classification", "rating", "result", "score", "value", "verdict"];

/**
 * What a text that is nothing but a value says: without quotation marks, backticks and emphasis around it, without a label
 * and its colon before it (the trait's name, or a word such as `Score`), and without the full stop after it. Of a text that
 * says more, all of it but its frame: a value in prose is no value.
 *
 * @example
 * saidValue("**Score:** 4.", "depth") // "4"
 */
export function saidValue(text: string, name: string): string {
  if (text.length > longest + name.length) return text;
  const inner = unframed(text);
  const lower = inner.toLowerCase();
  const label = [name.toLowerCase(), ...labels].find(
    (one) => one !== "" && lower.startsWith(one) && separator.test(inner.slice(one.length)),
  );
  const value = label === undefined ? inner : inner.slice(label.length).replace(separator, "");
  return unframed(unframed(value).replace(/[.。]$/, ""));
}

function unframed(text: string): string {
  return text.replace(start, "").replace(end, "");
}
