import { access, mkdir } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf, writeFileAtomically } from "../../../base/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import type { InitOptions } from "./init-command.ts";
import { projectFiles } from "./project-files.ts";

/** Makes a small project. Nothing is written when a file is in the way. */
export async function init(folder: string, options: InitOptions, io: CommandIo): Promise<ExitCode> {
  const root = path.resolve(io.workingDirectory, folder);
  if (!options.force) await refuseExisting(root);
  for (const { path: name, content } of projectFiles) {
    const file = path.join(root, name);
    await makeFolder(path.dirname(file));
    await writeFileAtomically(file, content);
    print(io, `Wrote ${path.relative(io.workingDirectory, file)}`);
  }
  const change = root === io.workingDirectory ? "" : `cd ${path.relative(io.workingDirectory, root)} && `;
  print(io, "\nName your server and model in presets/local.json, then:");
  print(io, `  ${change}karenina verify benchmark.ts --preset local`);
  return 0;
}

async function refuseExisting(root: string): Promise<void> {
  const there = await Promise.all(
    projectFiles.map(async ({ path: name }) => {
      const found = await access(path.join(root, name)).then(
        () => true,
        () => false,
      );
      return found ? [name] : [];
    }),
  );
  const names = there.flat();
  if (names.length === 0) return;
  throw new KareninaError("invalid_input", `${root} has ${names.join(", ")} already.`, {
    hint: "Choose another folder, or replace the files with --force.",
  });
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new KareninaError("file_unwritable", `Cannot make the folder ${folder}: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
