import path from "node:path";
import { type Clock, KareninaError, makeFolders, messageOf } from "../base/index.ts";
import type { WorkspaceCapture } from "../ports/index.ts";
import { safeName } from "./area/safe-name.ts";
import { areaIn, type WorkspaceArea } from "./area/workspace-area.ts";
import { captureTree } from "./capture/capture-tree.ts";
import { defaultExcludes, excludes } from "./capture/excludes.ts";
import { type CaptureManifest, captureManifest } from "./capture/manifest.ts";
import type { ManifestEntry } from "./capture/manifest-entry.ts";
import type { WorkspaceOutput } from "./provider-options.ts";
import type { RunFolders } from "./run-folders.ts";
import { fingerprintTree, type TreeFingerprint } from "./tree/fingerprint-tree.ts";
import { writeInside } from "./tree/write-inside.ts";

/** What a run keeps of its workspaces. */
export interface RunCaptures {
  /** To be taken before an agent begins; null where it is not needed. */
  baseline(folder: string, signal?: AbortSignal): Promise<TreeFingerprint | null>;
  /** Never rejects; what went wrong is in the warnings. */
  capture(from: CaptureSource, about: WorkspaceCapture): Promise<readonly string[]>;
  /** Completes the manifest. Rejects where it cannot be written. */
  complete(): Promise<void>;
}

/** A folder that an agent worked in. */
interface CaptureSource {
  readonly path: string;
  readonly baseline: TreeFingerprint | null;
}

/** Throws `KareninaError` `configuration` where captures have no folder to go to. */
export function runCaptures(output: WorkspaceOutput, folders: RunFolders, clock: Clock): RunCaptures {
  const { mode } = output;
  if (mode === "none") {
    return { baseline: async () => null, capture: async () => [], complete: async () => undefined };
  }
  if (output.dir === null) {
    throw new KareninaError(
      "configuration",
      `Workspaces are to be kept ("${mode}"), but no folder says where.`,
      {
        hint: "Set workspace_output_dir, or workspace_output_mode to none.",
      },
    );
  }
  const dir = path.resolve(output.dir);
  const isExcluded = excludes([...defaultExcludes, ...output.exclude]);
  let opened: Promise<OpenedOutput> | undefined;
  return {
    async baseline(folder, signal) {
      if (mode === "full") return null;
      return fingerprintTree({ folder, wants: (found) => !isExcluded(found.toString()), signal });
    },
    async capture(from, about) {
      try {
        opened ??= openOutput(dir, clock);
        const { area, manifest } = await opened;
        const entry = await captured({ from, about, mode, area, folders, isExcluded });
        await manifest.add(entry);
        return warningsOf(entry);
      } catch (error) {
        return [`The workspace could not be captured: ${messageOf(error)}`];
      }
    },
    async complete() {
      await opened?.then(
        ({ manifest }) => manifest.compact(),
        () => undefined,
      );
    },
  };
}

interface OpenedOutput {
  readonly area: WorkspaceArea;
  readonly manifest: CaptureManifest;
}

async function openOutput(dir: string, clock: Clock): Promise<OpenedOutput> {
  await makeFolders(dir);
  const area = await areaIn(dir);
  return { area, manifest: captureManifest(area.folder, clock) };
}

interface CaptureRequest {
  readonly from: CaptureSource;
  readonly about: WorkspaceCapture;
  readonly mode: "full" | "produced";
  readonly area: WorkspaceArea;
  readonly folders: RunFolders;
  readonly isExcluded: (path: string) => boolean;
}

async function captured(request: CaptureRequest): Promise<ManifestEntry> {
  const { from, mode, area, folders, isExcluded } = request;
  const { added = [], ...about } = request.about;
  const base = `${safeName(about.questionId)}__${safeName(about.resultId)}`;
  const destination = path.join(area.folder, base);
  const entry = {
    ...about,
    ...{ scenarioId: null, scenarioNode: null, scenarioTurn: null },
    captureMode: mode,
    sourceWorkspacePath: from.path,
  };
  try {
    const { count, failures } = await captureTree({
      workspace: from.path,
      destination,
      baseline: mode === "full" ? null : from.baseline,
      isExcluded,
      claim: () =>
        folders.claim({
          ...{ area, place: { beside: "captures" }, purpose: "capture", source: from.path, keep: false },
          ...{ base: safeName(about.questionId), replicate: about.replicate },
        }),
    });
    for (const { path: name, text } of added) await writeInside(destination, name, text);
    return {
      ...entry,
      destination,
      status: failures.length > 0 ? "captured_with_errors" : "captured",
      copiedFileCount: count + added.length,
      copyErrors: [...failures],
      skipReason: null,
    };
  } catch (error) {
    const skipReason = messageOf(error);
    return { ...entry, destination: null, status: "skipped", copiedFileCount: 0, copyErrors: [], skipReason };
  }
}

function warningsOf({ status, skipReason, copyErrors, destination }: ManifestEntry): readonly string[] {
  if (status === "skipped") return [`The workspace was not captured: ${skipReason}`];
  if (copyErrors.length === 0) return [];
  const [first] = copyErrors;
  return [
    `${copyErrors.length} of the workspace's entries could not be captured to ${destination}, first ${first?.path}: ${first?.error}`,
  ];
}
