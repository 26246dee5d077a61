import path from "node:path";
import { askNearFile, isThere, KareninaError, readLimitedFile } from "../../base/index.ts";
import { namedTable } from "./named-table.ts";
import type { Dataset } from "./open-dataset.ts";
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
 * @param source absolute, or relative to the process; or what `openDataset` found in a folder
 * @throws KareninaError `file_not_found`, `file_unreadable`, or `invalid_input` with the rows that are not as a table has them
 *
 * @example
 * const { columns, rows } = await readTable("questions.xlsx", { sheet: "Final" });
 */
export async function readTable(source: string | Dataset, options: TableOptions = {}): Promise<Table> {
  if (typeof source === "string") return readFiles([source], path.basename(source), options);
  const table = await readFiles(source.files, source.name, options);
  return { ...table, source: { ...table.source, split: source.split, files: source.files.length } };
}

async function readFiles(files: readonly string[], name: string, options: TableOptions): Promise<Table> {
  const [file = "", another] = files;
  if (!(await isThere(file)))
    throw new KareninaError(
      "file_not_found",
      `Found no table at ${file}${await askNearFile(path.resolve(file), tableEndings)}`,
    );
  const ending = path.extname(file).toLowerCase();
  if (another !== undefined && isOneByOne(ending))
    throw new KareninaError("invalid_input", `${name}: a split of several ${ending} files is not read.`, {
      hint: "Join them, or name one of the files.",
    });
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
    case ".ndjson":
    case ".parquet": {
      const [{ jsonTable }, { readJsonFiles }] = await Promise.all([
        import("./read-json-table.ts"),
        import("./read-json-files.ts"),
      ]);
      const format = ending === ".json" ? "JSON" : ending === ".parquet" ? "Parquet" : "JSONL";
      return jsonTable(await readJsonFiles(files, name, ending), name, format);
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

/** Forms whose files have a header each. */
const isOneByOne = (ending: string): boolean => ending === ".csv" || ending === ".tsv";
