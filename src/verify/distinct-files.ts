import path from "node:path";
import { KareninaError } from "../base/index.ts";
import { parseSearchTool, usedSearchTools } from "../config/index.ts";
import { fileSettings } from "../models/definition/index.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** The files that a run reads because its settings name them, or a model of its traits. */
export function listReadFiles({ resolved, plan }: PreparedRun): readonly string[] {
  const models = [...resolved.answeringModels, ...resolved.parsingModels, ...plan.traitModels.values()];
  const modules = usedSearchTools(plan.searches).flatMap((setting) => {
    const tool = parseSearchTool(resolved[setting]);
    return tool.ok && tool.spec.kind === "module" ? [tool.spec.path] : [];
  });
  return [
    resolved.embeddingCheckReplayFile,
    ...models.flatMap((model) => fileSettings.map((setting) => model[setting])),
    ...modules,
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
