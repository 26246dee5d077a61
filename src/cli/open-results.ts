import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { maskAddress, oneLine } from "../base/index.ts";
import { openResultsFile, type ResultsFile } from "../result/index.ts";
import { type CommandIo, warn } from "./command-io.ts";
import { usageError } from "./failure.ts";
import { requireStoreFile } from "./store-file.ts";

/** True for the address of a store, with or without one of its runs behind a `#`. */
export const isStoreAddress = (text: string): boolean => /^(postgres(ql)?:\/\/|sqlite:)/.test(text);

/** A source of results as it may be shown and written: the address of a store without its password. */
export const shownSource = (source: string): string =>
  isStoreAddress(source) ? maskAddress(source, source) : source;

/**
 * Opens results as commands are given them: a file, or a run of a store, `postgres://…#RUN` or `sqlite:FILE#RUN`; without
 * one the newest. What is wrong with them is warned of.
 *
 * @throws KareninaError as `openResultsFile`, `openStore` and `findRun`.
 */
export async function openResults(source: string, io: CommandIo): Promise<ResultsFile> {
  const tell = (warning: string) => warn(io, oneLine(warning));
  if (!isStoreAddress(source)) return openResultsFile(source, io.workingDirectory, tell);
  const { file, named } = await fileOfRun(source, io);
  return openResultsFile(file, io.workingDirectory, (warning) => tell(named(warning)));
}

/** The log of a run of a store, for a while. */
interface FileOfRun {
  /** It is there until the command ends. */
  readonly file: string;
  /** A text with the store's rows in place of the lines of the file. */
  named(text: string): string;
}

/** The log of a run of a store, as it is by now. */
async function fileOfRun(source: string, io: CommandIo): Promise<FileOfRun> {
  const [{ findRun, listRuns, openStore, storePlace }, { exportRun }] = await Promise.all([
    import("../stores/index.ts"),
    import("../workers/index.ts"),
  ]);
  const at = source.lastIndexOf("#");
  const [address, wanted] = at === -1 ? [source, ""] : [source.slice(0, at), source.slice(at + 1)];
  const place = storePlace(address, io.workingDirectory);
  requireStoreFile(place);
  await using store = await openStore(place, { notify: (line) => warn(io, oneLine(line)) });
  const runs = wanted === "" ? await listRuns(store) : [await findRun(store, wanted)];
  const [run, ...older] = runs;
  if (run === undefined) throw usageError(`There are no runs in ${store.name}.`);
  if (older.length > 0)
    io.stderr.write(
      `${oneLine(store.name)} has ${runs.length} runs; this is the newest, ${run.id.slice(0, 8)}. Another: ${oneLine(store.name)}#RUN\n`,
    );
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-results-"));
  io.atEnd?.defer(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, `${run.id.slice(0, 8)}.jsonl`);
  const rows = await exportRun(store, run.id, file);
  const name = `run ${run.id.slice(0, 8)} in ${store.name}`;
  return {
    file,
    named(text) {
      const rowOf = (line: string) => String(rows[Number(line) - 2] ?? line);
      const [before = "", ...places] = text.split(`${file} line `);
      return [before, ...places.map((place) => `${name} row ${place.replace(/^\d+/, rowOf)}`)]
        .join("")
        .replaceAll(file, name);
    },
  };
}
