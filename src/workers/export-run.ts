import { requireLogLine, writeLogFile } from "../result/index.ts";
import { readLines, readRunText, type Store } from "../stores/index.ts";
import { rowSource, storedHeader } from "./stored-lines.ts";

/**
 * Writes the log of a run as one machine would have written it, with the results that are there; packed where its name ends in `.zst`.
 *
 * @returns the numbers of the rows that its lines from the second on are
 * @throws KareninaError `file_unreadable` that names what is damaged in the store; then nothing is written.
 */
export async function exportRun(store: Store, id: string, file: string): Promise<readonly number[]> {
  const { header } = await readRunText(store, id);
  storedHeader(store, id, header);
  const rows: number[] = [];
  await writeLogFile(file, lines(store, id, { header, rows }));
  return rows;
}

async function* lines(
  store: Store,
  id: string,
  { header, rows }: { readonly header: string; readonly rows: number[] },
): AsyncGenerator<string> {
  yield `${header}\n`;
  for await (const some of readLines(store, id)) {
    for (const { seq, line } of some) {
      requireLogLine(line, rowSource(store, id, seq));
      rows.push(seq);
    }
    yield some.map(({ line }) => `${line}\n`).join("");
  }
}
