import type { PatternEngine, PatternFlags } from "./pattern.ts";

/**
 * All matches as Python's `re.findall` gives them: the whole match for a pattern without groups, the group's text
 * for one group, a list of texts for several. A group that took no part gives `""`.
 *
 * @example
 * findAll(engine, String.raw`(\d+)\s*(mg)`, "at 5 mg"); // [["5", "mg"]]
 */
export function findAll(
  engine: PatternEngine,
  pattern: string,
  text: string,
  flags: PatternFlags = {},
): readonly (string | readonly string[])[] {
  return engine.matches(pattern, text, flags).map((match) => {
    const groups = match.groups.map((group) => group ?? "");
    const [only] = groups;
    if (only === undefined) return match.text;
    return groups.length === 1 ? only : groups;
  });
}
