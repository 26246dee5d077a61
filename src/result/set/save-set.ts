import path from "node:path";
import {
  isoTimestamp,
  type JsonObject,
  KareninaError,
  packageVersion,
  systemClock,
  writeFileAtomically,
} from "../../base/index.ts";
import { exportCsv } from "../export/csv-export.ts";
import { exportJson } from "../export/json-export.ts";
import { type HeadedResults, tasksOf } from "../export/set-header.ts";
import { renderEntry } from "../log/log-entry.ts";
import { logFormat, renderLogHeader } from "../log/log-header.ts";
import { isLogName } from "../log/log-name.ts";
import { resultToLogRow, walkToLogRow } from "../log/log-row.ts";
import { writeLogFile } from "../log/write-log-file.ts";
import { findWalks } from "./find-walks.ts";

/** What is saved: results, what stands beside them, and the first line of the log they come from. */
interface SavedSet extends HeadedResults {
  readonly logLine: JsonObject | null;
}

/** What the first line of a log says of a part of it: not of how many tasks it is. */
export const logLineOfPart = (line: JsonObject | null): JsonObject | null => line && { ...line, tasks: null };

/**
 * Writes a set as its file's ending says: `.json`, `.jsonl` (a results log), `.jsonl.zst` (a packed one) or `.csv`. An existing file is replaced.
 *
 * @throws KareninaError `invalid_input` for another ending, `file_unwritable`.
 */
export async function saveSet(set: SavedSet, file: string): Promise<void> {
  const info = { exportTimestamp: isoTimestamp(systemClock), kareninaVersion: packageVersion() };
  const ending = path.extname(file).toLowerCase();
  const tasks = tasksOf(set.logLine ?? {});
  if (ending === ".json")
    return await writeFileAtomically(file, exportJson(set, { ...info, ...(tasks !== null && { tasks }) }));
  if (ending === ".csv") return await writeFileAtomically(file, exportCsv(set, info));
  if (!isLogName(file))
    throw new KareninaError("invalid_input", `${file} is neither .json, .jsonl, .jsonl.zst nor .csv.`, {
      hint: "Name the file with one of these endings.",
    });
  await writeLogFile(file, logOf(set));
}

/** A log that can be read, but not continued: of what the run was made it does not say enough. */
async function* logOf(set: SavedSet): AsyncGenerator<string> {
  const said = set.header?.toJSON();
  const line = set.logLine ?? {};
  const name = said?.benchmark?.name;
  yield `${renderLogHeader({
    format: logFormat,
    benchmark: { name: typeof name === "string" ? name : "", fingerprint: "" },
    configFingerprint: "",
    runName: typeof line.run_name === "string" ? line.run_name : null,
    startedAt: typeof line.started_at === "string" ? line.started_at : firstTimestamp(set),
    tasks: tasksOf(line),
    config: said?.verificationConfig ?? {},
    ...(set.scenarioResults !== null && { scenarios: said?.scenarios ?? [] }),
    ...(said?.rubricDefinition && { rubric_definition: said.rubricDefinition }),
  })}\n`;
  const walks = set.scenarioResults ?? [];
  const walksOf = findWalks(walks);
  let at = 0;
  for (const result of set) {
    const [walk] = walksOf(result);
    const head = { task: `saved-${at++}`, walk: walk === undefined ? null : savedWalk(walk), place: null };
    yield renderEntry({ kind: "result", ...head }, resultToLogRow(result));
  }
  for (const [place, walk] of walks.entries())
    yield renderEntry({ kind: "walk", task: null, walk: savedWalk(place), place: null }, walkToLogRow(walk));
}

const savedWalk = (place: number): string => `saved-walk-${place}`;

function firstTimestamp(set: HeadedResults): string {
  for (const { metadata } of set) return metadata.timestamp;
  return "";
}
