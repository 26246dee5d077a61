import path from "node:path";
import { harmlessText, oneLine } from "../base/index.ts";
import type { OutputStream } from "./command-io.ts";

/**
 * A stream on which names that the user gave, such as those of files and of the folders they are in, stand in one line: a
 * name with a line end cannot look like a line of the program.
 *
 * @param folder in which names of files are meant
 */
export function namedStream(stream: OutputStream, given: readonly string[], folder: string): OutputStream {
  const texts = given.flatMap((text) => [text, text.slice(text.indexOf("=") + 1)]);
  const names = [folder, ...texts, ...texts.map((text) => path.resolve(folder, text))]
    .flatMap(withFolders)
    .map((name) => harmlessText(name).trim())
    .filter((name) => name.includes("\n"))
    .flatMap((name) => [name, indentFurtherLines(name)])
    .toSorted((left, right) => right.length - left.length);
  if (names.length === 0) return stream;
  return {
    write: (text) => stream.write(names.reduce((shown, name) => shown.replaceAll(name, oneLine(name)), text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}

/** A path and the folders it leads through, as far as they have line ends. */
function withFolders(name: string): readonly string[] {
  const folder = path.dirname(name);
  return folder === name || !folder.includes("\n") ? [name] : [name, ...withFolders(folder)];
}

/** A line end in a name, wherever the name is from, begins no line that looks like one of this program. */
export function indentFurtherLines(text: string): string {
  return text.replace(/\n(?=\S)/g, "\n  ");
}
