import path from "node:path";
import type { OutputStream } from "./command-io.ts";
import { harmlessText, oneLine } from "./report/harmless-text.ts";

/**
 * A stream on which names that the user gave, such as those of files, stand in one line: a name with a line end cannot
 * look like a line of the program.
 *
 * @param folder in which names of files are meant
 */
export function namedStream(stream: OutputStream, given: readonly string[], folder: string): OutputStream {
  const texts = given.flatMap((text) => [text, text.slice(text.indexOf("=") + 1)]);
  const names = [folder, ...texts, ...texts.map((text) => path.resolve(folder, text))]
    .map((name) => harmlessText(name).trim())
    .filter((name) => name.includes("\n"))
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
