import { KareninaError } from "../../base/index.ts";

const longestName = 100;
const longestDescription = 500;
const longestStem = 96;

/**
 * The file name of a preset: lower case, spaces as hyphens, other signs left out.
 *
 * @example
 * presetFileName("Claude, strict judge") // "claude-strict-judge.json"
 */
export function presetFileName(name: string): string {
  const stem = name
    .toLowerCase()
    .replace(/\s+/g, "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-+/g, "-")
    .slice(0, longestStem)
    .replace(/^-|-$/g, "");
  return `${stem === "" ? "preset" : stem}.json`;
}

/** Throws `invalid_input` for a name or description that a preset cannot have. */
export function checkPresetTexts(name: string, description: string | null): void {
  if (name.trim() === "")
    throw new KareninaError("invalid_input", "A preset needs a name; found an empty one.");
  for (const [what, text, longest] of [
    ["name", name, longestName],
    ["description", description ?? "", longestDescription],
  ] as const) {
    if (text.length > longest) {
      throw new KareninaError(
        "invalid_input",
        `A preset's ${what} has at most ${longest} characters; found ${text.length}.`,
      );
    }
  }
}
