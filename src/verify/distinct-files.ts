import path from "node:path";
import { fileIdentity, KareninaError } from "../base/index.ts";
import { parseSearchTool, usedSearchTools } from "../config/index.ts";
import { fileSettings } from "../models/definition/index.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** The files that a run reads because its settings name them, or a model of its traits, and the attachments of questions. */
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
    ...plan.questions.flatMap(({ attachments = [] }) => attachments.map(({ path: file }) => file)),
  ].flatMap((file) => file ?? []);
}

/**
 * Makes sure that no file has two purposes, by whatever names and links: an output would replace what is read, or a
 * recording run into the log.
 *
 * @throws KareninaError `configuration` that names the file.
 */
export async function requireDistinctFiles(
  outputs: readonly (string | undefined)[],
  inputs: readonly string[],
  hint: string,
): Promise<void> {
  const seen = new Map<string, NamedFile>();
  const files = [
    ...inputs.map((file) => ({ file: path.resolve(file), isOutput: false })),
    ...outputs.flatMap((file) => (file === undefined ? [] : { file: path.resolve(file), isOutput: true })),
  ];
  for (const named of files) {
    const identity = await fileIdentity(named.file);
    const other = identity.map((part) => seen.get(part)).find((found) => found !== undefined);
    if (named.isOutput && other !== undefined)
      throw new KareninaError("configuration", `${named.file} ${whyRefused(named, other)}.`, { hint });
    for (const part of identity) seen.set(part, named);
  }
}

interface NamedFile {
  readonly file: string;
  readonly isOutput: boolean;
}

function whyRefused({ file }: NamedFile, other: NamedFile): string {
  const alias = other.file === file ? "" : `is the same file as ${other.file}, which `;
  if (!other.isOutput) return `${alias}is read by this run; it cannot be an output as well`;
  return alias === "" ? "is named as two outputs" : `${alias}is an output too`;
}
