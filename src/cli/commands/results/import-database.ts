import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readPythonDatabase } from "../../../stores/index.ts";
import type { CommandIo, ExitCode } from "../../command-io.ts";
import type { ImportDatabaseOptions } from "./results-commands.ts";
import { resultsSave } from "./results-save.ts";

/** Writes the results in a database of the Python system to a file of ours. */
export async function importDatabase(
  database: string,
  target: string,
  { run, overwrite }: ImportDatabaseOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const rows = await readPythonDatabase(path.resolve(io.workingDirectory, database), run);
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-import-"));
  try {
    const file = path.join(folder, `${path.parse(database).name}.json`);
    await writeFile(file, JSON.stringify(rows));
    // what is wrong with the rows is wrong with the database
    const write = (text: string) => io.stderr.write(text.replaceAll(file, () => database));
    const named = { ...io, stderr: { ...io.stderr, write } };
    return await resultsSave(file, target, overwrite === undefined ? {} : { overwrite }, named);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
