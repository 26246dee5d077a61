import { readdir } from "node:fs/promises";
import path from "node:path";
import { nearestName } from "./nearest-name.ts";

/** Names beyond that are not compared. */
const mostCompared = 5000;

/**
 * Asks whether a file beside the one that is not there was meant, as the end of a sentence: `; did you mean bench.yaml?`, else `.`
 *
 * @param file absolute
 * @param endings of files that can be read, with their dots; files without an ending may be meant too
 */
export async function askNearFile(file: string, endings: readonly string[]): Promise<string> {
  const found = await readdir(path.dirname(file)).catch((): string[] => []);
  const name = path.basename(file);
  const known = new Set(["", ...endings]);
  const others = found
    .filter((one) => !one.startsWith(".") && known.has(path.extname(one).toLowerCase()))
    .slice(0, mostCompared);
  const sameStem = others.find((one) => path.parse(one).name === path.parse(name).name);
  const near = sameStem ?? nearestName(name, others);
  return near === undefined ? "." : `; did you mean ${JSON.stringify(near)}?`;
}
