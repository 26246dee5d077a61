import { DatabaseSync } from "node:sqlite";
import {
  isThere,
  type JsonObject,
  type JsonValue,
  KareninaError,
  messageOf,
  tryParseJson,
} from "../base/index.ts";

/** Columns of a section of results begin so. */
const sections = {
  metadata_: "metadata",
  template_: "template",
  rubric_: "rubric",
  dj_: "deep_judgment",
  djr_: "deep_judgment_rubric",
} as const;
const rootColumns = ["evaluation_input", "used_full_trace", "trace_extraction_error"];
/** Objects within `metadata` that have a column for each member. */
const flattened = {
  failure: ["category", "stage", "reason", "details"],
  answering: ["interface", "model_name", "tools", "config_id"],
  parsing: ["interface", "model_name", "tools", "config_id"],
};

/**
 * The results in a database of the Python system, as rows of its exports have them. Only files of SQLite are read.
 *
 * @param run the name or id of a run; undefined: all
 * @throws KareninaError `file_not_found`, `file_unreadable`, and `invalid_input` for another database, or a run that is not there.
 */
export async function readPythonDatabase(file: string, run?: string): Promise<readonly JsonObject[]> {
  if (!(await isThere(file))) throw new KareninaError("file_not_found", `Found no database at ${file}.`);
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const columns = database.prepare("pragma table_info(verification_results)").all();
    if (columns.length === 0)
      throw new KareninaError(
        "invalid_input",
        `${file} is no database of the Python system: it has no results.`,
        {
          hint: "Give the file that its `storage_url` names, sqlite:///FILE. A store of ours is read by `npx karenina runs export --store sqlite:FILE`.",
        },
      );
    const types = new Map(columns.map(({ name, type }) => [String(name), String(type).toUpperCase()]));
    const runs = database.prepare("select id, run_name from verification_runs order by created_at").all();
    const wanted = runs.filter(({ id, run_name }) => run === undefined || run === id || run === run_name);
    if (run !== undefined && wanted.length === 0)
      throw new KareninaError("invalid_input", `${file} has no run ${JSON.stringify(run)}.`, {
        hint: `It has ${runs.map(({ run_name }) => JSON.stringify(run_name)).join(", ")}.`,
      });
    const ofRun = database.prepare("select * from verification_results where run_id = ? order by id");
    return wanted.flatMap(({ id }) => ofRun.all(id ?? null).map((row) => resultOf(row, types)));
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("file_unreadable", `${file} cannot be read as a database: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function resultOf(row: object, types: ReadonlyMap<string, string>): JsonObject {
  const values = new Map(
    Object.entries(row).map(([name, value]) => [name, storedValue(value, types.get(name) ?? "")]),
  );
  const result: { [key: string]: JsonValue } = {};
  for (const [prefix, section] of Object.entries(sections)) {
    const members = [...values].flatMap(([name, value]) =>
      name.startsWith(prefix) && !rootColumns.includes(name)
        ? [[name.slice(prefix.length), value] as const]
        : [],
    );
    const isEmpty = members.every(([, value]) => value === null);
    result[section] = isEmpty ? null : withObjects(section, Object.fromEntries(members));
  }
  for (const name of rootColumns) result[name] = values.get(name) ?? null;
  return result;
}

/** Members that stand in columns of their own are put together again. */
function withObjects(section: string, given: { readonly [key: string]: JsonValue }): JsonObject {
  if (section !== "metadata") return given;
  const members = { ...given };
  for (const [name, parts] of Object.entries(flattened)) {
    const entries = parts.map((part) => [part, members[`${name}_${part}`] ?? null] as const);
    for (const part of parts) delete members[`${name}_${part}`];
    members[name] = entries.every(([, value]) => value === null) ? null : Object.fromEntries(entries);
  }
  return members;
}

function storedValue(value: unknown, type: string): JsonValue {
  if (value === null || value === undefined) return null;
  if (type === "BOOLEAN") return value === 1 || value === 1n;
  if (type === "JSON" && typeof value === "string") return tryParseJson(value) ?? value;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}
