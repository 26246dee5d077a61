import path from "node:path";
import { KareninaError } from "../base/index.ts";
import type { ResolvedConfig } from "../config/index.ts";

/** The files that a run reads because its settings name them. */
export function settingFiles(config: ResolvedConfig): readonly string[] {
  const models = [...config.answeringModels, ...config.parsingModels];
  return [
    config.embeddingCheckReplayFile,
    ...models.flatMap((model) => [model.manualTracesPath, model.replayFile, model.modelPath]),
  ].flatMap((file) => file ?? []);
}

/**
 * Makes sure that no file has two purposes: an output would replace what is read, or a recording run into the log.
 *
 * @throws KareninaError `configuration` that names the file.
 */
export function requireDistinctFiles(
  outputs: readonly (string | undefined)[],
  inputs: readonly string[],
  hint: string,
): void {
  const written = outputs.flatMap((file) => (file === undefined ? [] : path.resolve(file)));
  const read = inputs.map((file) => path.resolve(file));
  const twice = written.find((file, place) => written.indexOf(file) < place || read.includes(file));
  if (twice === undefined) return;
  const why = read.includes(twice)
    ? "is read by this run; it cannot be an output as well"
    : "is named as two outputs";
  throw new KareninaError("configuration", `${twice} ${why}.`, { hint });
}
