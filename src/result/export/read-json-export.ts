import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
  messageOf,
  parsePythonJson,
  readLimitedFile,
} from "../../base/index.ts";
import { resultFromJson } from "../result-json.ts";
import { type ScenarioExecutionResult, walkFromJson } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { pythonExportVersion } from "./export-format.ts";
import { exportVersion } from "./json-export.ts";

/** What a JSON export holds. */
interface JsonExport {
  /** Null where the file says none, such as a bare list of results. */
  readonly formatVersion: string | null;
  /** Header of the file in its stored form. */
  readonly metadata: JsonObject;
  readonly sharedData: JsonObject;
  readonly results: readonly VerificationResult[];
  /** Rows that are no results, where they were to be left out. */
  readonly skipped: readonly SkippedRow[];
  readonly scenarioResults: readonly ScenarioExecutionResult[] | null;
  /** Records that are no walks, where those were to be left out. */
  readonly skippedWalks: readonly SkippedRow[];
}

/** The walks of an export; what files of the Python system do not say of them, their turns do. */
function walksIn(
  list: JsonValue | undefined,
  {
    results,
    skipped,
    file,
  }: Pick<JsonExport, "results"> & { readonly skipped: SkippedRow[] | undefined; readonly file: string },
): JsonExport["scenarioResults"] {
  if (list === undefined || list === null) return null;
  if (!Array.isArray(list))
    throw new KareninaError(
      "invalid_input",
      `${file} scenario_results: expected the walks through scenarios as a list, found ${isJsonObject(list) ? "an object" : JSON.stringify(list)}.`,
    );
  const turns = new Map(
    results.flatMap(({ metadata }) => (metadata.scenarioId === null ? [] : [[metadata.resultId, metadata]])),
  );
  const read = (json: JsonValue, index: number) => {
    const walk = walkFromJson(json, `${file} scenario_results ${index + 1}`);
    const [turn] = walk.history.flatMap(
      ({ verificationResultId }) => turns.get(verificationResultId ?? "") ?? [],
    );
    if (walk.answering !== null || turn === undefined) return walk;
    const { answering, parsing, runName } = turn;
    return { ...walk, answering, parsing, runName: walk.runName ?? runName };
  };
  return list.flatMap((json, index) => {
    try {
      return [read(json, index)];
    } catch (error) {
      if (skipped === undefined) throw notARow(error);
      skipped.push({ row: index + 1, message: messageOf(error) });
      return [];
    }
  });
}

/** How an export is read. */
export interface ReadExportOptions {
  /** True: rows that are no results are left out and listed in `skipped`, records that are no walks in `skippedWalks`. Default: they are an error. */
  readonly skipInvalid?: boolean | undefined;
}

/** A row of an export that is no result, or no walk. */
export interface SkippedRow {
  /** From 1, in the order of the file. */
  readonly row: number;
  readonly message: string;
}

/**
 * Reads a JSON export: ours, and of the Python system the formats 2.2, 2.1 and 2.0, a run store
 * (`{"runs": {name: [row]}}`), rows by key (`{key: row}`), a bare list of rows, or one row on each line. Throws
 * `file_not_found`, `file_unreadable` (no JSON), `format_from_future`, or `invalid_input` that names the row and what does
 * not fit.
 */
export async function readJsonExport(file: string, options: ReadExportOptions = {}): Promise<JsonExport> {
  const text = (await readLimitedFile(file, file)).toString("utf8");
  const { rows, header } = rowsOf(rowsByLine(text) ?? parsePythonJson(text, file), file);
  const results: VerificationResult[] = [];
  const skipped: SkippedRow[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      results.push(resultFromJson(row, `${file} result ${index + 1}`));
    } catch (error) {
      if (options.skipInvalid !== true) throw notARow(error);
      skipped.push({ row: index + 1, message: messageOf(error) });
    }
  }
  const skippedWalks: SkippedRow[] = [];
  const scenarioResults = walksIn(header.scenario_results, {
    ...{ results, file },
    skipped: options.skipInvalid === true ? skippedWalks : undefined,
  });
  return {
    formatVersion: typeof header.format_version === "string" ? header.format_version : null,
    metadata: isJsonObject(header.metadata) ? header.metadata : {},
    sharedData: isJsonObject(header.shared_data) ? header.shared_data : {},
    results,
    skipped,
    scenarioResults,
    skippedWalks,
  };
}

function notARow(error: unknown): unknown {
  if (!KareninaError.isInstance(error)) return error;
  const hint =
    "With `skipInvalid` such rows are left out and listed; `karenina show` leaves them out and says so.";
  return new KareninaError(error.code, error.message, { hint, cause: error });
}

interface Rows {
  readonly rows: readonly JsonValue[];
  readonly header: JsonObject;
}

function rowsOf(json: JsonValue, file: string): Rows {
  if (Array.isArray(json)) return { rows: json, header: {} };
  if (isJsonObject(json)) {
    requireKnownVersion(json.format_version, file);
    const { results = json, runs } = json;
    if (Array.isArray(results)) return { rows: results, header: json };
    if (isJsonObject(runs)) {
      return { rows: Object.values(runs).flatMap((run) => (Array.isArray(run) ? run : [run])), header: {} };
    }
    if (isJsonObject(results) && Object.values(results).some(isRow)) {
      return { rows: Object.values(results), header: results === json ? {} : json };
    }
  }
  const message = `${file} is not a results export: expected a list of results, or an object with a list "results".`;
  throw new KareninaError("invalid_input", message);
}

function isRow(value: JsonValue): boolean {
  return isJsonObject(value) && isJsonObject(value.metadata);
}

/** The rows of a file that has one on each line; undefined for any other. A line that is no JSON is no row. */
function rowsByLine(text: string): readonly JsonValue[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (lines.length < 2 || !isRow(parsedLine(first))) return undefined;
  return lines.map(parsedLine);
}

function parsedLine(line: string): JsonValue {
  if (!line.startsWith("{")) return null;
  try {
    return parsePythonJson(line, "");
  } catch {
    return null;
  }
}

const readVersions: readonly JsonValue[] = ["2.0", "2.1", pythonExportVersion, exportVersion];

function requireKnownVersion(version: JsonValue | undefined, file: string): void {
  if (version === undefined || readVersions.includes(version)) return;
  if (isNewer(String(version))) {
    const message = `${file} has format version ${version}; this program reads up to ${pythonExportVersion} and ${exportVersion}.`;
    throw new KareninaError("format_from_future", message, { hint: "Use a newer karenina to read it." });
  }
  throw new KareninaError(
    "invalid_input",
    `${file} has an unknown format version: expected ${readVersions.join(", ")}, found ${JSON.stringify(version)}.`,
  );
}

function isNewer(version: string): boolean {
  const own = /^karenina-(\d+)$/.exec(version);
  if (own !== null) return Number(own[1]) > 1;
  const parts = /^(\d+)\.(\d+)/.exec(version);
  return parts !== null && Number(parts[1]) * 1000 + Number(parts[2]) > 2002;
}
