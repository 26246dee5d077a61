import path from "node:path";
import { askNearFile, isThere, KareninaError, readLimitedFile } from "../../base/index.ts";
import { namedTable } from "./named-table.ts";
import type { Table, TableOptions } from "./table.ts";

/** Endings of files that hold tables. */
export const tableEndings = [
  ...[".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods", ".json", ".jsonl", ".ndjson", ".parquet"],
] as const;

/**
 * Reads a table: CSV and TSV in any encoding, a sheet of a workbook, JSON, JSONL or Parquet, by the ending of the file. Nothing in it is
 * executed; what formulas have as stored values is taken. Memory is bounded: a file has at most 256 MB, a workbook 192 MB unpacked, a table
 * 1,000,000 rows, 16,384 columns and 10,000,000 cells, a cell 1,000,000 characters.
 *
 * @param file absolute, or relative to the process
 * @throws KareninaError `file_not_found`, `file_unreadable`, or `invalid_input` with the rows that are not as a table has them
 *
 * @example
 * const { columns, rows } = await readTable("questions.xlsx", { sheet: "Final" });
 */
export async function readTable(file: string, options: TableOptions = {}): Promise<Table> {
  const name = path.basename(file);
  if (!(await isThere(file)))
    throw new KareninaError(
      "file_not_found",
      `Found no table at ${file}${await askNearFile(path.resolve(file), tableEndings)}`,
    );
  const ending = path.extname(file).toLowerCase();
  switch (ending) {
    case ".csv":
    case ".tsv":
    case ".txt": {
      const { readDelimited } = await import("./read-delimited.ts");
      const bytes = await readLimitedFile(file, name);
      const raw = await readDelimited(bytes, name, { ...options, format: ending === ".csv" ? "CSV" : "TSV" });
      return namedTable(raw, name, options.header);
    }
    case ".xlsx":
    case ".xlsm":
    case ".ods": {
      const { readWorkbook } = await import("./read-workbook.ts");
      const bytes = await readLimitedFile(file, name);
      const raw = await readWorkbook(bytes, name, {
        ...options,
        format: ending === ".ods" ? "ODS" : "XLSX",
      });
      return namedTable(raw, name, options.header);
    }
    case ".json":
    case ".jsonl":
    case ".ndjson": {
      const { jsonTable, readJsonEntries, readJsonLines } = await import("./read-json-table.ts");
      return ending === ".json"
        ? jsonTable(await readJsonEntries(file, name), name, "JSON")
        : jsonTable(await readJsonLines(file, name), name, "JSONL");
    }
    case ".parquet": {
      const [{ jsonTable }, { readParquet }] = await Promise.all([
        import("./read-json-table.ts"),
        import("./read-parquet.ts"),
      ]);
      return jsonTable(await readParquet(file, name), name, "Parquet");
    }
    case ".xls":
    case ".xlsb":
    case ".numbers":
      throw new KareninaError("invalid_input", `${name} is a workbook in a form that is not read.`, {
        hint: "Open it in a spreadsheet program and save it as .xlsx (Save as, or Export), or as .csv.",
      });
    default:
      throw new KareninaError(
        "configuration",
        `${name} is no table that can be read: its name ends in ${ending === "" ? "no ending" : ending}.`,
        { hint: `Tables end in ${tableEndings.join(", ")}.` },
      );
  }
}
