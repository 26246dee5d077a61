import path from "node:path";
import { checkSize } from "./limits.ts";
import { type JsonRow, readJsonEntries, readJsonLines } from "./read-json-table.ts";

/** The objects of the files of one split, of one form; those of several are counted through. */
export async function readJsonFiles(
  files: readonly string[],
  name: string,
  ending: string,
): Promise<readonly JsonRow[]> {
  if (ending === ".parquet") {
    const { readParquet } = await import("./read-parquet.ts");
    return readParquet(files, name);
  }
  const read = ending === ".json" ? readJsonEntries : readJsonLines;
  const [first = "", ...others] = files;
  const rows = [...(await read(first, others.length === 0 ? name : partName(name, first)))];
  for (const file of others) {
    for (const row of await read(file, partName(name, file))) rows.push(row);
    checkSize(name, { rows: rows.length });
  }
  return others.length === 0 ? rows : rows.map(({ value }, index) => ({ row: index + 1, value }));
}

const partName = (name: string, file: string): string => `${name}/${path.basename(file)}`;
