import { createReadStream } from "node:fs";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  readJsonFile,
  refuseUnsafeJson,
  splitLines,
} from "../../base/index.ts";
import { checkSize } from "./limits.ts";
import { cellProblem } from "./named-table.ts";
import { type Cell, problemsError, type Table, type TableRow } from "./table.ts";

/** An object of a JSON file and its place: its number in the list, or its line. */
export interface JsonRow {
  readonly row: number;
  readonly value: JsonValue;
}

/**
 * The objects of a JSONL file.
 *
 * @throws KareninaError `invalid_input` with every line that is no JSON
 */
export async function readJsonLines(file: string, name: string): Promise<readonly JsonRow[]> {
  const rows: JsonRow[] = [];
  const problems: string[] = [];
  for await (const { bytes, number } of splitLines(createReadStream(file), name)) {
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    if (text.trim() === "") continue;
    try {
      refuseUnsafeJson(text, "the line");
      rows.push({ row: number, value: JSON.parse(text) });
    } catch (error) {
      problems.push(`line ${number} is not JSON: ${messageOf(error).replace(/\.$/, "")}`);
    }
    checkSize(name, { rows: rows.length });
  }
  if (problems.length > 0) throw problemsError(name, problems);
  return rows;
}

/** The entries of a JSON file: its list, or the only list of objects that its object has. */
export async function readJsonEntries(file: string, name: string): Promise<readonly JsonRow[]> {
  const list = listOf(await readJsonFile(file, name));
  if (list === undefined)
    throw problemsError(name, [
      "expected a list of objects, or an object with one such list, found another JSON value.",
    ]);
  return list.map((value, index) => ({ row: index + 1, value }));
}

function listOf(json: JsonValue): readonly JsonValue[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isJsonObject(json)) return undefined;
  const lists = Object.values(json).filter(
    (value): value is JsonValue[] => Array.isArray(value) && value.length > 0 && value.every(isJsonObject),
  );
  return lists.length === 1 ? lists[0] : undefined;
}

/** Objects as a table: each key that one of them has is a column. */
export function jsonTable(
  entries: readonly JsonRow[],
  name: string,
  format: Table["source"]["format"],
): Table {
  const strangers = entries.filter(({ value }) => !isJsonObject(value));
  if (strangers.length > 0)
    throw problemsError(
      name,
      strangers.map(({ row }) => `row ${row}: expected an object, found another JSON value`),
    );
  if (entries.length === 0) throw problemsError(name, ["it holds no row."]);
  const places = new Map<string, number>();
  for (const { value } of entries)
    for (const key of Object.keys(value as JsonObject)) // each is an object
      if (!places.has(key)) places.set(key, places.size);
  const columns = [...places.keys()];
  checkSize(name, { columns: columns.length, cells: columns.length * entries.length });
  const problems: string[] = [];
  const rows = entries.map(({ row, value }): TableRow => {
    const cells: Cell[] = new Array(columns.length).fill(undefined);
    for (const [key, cell] of Object.entries(value as JsonObject)) {
      const problem = cellProblem(cell);
      if (problem !== undefined) problems.push(`row ${row}, ${JSON.stringify(key)}: ${problem}`);
      cells[places.get(key) ?? 0] = cell ?? undefined;
    }
    return { row, cells };
  });
  if (problems.length > 0) throw problemsError(name, problems);
  return { name, source: { format }, columns, rows, notes: [], cellProblems: [] };
}
