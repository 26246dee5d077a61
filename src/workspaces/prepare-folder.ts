import path from "node:path";
import { isThere, KareninaError, messageOf, readErrorCode } from "../base/index.ts";
import type { WorkspaceRequest } from "../ports/index.ts";
import { recordFile } from "./area/folder-record.ts";
import { isRunName } from "./area/run-name.ts";
import { clipName, longestBase, safeName } from "./area/safe-name.ts";
import type { WorkspaceArea } from "./area/workspace-area.ts";
import { copyWarnings } from "./copy-warnings.ts";
import { type ReadyFolder, unlessItFails } from "./open-workspace.ts";
import { resolveSource } from "./resolve-source.ts";
import { copyTree, TreeCopyError } from "./tree/copy-tree.ts";
import { writeInside } from "./tree/write-inside.ts";
import type { WorkspaceRun } from "./workspace-run.ts";

/** Makes the folder an answering agent works in, or an empty one for a judge. Throws as `WorkspaceProvider.prepare` does. */
export async function prepareFolder(
  run: WorkspaceRun,
  { questionId, source: named, replicate, purpose = "answer", files = [], signal }: WorkspaceRequest,
): Promise<ReadyFolder> {
  const until = signal === undefined ? run.ended : AbortSignal.any([signal, run.ended]);
  until.throwIfAborted();
  if (named !== null && run.options.root === null) throw rootMissing(named);
  const area = await run.folders.area();
  if (purpose === "judge") return prepareForJudge(run, area, { questionId, replicate });
  const source = named === null ? null : await resolveSource(area.folder, named);
  const ready = { source, replicate, purpose: "answer", warnings: [] } as const;
  if (source !== null && !run.options.copy) {
    if (files.length > 0) throw notCopiedInto(source);
    return { ...ready, path: source, claimed: null, baseline: await run.captures.baseline(source, until) };
  }
  const claimed = await run.folders.claim({
    area,
    place: { parent: source === null ? area.folder : path.dirname(source) },
    base: source === null ? safeName(questionId) : clipName(path.basename(source), longestBase),
    ...{ purpose: "answer", source, keep: !run.options.cleanup, replicate },
  });
  return unlessItFails(claimed, async () => {
    const warnings = source === null ? [] : await copyForAnswer(area, source, claimed.path, until);
    const placed: string[] = [];
    for (const { path: name, data } of files) placed.push(await writeInside(claimed.path, name, data));
    const baseline = await run.captures.baseline(claimed.path, until);
    until.throwIfAborted();
    return { ...ready, path: claimed.path, claimed, baseline, warnings, placed };
  });
}

async function prepareForJudge(
  run: WorkspaceRun,
  area: WorkspaceArea,
  { questionId, replicate }: Pick<WorkspaceRequest, "questionId" | "replicate">,
): Promise<ReadyFolder> {
  const kind = { purpose: "judge", source: null, replicate } as const;
  const claimed = await run.folders.claim({
    ...{ area, place: { beside: "judges" }, base: safeName(questionId), keep: false },
    ...kind,
  });
  return { ...kind, path: claimed.path, claimed, baseline: null, warnings: [] };
}

async function copyForAnswer(
  area: WorkspaceArea,
  source: string,
  to: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const copied = await copyTree({
      from: source,
      to,
      outsideLinks: "leave_out",
      failures: "throw",
      wants: async (found, isFolder) => !(isFolder && (await isOfARun(area, found))),
      signal,
    });
    return copyWarnings(copied);
  } catch (error) {
    signal.throwIfAborted();
    throw notCopied(source, error);
  }
}

/** Folders of questions may lie in each other, and then so do their copies: those are no part of the question. */
async function isOfARun(area: WorkspaceArea, found: Buffer): Promise<boolean> {
  const name = path.basename(found.toString());
  return isRunName(name) && (await isThere(recordFile(area, name)));
}

const outOfRoom = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

function notCopied(source: string, error: unknown): KareninaError {
  const { path: found, cause } = error instanceof TreeCopyError ? error : { path: "", cause: error };
  const code = readErrorCode(cause) ?? "";
  const place = found === "" ? source : path.join(source, found);
  const message = `Cannot copy the workspace ${source}: ${place}: ${messageOf(error)}.`;
  return outOfRoom.has(code)
    ? new KareninaError("file_unwritable", message, {
        hint: "Make room where the workspace root is, or remove what ended runs left: karenina workspace clean.",
        cause,
      })
    : new KareninaError("file_unreadable", message, {
        hint: "Everything in a question's folder has to be readable: check its permissions, or take it out.",
        cause,
      });
}

function notCopiedInto(source: string): KareninaError {
  return new KareninaError(
    "configuration",
    `The attachments of the question would be written into its own folder ${source}, which is used in place.`,
    { hint: "Run it on a copy (`workspace_copy`), or put the files into that folder." },
  );
}

function rootMissing(source: string): KareninaError {
  return new KareninaError(
    "configuration",
    `The question's workspace ${JSON.stringify(source)} is relative to a workspace root, and the run has none.`,
    { hint: "Give the benchmark a workspace root." },
  );
}
