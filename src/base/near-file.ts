import { readdir } from "node:fs/promises";
import path from "node:path";
import { nearestName } from "./nearest-name.ts";

/** Names beyond that are not compared. */
const mostCompared = 5000;

/**
 * Asks whether a file beside the one that is not there was meant, as the end of a sentence: `; did you mean bench.yaml?`, else `.`
 *
 * @param file absolute
 */
export async function askNearFile(file: string): Promise<string> {
  const found = await readdir(path.dirname(file)).catch((): string[] => []);
  const name = path.basename(file);
  const others = found.filter((one) => !one.startsWith(".")).slice(0, mostCompared);
  const sameStem = others.find((one) => path.parse(one).name === path.parse(name).name);
  const near = sameStem ?? nearestName(name, others);
  return near === undefined ? "." : `; did you mean ${JSON.stringify(near)}?`;
}
