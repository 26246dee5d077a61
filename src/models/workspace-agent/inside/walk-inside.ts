import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { type OpenFolder, openFolder } from "./open-folder.ts";

/** Something in a folder. */
export interface WalkedEntry {
  readonly folder: OpenFolder;
  readonly name: string;
  /** Relative to the workspace. */
  readonly inside: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** How far a walk goes. */
interface WalkOptions {
  readonly recursive: boolean;
  readonly signal: AbortSignal;
}

/** Folders whose content is hardly ever asked for, and very large. */
const passedBy: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".venv"]);
const deepest = 64;

/** The entries of a folder by name, folders before their content. Links are named, not followed. */
export async function* walkInside(
  folder: OpenFolder,
  inside: string,
  options: WalkOptions,
  depth = 0,
): AsyncGenerator<WalkedEntry> {
  const entries = await readdir(folder.path, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    options.signal.throwIfAborted();
    const place = inside === "." ? entry.name : `${inside}/${entry.name}`;
    const kind = kindOf(entry);
    yield { folder, name: entry.name, inside: place, kind };
    if (kind !== "folder" || !options.recursive || passedBy.has(entry.name) || depth >= deepest) continue;
    await using below = await openIfAny(folder.at(entry.name));
    if (below !== undefined) yield* walkInside(below, place, options, depth + 1);
  }
}

function kindOf(entry: Dirent): WalkedEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** A folder may have gone, have become a link, or be closed to us. */
const openIfAny = (place: string): Promise<OpenFolder | undefined> =>
  openFolder(place).catch(() => undefined);
