import { constants } from "node:fs";
import { cp, lstat, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { isWithin, messageOf } from "../../base/index.ts";
import { WrongReply } from "../replies/index.ts";
import type { AnswerDetails, Attachment } from "./answer-function.ts";

/**
 * Puts what an application has made into the folder of its task: what is in the folder that it names, and its attachments.
 * Links are left out: where they lead is not the task's.
 *
 * @throws WrongReply for a folder that is none, and for an attachment that would stand outside.
 */
export async function fillWorkspace(
  target: string,
  { workspace, attachments = [] }: Pick<AnswerDetails, "workspace" | "attachments">,
): Promise<void> {
  if (workspace !== undefined) await copyFolder(path.resolve(workspace), target);
  for (const attachment of attachments) await writeAttachment(target, attachment);
}

async function copyFolder(folder: string, target: string): Promise<void> {
  if (folder === target) return;
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new WrongReply(`the workspace it names is no folder: ${folder}`);
  if (isWithin(folder, target))
    throw new WrongReply(`the workspace it names holds the folder of the task: ${folder}`);
  try {
    await cp(folder, target, {
      recursive: true,
      filter: async (source) => !(await lstat(source)).isSymbolicLink(),
    });
  } catch (error) {
    throw new WrongReply(`the workspace it names could not be copied: ${messageOf(error)}`);
  }
}

async function writeAttachment(target: string, { name, text, data }: Attachment): Promise<void> {
  const file = path.resolve(target, name);
  if (file === target || !isWithin(target, file))
    throw new WrongReply(
      `its attachment ${JSON.stringify(name)} would stand outside of the folder of the task`,
    );
  try {
    await makeFoldersOnTheWay(target, path.dirname(file));
    const there = await lstat(file).catch(() => undefined);
    if (there !== undefined && !there.isFile()) throw new Error("something else is there");
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
    await writeFile(file, text ?? data ?? "", { flag: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW });
  } catch (error) {
    throw new WrongReply(`its attachment ${JSON.stringify(name)} could not be written: ${messageOf(error)}`);
  }
}

/** Makes the folders between the two; a link among them could lead anywhere. */
async function makeFoldersOnTheWay(target: string, folder: string): Promise<void> {
  let at = target;
  for (const part of path.relative(target, folder).split(path.sep).filter(Boolean)) {
    at = path.join(at, part);
    const there = await lstat(at).catch(() => undefined);
    if (there === undefined) await mkdir(at);
    else if (!there.isDirectory()) throw new Error(`${path.relative(target, at)} is no folder`);
  }
}

/**
 * What a service may put into the folder of a task. It is not of this machine: a question's own folder, which is worked in in
 * place, is none of its business, and hidden files are what programs take their settings from.
 *
 * @throws WrongReply for any other.
 */
export function refuseForeignFiles(
  { attachments = [] }: Pick<AnswerDetails, "attachments">,
  isCopy: boolean,
): void {
  const [first] = attachments;
  if (first === undefined) return;
  if (!isCopy)
    throw new WrongReply(
      `its attachment ${JSON.stringify(first.name)} would be written into the question's own folder, which is used in place; set workspace_copy`,
    );
  const hidden = attachments.find(({ name }) => name.split(/[/\\]/).some((part) => /^\.(?!\.?$)/.test(part)));
  if (hidden !== undefined)
    throw new WrongReply(
      `its attachment ${JSON.stringify(hidden.name)} is hidden, which no file of a service may be`,
    );
}
