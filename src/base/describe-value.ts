const longestShown = 60;

/** A value for a message: itself where it is short, else its kind. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === "") return "empty text";
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  // what is no number in JSON is none of its words either
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
