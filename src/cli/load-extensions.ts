import { stat } from "node:fs/promises";
import path from "node:path";
import { isJsonObject, issueLines, isThere, KareninaError, oneLine, onlyMembers } from "../base/index.ts";
import { combineExtensions, extensionMembers, type RunExtensions } from "../verify/index.ts";
import type { CommandIo } from "./command-io.ts";
import { configNames } from "./config-module.ts";
import { usageError } from "./failure.ts";
import { importModule } from "./import-module.ts";

/** The options that name modules of the user's own. */
export interface ExtensionOptions {
  /** False: `--no-config`. */
  readonly config?: boolean;
  readonly plugin?: readonly string[];
}

const Extensions = onlyMembers(extensionMembers);
const members = Object.keys(extensionMembers);

/**
 * What the user adds to runs: the configuration module in the working folder, then the modules that options name. Nothing
 * but these is looked for: no folder above, and no file that a benchmark, preset or log names. The use of each is told in
 * a line before it is run.
 *
 * @throws KareninaError `configuration` for a file that is missing or exports something else, and for two configuration
 * modules side by side; `file_unreadable` for one that fails.
 */
export async function loadExtensions(
  { config, plugin = [] }: ExtensionOptions,
  io: Pick<CommandIo, "workingDirectory" | "stderr">,
): Promise<RunExtensions> {
  const loaded: RunExtensions[] = [];
  const used = new Set<string>();
  for (const name of await extensionFiles({ config, plugin }, io)) {
    const file = path.resolve(io.workingDirectory, name);
    if (!(await isThere(file)))
      throw usageError(
        `--plugin: there is no file ${file}.`,
        "Give the path of a module, such as ./mine.ts.",
      );
    if (used.has(file)) throw usageError(`--plugin: ${file} is used already.`, "Name every module once.");
    used.add(file);
    io.stderr.write(`note: ${oneLine(name)} is used.\n`);
    loaded.push(await readExtensions(file));
  }
  return combineExtensions(loaded);
}

/** The modules that {@link loadExtensions} uses, relative to the working folder. */
export async function extensionFiles(
  { config = true, plugin = [] }: ExtensionOptions,
  { workingDirectory }: Pick<CommandIo, "workingDirectory">,
): Promise<readonly string[]> {
  const found = config ? await configModule(workingDirectory) : undefined;
  return found === undefined ? plugin : [found, ...plugin];
}

async function configModule(folder: string): Promise<string | undefined> {
  // a link that leads nowhere is there: who made it wants it used
  const there = await Promise.all(configNames.map((name) => isThere(path.join(folder, name))));
  const found = configNames.filter((_, place) => there[place]);
  const [only] = found;
  if (found.length <= 1) {
    if (only !== undefined) await refuseOfOthers(folder, only);
    return only;
  }
  throw usageError(
    `There are several configuration modules in ${folder}: ${found.join(", ")}.`,
    "Keep one of them, or turn them off with --no-config.",
  );
}

/** Where everybody may write, a module that nobody has named may be anybody's. */
async function refuseOfOthers(folder: string, name: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  const file = path.join(folder, name);
  const [module, around] = await Promise.all([stat(file).catch(() => undefined), stat(folder)]);
  const owners = new Set([user, 0]);
  const isOpen = ((module?.mode ?? 0) | around.mode) & 0o002;
  if (module === undefined || !isOpen || owners.has(module.uid)) return;
  throw usageError(
    `${file} belongs to another user, in a place where everybody may write: it is not run unasked.`,
    `Name it with --plugin ${name} if you trust it, together with --no-config; --no-config alone leaves it out.`,
  );
}

async function readExtensions(file: string): Promise<RunExtensions> {
  const { value, found } = await importModule(file);
  const hint =
    "End the file with `export default defineConfig({ stages, interfaces, searchTools });`; see docs/own-stages.md and docs/own-models.md.";
  if (!isJsonObject(value))
    throw new KareninaError(
      "configuration",
      `${file} should export a configuration by default; it exports ${found}.`,
      { hint },
    );
  const read = Extensions.safeParse(value, { reportInput: true });
  // what a function takes and gives is looked at when it is called
  const inherited = members.filter((name) => name in value && !Object.hasOwn(value, name));
  if (read.success && inherited.length === 0) return value as RunExtensions;
  const problems = [
    ...inherited.map((name) => `${name}: expected a member of its own, not of its prototype`),
    ...issueLines(read.error?.issues ?? []).map(oneLine),
  ];
  throw new KareninaError("configuration", `${file} is no configuration: ${problems.join("; ")}.`, { hint });
}
