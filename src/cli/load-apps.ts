import path from "node:path";
import { isThere, oneLine } from "../base/index.ts";
import type { ModelConfig } from "../config/index.ts";
import type { CommandIo } from "./command-io.ts";
import { usageError } from "./failure.ts";
import { type ImportedModule, importModule } from "./import-module.ts";

const hint =
  "End it with `export default async ({ question }) => …`, or `export default { id, answer }`, a list of those, or several exports that are each `{ id, answer }`; see docs/applications.md.";

/** A model under test as a module exports it. What else is in it is read with the configuration. */
type App = ModelConfig & { readonly answer: unknown };

/**
 * The applications that modules of the user's own export: by default, or each under a name of its own. One without an id is
 * called by that name, or by the name of its file.
 *
 * The use of each is told in a line before it is run.
 *
 * @throws KareninaError `configuration` for a module that is missing or exports none, `file_unreadable` for one that fails.
 */
export async function loadApps(
  files: readonly string[],
  io: Pick<CommandIo, "workingDirectory" | "stderr">,
): Promise<readonly ModelConfig[]> {
  const apps: ModelConfig[] = [];
  const used = new Set<string>();
  for (const name of files) {
    const file = path.resolve(io.workingDirectory, name);
    if (!(await isThere(file)))
      throw usageError(`--app: there is no file ${file}.`, "Give the path of a module, such as ./app.ts.");
    if (used.has(file)) throw usageError(`--app: ${file} is used already.`, "Name every module once.");
    used.add(file);
    if (!/^\.[cm]?[jt]sx?$/.test(path.extname(file)))
      throw usageError(
        `--app: ${name} is no module of JavaScript or TypeScript.`,
        `A program in another language is asked by its command line, such as --command "python ${name}".`,
      );
    io.stderr.write(`note: ${oneLine(name)} is run.\n`);
    const found = appsOf(await importModule(file), path.parse(file).name);
    if (found.length === 0) throw usageError(`--app: ${name} exports nothing that answers questions.`, hint);
    apps.push(...found);
  }
  return apps;
}

function appsOf({ value, exports }: ImportedModule, fileName: string): readonly ModelConfig[] {
  const listed = Array.isArray(value) ? value : [value];
  const isOnly = listed.length === 1;
  const byDefault = listed.flatMap((one, at) => appOf(one, isOnly ? fileName : `${fileName}-${at + 1}`));
  const named = Object.entries(exports)
    .filter(([name, one]) => name !== "default" && !listed.includes(one))
    .flatMap(([name, one]) => (isApp(one) ? appOf(one, name) : []));
  return [...byDefault, ...named];
}

function appOf(one: unknown, name: string): readonly ModelConfig[] {
  // the configuration looks at the function, as at every setting
  if (typeof one === "function") return [{ id: name, answer: one as NonNullable<ModelConfig["answer"]> }];
  return isApp(one) ? [{ id: name, ...one }] : [];
}

const isApp = (one: unknown): one is App =>
  typeof one === "object" && one !== null && typeof Reflect.get(one, "answer") === "function";
