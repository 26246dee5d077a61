import { allTables } from "../analysis/index.ts";
import { isJsonObject, type JsonValue } from "../base/index.ts";

/** The tables that a statement names, each with those of its columns that it may need. */
export type WantedColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Parts of a statement behind which every column may stand. */
const widePart = /^(STAR|SHOW_REF|PIVOT|TABLE_FUNCTION|NATURAL)$/;

/**
 * What a statement needs, from its parsed form as DuckDB's `json_serialize_sql` gives it. Too much is harmless; where there
 * is no parsed form, or rows as a whole are asked for, every column is needed.
 */
export function wantedColumns(statement: string, parsed: JsonValue): WantedColumns {
  const texts = isJsonObject(parsed) && parsed.error === false ? textsIn(parsed) : undefined;
  const said = texts ?? new Set(statement.toLowerCase().match(/\w+/g));
  const tables = allTables.filter(({ name }) => said.has(name));
  const references = texts === undefined ? [] : tableReferences(parsed);
  const isWide =
    texts === undefined ||
    [...texts].some((text) => widePart.test(text.toUpperCase())) ||
    columnReferences(parsed).some((reference) => references.includes(reference));
  return new Map(
    tables.map(({ name, columns }) => {
      const names = columns.map((column) => column.name);
      return [name, new Set(isWide ? names : names.filter((column) => said.has(column)))];
    }),
  );
}

function textsIn(json: JsonValue): Set<string> {
  const texts = new Set<string>();
  visit(json, (one) => {
    if (typeof one === "string") texts.add(one.toLowerCase());
  });
  return texts;
}

/** The names that tables go by. */
function tableReferences(json: JsonValue): readonly string[] {
  const names: string[] = allTables.map(({ name }) => name);
  visit(json, (one) => {
    if (isJsonObject(one) && typeof one.alias === "string" && "type" in one && !("class" in one))
      names.push(one.alias.toLowerCase());
  });
  return names.filter((name) => name !== "");
}

/** The last name of each reference to a column. */
function columnReferences(json: JsonValue): readonly string[] {
  const names: string[] = [];
  visit(json, (one) => {
    if (!isJsonObject(one) || one.class !== "COLUMN_REF" || !Array.isArray(one.column_names)) return;
    const last: JsonValue | undefined = one.column_names.at(-1);
    if (typeof last === "string") names.push(last.toLowerCase());
  });
  return names;
}

function visit(json: JsonValue, see: (one: JsonValue) => void): void {
  see(json);
  if (typeof json !== "object" || json === null) return;
  for (const one of Array.isArray(json) ? json : Object.values(json)) visit(one, see);
}
