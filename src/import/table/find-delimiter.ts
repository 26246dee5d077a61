import { parse } from "csv-parse/sync";
import type { TableSource } from "./table.ts";
import { utf8Pieces } from "./text-encoding.ts";

const candidates = [",", ";", "\t", "|"];
const sampleBytes = 256 * 1024;
const sampleRows = 50;

/** The character that parts the first rows into most values, the same number in each; undefined where none does. */
export function findDelimiter(
  bytes: Buffer,
  encoding: NonNullable<TableSource["encoding"]>,
  name: string,
): string | undefined {
  const [piece] = utf8Pieces(bytes, encoding, name);
  const sample = (piece ?? Buffer.alloc(0)).subarray(0, sampleBytes);
  const rated = candidates.map((delimiter) => ({ delimiter, ...ratingOf(sample, delimiter) }));
  const best = rated
    .filter(({ columns }) => columns > 1)
    .sort((one, other) => other.alike - one.alike || other.columns - one.columns);
  return best[0]?.delimiter;
}

/** How many columns the first row has, and what share of rows has as many. */
function ratingOf(sample: Buffer, delimiter: string): { readonly columns: number; readonly alike: number } {
  const rows: string[][] = [];
  const keep = (row: string[]) => void rows.push(row);
  try {
    parse(sample, { delimiter, relax_column_count: true, bom: true, to: sampleRows, on_record: keep });
  } catch {
    // the sample ends within a row, or the character is none by which this text can be parted
  }
  const full = rows.filter((row) => row.some((cell) => cell !== ""));
  const columns = full[0]?.length ?? 0;
  const alike = full.filter(({ length }) => length === columns).length / Math.max(1, full.length);
  return { columns, alike: Math.round(alike * 10) / 10 };
}
