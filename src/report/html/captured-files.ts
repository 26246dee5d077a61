import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "../../base/index.ts";

/** A file that an agent left, as far as it is shown. */
export interface FileView {
  /** From the top of the workspace, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Its beginning; null for what is no text, and beyond what a page holds of one result. */
  readonly text: string | null;
  /** True: there is more than `text`. */
  readonly isCut: boolean;
}

/** The captures of runs: the files of results by their ids. */
export interface Captures {
  /** In order of their paths; empty where nothing was captured. */
  filesOf(resultId: string): Promise<readonly FileView[]>;
}

const mostFiles = 100;
/** So much of a file is shown, and of all files of a result. */
const longestText = 32 * 1024;
const longestTexts = 256 * 1024;

/**
 * Opens a folder into which workspaces were captured, each as `QUESTION__RESULT`. Links are not followed. Throws
 * `file_unreadable`.
 */
export async function openCaptures(folder: string): Promise<Captures> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new KareninaError("file_unreadable", `Cannot read the folder ${folder}: ${messageOf(cause)}.`, {
      hint: "Give the folder that the run kept its workspaces in, such as workspaces beside the results.",
      cause,
    });
  });
  const byResult = new Map(
    entries.flatMap((entry) =>
      entry.isDirectory() && entry.name.includes("__")
        ? [[entry.name.slice(entry.name.lastIndexOf("__") + 2), path.join(folder, entry.name)] as const]
        : [],
    ),
  );
  return {
    async filesOf(resultId) {
      const top = byResult.get(resultId);
      if (top === undefined) return [];
      const views: FileView[] = [];
      let room = longestTexts;
      for (const file of (await filesIn(top)).slice(0, mostFiles)) {
        const view = await fileView(top, file, Math.min(room, longestText));
        views.push(view);
        room -= view.text?.length ?? 0;
      }
      return views;
    },
  };
}

async function filesIn(top: string): Promise<readonly string[]> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function fileView(top: string, file: string, room: number): Promise<FileView> {
  const name = path.relative(top, file).replaceAll(path.sep, "/");
  await using handle = await open(file, "r");
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(Math.min(size, room)),
    0,
    Math.min(size, room),
    0,
  );
  const isCut = bytesRead < size;
  const bytes = buffer.subarray(0, bytesRead);
  const isText = (room > 0 || size === 0) && !bytes.includes(0);
  return { path: name, bytes: size, text: isText ? bytes.toString("utf8") : null, isCut };
}
