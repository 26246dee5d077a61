import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CsvError, parse } from "csv-parse";
import { KareninaError } from "../../base/index.ts";
import { findDelimiter } from "./find-delimiter.ts";
import { checkSize, mostCellCharacters } from "./limits.ts";
import type { RawTable, TableOptions } from "./table.ts";
import { encodingOf, utf8Pieces } from "./text-encoding.ts";

/** A longer row is an error before it is kept, in bytes. */
const longestRow = 64 * 1024 * 1024;

/**
 * The rows of text whose values are separated by a character. Its encoding and that character are found out unless they are given.
 *
 * @param name what messages call the file
 * @throws KareninaError `invalid_input` with the row where a quotation mark is out of place, or for more than is read
 */
export async function readDelimited(
  bytes: Buffer,
  name: string,
  {
    format,
    encoding: asked,
    delimiter: given,
  }: Pick<TableOptions, "encoding" | "delimiter"> & {
    readonly format: "CSV" | "TSV";
  },
): Promise<RawTable> {
  if (given !== undefined && [...given].length !== 1)
    throw new KareninaError("configuration", `--delimiter is one character, not ${JSON.stringify(given)}.`);
  const encoding = encodingOf(bytes, asked);
  const delimiter = given ?? findDelimiter(bytes, encoding, name) ?? (format === "TSV" ? "\t" : ",");
  const rows: string[][] = [];
  let cells = 0;
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: longestRow });
  parser.on("readable", () => {
    for (let row: string[] | null = parser.read(); row !== null; row = parser.read()) {
      rows.push(row);
      cells += row.length;
      checkSize(name, { rows: rows.length, cells });
    }
  });
  try {
    await pipeline(Readable.from(utf8Pieces(bytes, encoding, name)), parser);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw unreadable(name, error as CsvError); // the parser throws no other
  }
  return { source: { format, encoding, delimiter }, rows };
}

function unreadable(name: string, error: CsvError): KareninaError {
  const before: unknown = Reflect.get(error, "records");
  const row = typeof before === "number" ? before + 1 : 1;
  const reasons: { readonly [code: string]: string } = {
    CSV_QUOTE_NOT_CLOSED: "a quotation mark opens in it, or below, and never closes",
    CSV_MAX_RECORD_SIZE: `it is longer than ${longestRow / 2 ** 20} MiB; perhaps a quotation mark opens in it and never closes`,
    INVALID_OPENING_QUOTE: "a quotation mark stands within a value that does not begin with one",
    CSV_INVALID_CLOSING_QUOTE: "behind the quotation mark that closes a value stands more than a separator",
    CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
      "behind the quotation mark that closes a value stands more than a separator",
  };
  const why = reasons[error.code] ?? `it cannot be read (${error.code ?? "no reason is known"})`;
  return new KareninaError("invalid_input", `${name}, row ${row}: ${why}.`, {
    hint: `A value with quotation marks, separators or ends of lines stands in "…", with "" for each quotation mark in it. A value has at most ${mostCellCharacters.toLocaleString("en")} characters.`,
    cause: error,
  });
}
