import { pluralize } from "../../base/index.ts";
import type { UnusedRow } from "./stored-answer.ts";

/** So many runs of places are named for each reason. */
const mostPlaces = 100;

/**
 * Which rows of a file are not judged and why, a sentence for each reason, in the order of the file.
 *
 * @example
 * describeUnused("log.jsonl", rows, "line") // ["3 rows of log.jsonl are not judged, lines 2, 7-8: no question has this id."]
 */
export function describeUnused(
  name: string,
  rows: readonly UnusedRow[],
  unit: "line" | "entry",
): readonly string[] {
  const byReason = Map.groupBy(rows, ({ reason }) => reason);
  return [...byReason].map(([reason, same]) => {
    const places = placesText(
      same.map(({ place }) => place),
      unit,
    );
    return `${pluralize(same.length, "row")} of ${name} ${same.length === 1 ? "is" : "are"} not judged, ${places}: ${reason}.`;
  });
}

function placesText(places: readonly number[], unit: "line" | "entry"): string {
  const runs: { from: number; to: number }[] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === place - 1) last.to = place;
    else runs.push({ from: place, to: place });
  }
  const shown = runs.slice(0, mostPlaces).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const left = runs.slice(mostPlaces).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const name =
    unit === "entry" ? (places.length === 1 ? "entry" : "entries") : places.length === 1 ? "line" : "lines";
  return `${name} ${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
