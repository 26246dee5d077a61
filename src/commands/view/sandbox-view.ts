import { readFileSync } from "node:fs";

/** A file or folder of this machine. */
export interface ReadOnlyEntry {
  readonly kind: "read_only";
  readonly source: string;
  readonly target: string;
  readonly isFolder: boolean;
}

/** One thing that commands see beside their workspace, `/tmp`, `/proc` and `/dev`. */
export type ViewEntry =
  | ReadOnlyEntry
  | { readonly kind: "symlink"; readonly leadsTo: string; readonly target: string }
  | { readonly kind: "text"; readonly text: string; readonly target: string }
  /** A folder that is empty inside, but for entries that follow. */
  | { readonly kind: "hidden"; readonly target: string };

/** What the inside of a sandbox looks like. */
export interface SandboxView {
  readonly entries: readonly ViewEntry[];
  readonly environment: Readonly<Record<string, string>>;
  /** The shell that runs commands. */
  readonly shell: string;
}

/** What stands in the place of a hidden folder has room for nothing but mount points. */
export const hiddenFolderBytes = 1024 ** 2;
/** What the workspace is called inside. */
export const insideWorkspace = "/workspace";
/** What there is in `/dev`. */
export const devices = ["null", "zero", "full", "random", "urandom", "tty"];

/** Size of `/dev/shm`, in bytes. */
export const sharedMemoryBytes = 64 * 1024 ** 2;

/** The user and group that commands run as inside. */
export const insideId = 1000;

/** Mount points below a folder, each before those below it: a read-only bind of the folder does not cover them. */
export function mountsBelow(
  folder: string,
  mountinfo: string = readFileSync("/proc/self/mountinfo", "utf8"),
): readonly string[] {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  const points = mountinfo.split("\n").flatMap((line) => {
    const point = line.split(" ")[4];
    return point === undefined
      ? []
      : [point.replaceAll(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))];
  });
  return [...new Set(points.filter((point) => point.startsWith(prefix) && point !== prefix))].sort();
}
