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
    await mkdir(path.dirname(file), { recursive: true });
    // a link in the folder could lead anywhere
    const there = await lstat(file).catch(() => undefined);
    if (there !== undefined && !there.isFile()) throw new Error("something else is there");
    await writeFile(file, text ?? data ?? "");
  } catch (error) {
    throw new WrongReply(`its attachment ${JSON.stringify(name)} could not be written: ${messageOf(error)}`);
  }
}
