import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, readlink, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "./errors.ts";
import { requireFolder } from "./require-folder.ts";
import { refusePipeOutput } from "./special-file.ts";

/** How a file is written. */
interface AtomicWriteOptions {
  /** Called when the content is on disk and the file is about to be replaced, which it is not if this throws. */
  readonly beforeReplacing?: () => Promise<void> | undefined;
}

/** What can be written: text or bytes, whole or in pieces. */
export type FileContent = string | Uint8Array | AsyncIterable<string> | AsyncIterable<Uint8Array>;

const defaultMode = 0o666;
const mostLinks = 40;
/** Characters gathered before a write, so that many small pieces do not become many small writes. */
const writeSize = 64 * 1024;

/**
 * Writes a file so that it is either the old one or the whole new one, never half of it: the content goes to a
 * temporary file beside it, is flushed to disk and renamed. A symbolic link stays and its target is replaced;
 * permissions are kept; devices are written to directly, pipes refused. Errors of `content` itself are passed on as they are.
 * Throws `KareninaError` with code `file_unwritable`.
 */
export async function writeFileAtomically(
  file: string,
  content: FileContent,
  { beforeReplacing }: AtomicWriteOptions = {},
): Promise<void> {
  const target = await guard(file, () => realTarget(file));
  // the file itself: /dev/stdout leads to a pipe by a link that has no path
  const existing = await guard(file, () => statIfAny(file));
  if (existing?.isDirectory()) throw unwritable(file, "it is a folder");
  if (existing && !existing.isFile()) {
    await refusePipeOutput(file);
    await using device = await guard(file, () => open(file, "w"));
    return await writeAll(file, device, content);
  }
  const temporary = path.join(path.dirname(target), `.karenina-${randomBytes(8).toString("hex")}.tmp`);
  await requireFolder(target);
  const handle = await guard(
    file,
    () => open(temporary, "wx", existing ? existing.mode : defaultMode),
    temporary,
  );
  try {
    try {
      await writeAll(file, handle, content);
      await guard(file, async () => {
        if (existing) await handle.chmod(existing.mode);
        await handle.sync();
      });
    } finally {
      await handle.close();
    }
    await beforeReplacing?.();
    await guard(file, () => rename(temporary, target), temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

async function writeAll(file: string, handle: FileHandle, content: FileContent): Promise<void> {
  if (typeof content === "string" || content instanceof Uint8Array) {
    return guard(file, () => handle.writeFile(content));
  }
  let pending: string[] = [];
  let size = 0;
  const flush = () => guard(file, () => handle.writeFile(pending.join("")));
  for await (const piece of content) {
    if (typeof piece !== "string") {
      await guard(file, () => handle.writeFile(piece));
      continue;
    }
    pending.push(piece);
    size += piece.length;
    if (size < writeSize) continue;
    await flush();
    pending = [];
    size = 0;
  }
  if (size > 0) await flush();
}

/** The file behind a chain of symbolic links, which need not exist. */
async function realTarget(file: string): Promise<string> {
  let target = path.resolve(file);
  for (let links = 0; links < mostLinks; links++) {
    const entry = await lstat(target).catch(ignoreMissing);
    if (!entry?.isSymbolicLink()) return target;
    target = path.resolve(path.dirname(target), await readlink(target));
  }
  throw new Error("too many symbolic links");
}

const statIfAny = (file: string) => stat(file).catch(ignoreMissing);

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

/** Makes the rename itself durable where the system can; a folder cannot be flushed everywhere. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, "r");
    await handle.sync();
  } catch {
    // the content is on disk already; only the new name may come late
  }
}

/** Errors of work on a file, which name it and not the temporary one in its place. */
async function guard<T>(file: string, work: () => Promise<T>, temporary = file): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unwritable(file, messageOf(error).replaceAll(temporary, file), error);
  }
}

function unwritable(file: string, reason: string, cause?: unknown): KareninaError {
  return new KareninaError("file_unwritable", `Cannot write ${file}: ${reason}.`, {
    hint: "Check that the folder exists, that you may write to it, and that the disk has room.",
    cause,
  });
}
