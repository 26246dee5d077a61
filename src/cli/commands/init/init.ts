import { lstat } from "node:fs/promises";
import path from "node:path";
import {
  KareninaError,
  makeFolders,
  messageOf,
  readErrorCode,
  writeFileAtomically,
} from "../../../base/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { shellWord } from "../../shell-word.ts";
import type { InitOptions } from "./init-command.ts";
import { packageFile, projectFiles } from "./project-files.ts";
import { projectDependencies, projectName, readExistingPackage } from "./project-package.ts";

/** Makes a small project. Nothing is written when a file is in the way, nor through links; what a folder often has stays. */
export async function init(folder: string, options: InitOptions, io: CommandIo): Promise<ExitCode> {
  const root = path.resolve(io.workingDirectory, folder);
  const found = await readExistingPackage(path.join(root, packageFile));
  const { karenina, zod } = projectDependencies();
  const module = found === undefined || found.isModule ? "benchmark.ts" : "benchmark.mts";
  const benchmark = options.yaml === true ? "benchmark.yaml" : module;
  const dependencies = options.yaml === true ? { karenina } : { karenina, zod };
  const files = projectFiles({ name: projectName(root), dependencies, benchmark });
  const staying = await existing(
    root,
    files.filter(({ stays }) => stays).map((file) => file.path),
  );
  // a package.json that exists and could not be read is a link to nothing
  const left = staying.filter((name) => name !== packageFile || found !== undefined);
  const written = files.filter(({ path: name }) => !left.includes(name));
  const names = written.map((file) => file.path);
  await requireWritable(root, names);
  const inTheWay = await existing(root, names);
  if (!options.force && inTheWay.length > 0) throw refuseFolder(root, inTheWay);
  for (const { path: name, content } of written) {
    const file = path.join(root, name);
    await makeFolders(path.dirname(file));
    await writeFileAtomically(file, content);
    print(io, `Wrote ${path.relative(io.workingDirectory, file)}`);
  }
  const change =
    root === io.workingDirectory ? [] : [`cd ${shellWord(path.relative(io.workingDirectory, root))}`];
  const wanted = Object.entries(dependencies)
    .filter(([name]) => !found?.dependencies.includes(name))
    .map(([name, where]) => shellWord(`${name}@${where}`));
  const install =
    found === undefined ? ["npm install"] : wanted.length > 0 ? [["npm install", ...wanted].join(" ")] : [];
  for (const name of left) print(io, `Left ${name} as it is`);
  print(io, "\nName your server and model in presets/local.json, then:");
  print(io, `  ${[...change, ...install, `npx karenina verify ${benchmark} --preset local`].join(" && ")}`);
  if (found === undefined) print(io, `\npackage.json depends on karenina as ${dependencies.karenina}.`);
  return 0;
}

async function existing(root: string, names: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(names.map((name) => kindAt(path.join(root, name))));
  return names.filter((_, place) => kinds[place] !== undefined);
}

/** Everything is looked at before the first file is written: a project that is half made helps nobody. */
async function requireWritable(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const folder = path.dirname(name);
    if (folder !== ".") await requireKind(path.join(root, folder), "folder");
    await requireKind(path.join(root, name), "file");
  }
}

async function requireKind(place: string, wanted: "file" | "folder"): Promise<void> {
  const found = await kindAt(place);
  if (found === undefined || found === wanted) return;
  throw new KareninaError("file_unwritable", `${place} is a ${found}, and should be a ${wanted}.`, {
    hint: "Remove it, or choose another folder.",
  });
}

async function kindAt(place: string): Promise<"file" | "folder" | "link" | "device" | undefined> {
  const found = await lstat(place).catch((error: unknown) => {
    if (readErrorCode(error) === "ENOENT" || readErrorCode(error) === "ENOTDIR") return undefined;
    throw new KareninaError("file_unwritable", `Cannot look at ${place}: ${messageOf(error)}.`, {
      cause: error,
    });
  });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return "link";
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "device";
}

function refuseFolder(root: string, names: readonly string[]): KareninaError {
  return new KareninaError("invalid_input", `${root} has ${names.join(", ")} already.`, {
    hint: "Choose another folder, or replace the files with --force.",
  });
}
