import { writeFileAtomically } from "../../base/index.ts";
import { isPackedName } from "./log-name.ts";
import { packTexts } from "./packed/pack-lines.ts";

/**
 * Writes a whole log, packed where its name says so, in place of a file that exists.
 *
 * @param lines with their ends
 */
export const writeLogFile = (file: string, lines: AsyncIterable<string>): Promise<void> =>
  writeFileAtomically(file, isPackedName(file) ? packTexts(lines) : lines);
