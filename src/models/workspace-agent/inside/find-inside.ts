import type { Stats } from "node:fs";
import { lstat, mkdir, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { readErrorCode } from "../../../base/index.ts";
import { insideParts, refused } from "./inside-path.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";

/** Where a path leads to: an entry of an open folder inside the workspace. */
export interface InsidePlace extends AsyncDisposable {
  readonly folder: OpenFolder;
  /** Undefined: the folder itself. */
  readonly name: string | undefined;
  /** Undefined: there is no such entry. Never a link. */
  readonly found: Stats | undefined;
  /** The path relative to the workspace, `.` for itself; what the model reads. */
  readonly inside: string;
}

const mostLinks = 40;

/**
 * Follows a path step by step from the workspace, each step through the folder that was opened before. Links are
 * followed as long as they stay inside. Throws `KareninaError` `invalid_input` for whatever leads out.
 */
export async function findInside(
  workspacePath: string,
  written: string,
  { create = false }: { readonly create?: boolean } = {},
): Promise<InsidePlace> {
  const root = await realpath(workspacePath);
  await using opened = new AsyncDisposableStack();
  const folders: { readonly name: string; readonly folder: OpenFolder }[] = [];
  const top = opened.use(await openFolder(root));
  const here = () => folders.at(-1)?.folder ?? top;
  const place = (name: string | undefined, found: Stats | undefined): InsidePlace => {
    const kept = opened.move();
    const inside = [...folders.map((step) => step.name), ...(name === undefined ? [] : [name])].join("/");
    return {
      folder: here(),
      name,
      found,
      inside: inside || ".",
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  };
  const steps = [...insideParts(written, root)].filter(isStep);
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === "..") {
      if (folders.pop() === undefined) throw refused(written, "it leads out of the workspace");
      continue;
    }
    const found = await lstatIfAny(here().at(step));
    if (found?.isSymbolicLink()) {
      links += 1;
      if (links > mostLinks) throw refused(written, "it has too many links");
      const target = await readlink(here().at(step));
      steps.unshift(...linkSteps(written, target, root).filter(isStep));
      if (path.isAbsolute(target)) folders.length = 0;
      continue;
    }
    if (steps.length === 0) return place(step, found);
    if (found === undefined) {
      if (!create) throw refused(written, "it does not exist");
      await mkdir(here().at(step));
    } else if (!found.isDirectory()) throw refused(written, `"${step}" is not a folder`);
    folders.push({ name: step, folder: opened.use(await openFolder(here().at(step))) });
  }
  return place(undefined, await lstatIfAny(`${here().path}/.`));
}

const isStep = (part: string): boolean => part !== "" && part !== ".";

function linkSteps(written: string, target: string, root: string): readonly string[] {
  try {
    return insideParts(target, root);
  } catch {
    throw refused(written, "a link on its way leads out of the workspace");
  }
}

async function lstatIfAny(place: string): Promise<Stats | undefined> {
  try {
    return await lstat(place);
  } catch (error) {
    if (readErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
