import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import { jsonOf } from "./json-of.ts";
import type { PythonValue } from "./python-value.ts";
import { isMistake, type SourcePlace } from "./reading-stop.ts";

/** The regex checks of `self.regex`, with the defaults of Python where a part is left out. */
export function readRegexChecks(definitions: PythonValue | undefined, place: SourcePlace): JsonObject {
  const named = definitions === undefined ? {} : jsonOf(definitions, place);
  if (!isJsonObject(named)) return isMistake("self.regex must be a dict", place);
  return recordFrom(
    Object.entries(named).map(([name, definition]) => [name, readCheck(name, definition, place)]),
  );
}

function readCheck(name: string, definition: JsonValue, place: SourcePlace): JsonObject {
  if (!isJsonObject(definition)) return isMistake(`the regex check "${name}" must be a dict`, place);
  const { pattern = "", expected = null, match_type: matchType = "exact" } = definition;
  return { pattern, expected, matchType };
}
