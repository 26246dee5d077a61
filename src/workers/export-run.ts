import { writeFileAtomically } from "../base/index.ts";
import { readLines, readRunText, type Store } from "../stores/index.ts";

/** Writes the log of a run as one machine would have written it, with the results that are there. */
export async function exportRun(store: Store, id: string, file: string): Promise<void> {
  const { header } = await readRunText(store, id);
  await writeFileAtomically(file, lines(store, id, header));
}

async function* lines(store: Store, id: string, header: string): AsyncGenerator<string> {
  yield `${header}\n`;
  for await (const some of readLines(store, id)) yield some.map(({ line }) => `${line}\n`).join("");
}
