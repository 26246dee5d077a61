/** What every search under test answers, whatever it is made of: the query decides. */
type ScriptedAnswer = readonly object[] | "failure" | "never";

const counts = (): ((query: string) => number) => {
  const asked = new Map<string, number>();
  return (query) => {
    asked.set(query, (asked.get(query) ?? 0) + 1);
    return asked.get(query) ?? 0;
  };
};

/**
 * A script with a memory: "nothing…" finds nothing, "fail…" fails, "hang…" is never answered, and every other query
 * finds one row that says how often it was asked, and two that cannot be used as they are.
 */
export function scriptedSearch(): (query: string) => ScriptedAnswer {
  const count = counts();
  return (query) => {
    const times = count(query);
    if (query.startsWith("fail")) return "failure";
    if (query.startsWith("hang")) return "never";
    if (query.startsWith("nothing")) return [];
    return [
      {
        title: `About ${query}`,
        content: `${query}, time ${times}`,
        url: "https://example.org/1",
        score: 0.9,
      },
      { title: "", content: "untitled", url: " " },
      { title: "empty", content: "  ", url: null },
    ];
  };
}
