import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import * as z from "zod";
import { foreignText, KareninaError, longestText, pluralize } from "../../base/index.ts";
import type { FileRow, UnusedRow } from "./stored-answer.ts";

const Entry = z.object({
  record: z.array(z.string()),
  raw: z.string(),
  info: z.object({ lines: z.number() }),
});

/**
 * The rows of a CSV file, each an object by the names in its first row; places are the lines that rows begin on.
 *
 * @param name what messages call it
 * @throws KareninaError `file_unreadable` for what is no CSV, `invalid_input` for a column that stands twice.
 */
export async function* csvRows(full: string, name: string): AsyncGenerator<FileRow | UnusedRow> {
  const skipped: UnusedRow[] = [];
  const parser = parse({
    ...{ bom: true, info: true, raw: true, relax_column_count: true, skip_empty_lines: true },
    ...{ skip_records_with_error: true, max_record_size: longestText },
    on_skip: (error) => {
      skipped.push({
        place: lineOf(error),
        reason: "is not CSV that can be read: a quotation mark is out of place",
      });
      return undefined;
    },
  });
  const source = Readable.from(strictText(full, name)).on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: readonly string[] | undefined;
  try {
    for await (const entry of parser) {
      yield* skipped.splice(0);
      const { record, raw, info } = Entry.parse(entry);
      if (columns === undefined) {
        columns = checkedColumns(record, name);
        continue;
      }
      const place = info.lines - (raw.trim().match(/\r\n|\r|\n/g)?.length ?? 0);
      yield record.length === columns.length
        ? { place, value: Object.fromEntries(columns.map((column, at) => [column, record[at]])) }
        : {
            place,
            reason: `expected ${pluralize(columns.length, "value")}, as the first row has them, found ${record.length}`,
          };
    }
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("file_unreadable", `${name} cannot be read as CSV.`, { cause: error });
  } finally {
    source.destroy();
  }
  yield* skipped;
}

/** The bytes of a file, as long as they are UTF-8. */
async function* strictText(full: string, name: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let first: Buffer | undefined;
  for await (const chunk of createReadStream(full)) {
    first ??= chunk;
    yield checked(chunk, true);
  }
  yield checked(Buffer.alloc(0), false);

  function checked(chunk: Buffer, stream: boolean): Buffer {
    try {
      decoder.decode(chunk, { stream });
      return chunk;
    } catch {
      throw foreignText(name, first ?? chunk);
    }
  }
}

function checkedColumns(names: readonly string[], file: string): readonly string[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return names;
  throw new KareninaError("invalid_input", `${file} has two columns that are called "${twice}".`, {
    hint: "Give each column a name of its own.",
  });
}

const lineOf = (error: CsvError | undefined): number => {
  const lines: unknown = error === undefined ? undefined : Reflect.get(error, "lines");
  return typeof lines === "number" ? lines : 1;
};
