import type { PatternEngine, SearchOptions } from "./pattern.ts";

/**
 * All matches as Python's `re.findall` gives them: the whole match for a pattern without groups, the group's text
 * for one group, a list of texts for several. A group that took no part gives `""`.
 *
 * @example
 * await findAll(engine, String.raw`(\d+)\s*(mg)`, "at 5 mg"); // [["5", "mg"]]
 */
export async function findAll(
  engine: PatternEngine,
  pattern: string,
  text: string,
  options: SearchOptions = {},
): Promise<readonly (string | readonly string[])[]> {
  const matches = await engine.matches(pattern, text, options);
  return matches.map((match) => {
    const groups = match.groups.map((group) => group ?? "");
    const [only] = groups;
    if (only === undefined) return match.text;
    return groups.length === 1 ? only : groups;
  });
}
