import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { type Environment, isSecretName, messageOf, sha256 } from "../../base/index.ts";
import { namedServers, type ResolvedConfig } from "../../config/index.ts";
import { namedVariables, parseMcpServer } from "../../mcp/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { needsFolder } from "../agents/needs-folder.ts";
import type { WorkspacePlan } from "../agents/plan-workspaces.ts";
import type { PreparedRun } from "../prepare-run.ts";

/** What shapes replies and stands neither in the benchmark nor in the configuration, as digests. */
export interface OutsideContent {
  /** Of the files and variables that a model's command lines and addresses name; undefined: they name none. */
  ofModel(model: ResolvedModel): string | undefined;
  /** Of the files in a question's folder; undefined: it has none, or nobody in the run works there. */
  ofQuestion(id: string): string | undefined;
  /** True for a model under test that is given the question's files. */
  isGivenFiles(model: ResolvedModel): boolean;
}

/** Reads what the models of a run and its questions name. What cannot be read counts by why. */
export async function readOutsideContent(
  { resolved, plan }: Pick<PreparedRun, "resolved" | "plan">,
  environment: Environment,
): Promise<OutsideContent> {
  const models = new Map<ResolvedModel, string | undefined>();
  for (const model of modelsOf(resolved)) models.set(model, await contentOfModel(model, environment));
  const questions = await contentOfQuestions(plan.workspaces);
  return {
    ofModel: (model) => models.get(model),
    ofQuestion: (id) => questions.get(id),
    isGivenFiles: (model) => model.reachedBy.application === true || needsFolder(model),
  };
}

const modelsOf = ({ answeringModels, parsingModels }: ResolvedConfig): readonly ResolvedModel[] => [
  ...answeringModels,
  ...parsingModels,
];

/**
 * The files that a command line names, by what they hold, and the variables in it or in an address, by their values. One that is a
 * secret by its name says who asks and not what: another key is no other model.
 */
async function contentOfModel(model: ResolvedModel, environment: Environment): Promise<string | undefined> {
  const parts: unknown[] = [];
  for (const { name, text } of namedServers(model)) {
    const names = Object.keys(namedVariables(text, "")).filter((variable) => !isSecretName(variable));
    for (const variable of names.toSorted()) parts.push([variable, environment[variable] ?? null]);
    const read = parseMcpServer(name, text, environment);
    if (!read.ok || read.server.transport !== "stdio") continue;
    const { command, args, cwd = "." } = read.server;
    // a bare name is looked up in PATH: how the machine was set up is no setting of the model
    const words = [...(path.basename(command) === command ? [] : [command]), ...args];
    for (const word of words) {
      const held = await contentOfWord(path.resolve(cwd), word);
      if (held !== undefined) parts.push([word, held]);
    }
  }
  return parts.length === 0 ? undefined : sha256(JSON.stringify(parts));
}

/** What a word of a command line names, also behind the `=` of an option; undefined: no file. */
async function contentOfWord(folder: string, word: string): Promise<string | undefined> {
  const held = await contentOfFile(path.resolve(folder, word));
  if (held !== undefined || !word.includes("=")) return held;
  return contentOfFile(path.resolve(folder, word.slice(word.indexOf("=") + 1)));
}

/** Larger files are told apart by their size and the time of their last change: they are data, and reading them takes long. */
const readBytes = 64 * 1024 * 1024;

async function contentOfFile(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  if (found.size > readBytes) return `${found.size} bytes of ${found.mtimeMs}`;
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(file)) hash.update(piece);
  } catch (error) {
    return `unreadable: ${messageOf(error)}`;
  }
  return hash.digest("hex");
}

async function contentOfQuestions(workspaces: WorkspacePlan | null): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  if (workspaces === null || workspaces.root === null || workspaces.sources.length === 0) return contents;
  const { fingerprintTree, resolveSource } = await import("../../workspaces/index.ts");
  const root = await realpath(workspaces.root).catch(() => undefined);
  const byFolder = new Map<string, string>();
  for (const { questionId, folder } of workspaces.sources) {
    // that a folder is missing or none that tasks take is told before the first task
    const real = root && (await resolveSource(root, folder).catch(() => undefined));
    if (real === undefined) continue;
    const known = byFolder.get(real);
    const digest = known ?? digestOf(await fingerprintTree({ folder: real, wants: () => true }));
    byFolder.set(real, digest);
    contents.set(questionId, digest);
  }
  return contents;
}

const digestOf = ({ entries }: { readonly entries: ReadonlyMap<string, string> }): string =>
  sha256(JSON.stringify([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1))));
