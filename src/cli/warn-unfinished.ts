import { oneLine } from "../base/index.ts";
import { lackingText, type ResultsFile } from "../result/index.ts";
import { type CommandIo, warn } from "./command-io.ts";

/** What is asked of a file before its results are shown as if they were all. */
interface NamedProgress extends Pick<ResultsFile, "progress"> {
  readonly name: string;
}

/**
 * Warns of runs that did not end, or have no results, in order, and returns what was said of each.
 *
 * @param more said behind it: what follows for what is written
 */
export async function warnUnfinished(
  files: readonly NamedProgress[],
  io: CommandIo,
  more = "",
): Promise<readonly string[]> {
  const texts = await unfinishedTexts(files);
  for (const text of texts) warn(io, oneLine(`${text}${more}.`));
  return texts;
}

/** What {@link warnUnfinished} warns of; after the files are read it tells what could not be read, too. */
export async function unfinishedTexts(files: readonly NamedProgress[]): Promise<readonly string[]> {
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = lackingText(await file.progress());
      return text === null ? [] : [`${file.name}: ${text}`];
    }),
  );
  return texts.flat();
}
