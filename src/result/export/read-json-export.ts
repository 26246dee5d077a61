import * as z from "zod";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
  parsePythonJson,
  readLimitedFile,
  wireCodec,
} from "../../base/index.ts";
import { resultFromJson } from "../result-json.ts";
import { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { exportVersion } from "./json-export.ts";

/** What a JSON export holds. */
export interface JsonExport {
  /** Null for a bare list of results. */
  readonly formatVersion: string | null;
  /** Header of the file in its stored form. */
  readonly metadata: JsonObject;
  readonly sharedData: JsonObject;
  readonly results: readonly VerificationResult[];
  readonly scenarioResults: readonly ScenarioExecutionResult[] | null;
}

const scenarioCodec = wireCodec(z.array(ScenarioExecutionResult));

/**
 * Reads a JSON export: format 2.2 with or without our additions, the older 2.0 and 2.1, a run store
 * (`{"runs": {name: [row]}}`) or a bare list of rows. Throws `file_not_found`, `file_unreadable` (no JSON),
 * `format_from_future`, or `invalid_input` that names the row and what does not fit.
 */
export async function readJsonExport(file: string): Promise<JsonExport> {
  const json = parsePythonJson((await readLimitedFile(file, file)).toString("utf8"), file);
  const { rows, header } = rowsOf(json, file);
  const results = rows.map((row, index) => resultFromJson(row, `${file} result ${index + 1}`));
  return {
    formatVersion: typeof header.format_version === "string" ? header.format_version : null,
    metadata: isJsonObject(header.metadata) ? header.metadata : {},
    sharedData: isJsonObject(header.shared_data) ? header.shared_data : {},
    results,
    scenarioResults: Array.isArray(header.scenario_results)
      ? scenarioCodec.decode(header.scenario_results, `${file} scenario_results`)
      : null,
  };
}

interface Rows {
  readonly rows: readonly JsonValue[];
  readonly header: JsonObject;
}

function rowsOf(json: JsonValue, file: string): Rows {
  if (Array.isArray(json)) return { rows: json, header: {} };
  if (isJsonObject(json)) {
    requireKnownVersion(json.format_version, file);
    if (Array.isArray(json.results)) return { rows: json.results, header: json };
    if (isJsonObject(json.runs)) {
      return {
        rows: Object.values(json.runs).flatMap((run) => (Array.isArray(run) ? run : [run])),
        header: {},
      };
    }
  }
  const message = `${file} is not a results export: expected a list of results, or an object with a list "results".`;
  throw new KareninaError("invalid_input", message);
}

function requireKnownVersion(version: JsonValue | undefined, file: string): void {
  if (version === undefined || version === "2.0" || version === "2.1" || version === exportVersion) return;
  const parts = /^(\d+)\.(\d+)/.exec(String(version));
  const isNewer = parts !== null && Number(parts[1]) * 1000 + Number(parts[2]) > 2002;
  throw isNewer
    ? new KareninaError(
        "format_from_future",
        `${file} has format version ${version}; this program reads up to ${exportVersion}.`,
        {
          hint: "Use a newer karenina to read it.",
        },
      )
    : new KareninaError(
        "invalid_input",
        `${file} has an unknown format version: expected 2.0, 2.1 or ${exportVersion}, found ${JSON.stringify(version)}.`,
      );
}
