import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, open, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Environment, type JsonObject, makeFolders } from "../../../base/index.ts";

/** Tells the logs that this user's own runs have written from all others. */
export interface LogSeal {
  /** What to note in the header of a log. */
  sealOf(header: JsonObject): string;
  /** True for a header that was sealed here and has not been changed since. */
  isOwn(header: JsonObject): boolean;
}

const keyBytes = 32;

/**
 * The seal of this user: a digest with a key that only this user can read, in the folder for states of programs. It is
 * made when it is first needed. Undefined where there is no such folder, or it is not private.
 */
export async function userSeal(environment: Environment): Promise<LogSeal | undefined> {
  const folder = stateFolder(environment);
  const key = folder === undefined ? undefined : await userKey(folder).catch(() => undefined);
  if (key === undefined) return undefined;
  const sealOf = ({ seal: _, ...header }: JsonObject) =>
    createHmac("sha256", key).update(JSON.stringify(header)).digest("hex");
  return {
    sealOf,
    isOwn(header) {
      if (typeof header.seal !== "string") return false;
      const [found, expected] = [Buffer.from(header.seal), Buffer.from(sealOf(header))];
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
  };
}

function stateFolder(environment: Environment): string | undefined {
  const { XDG_STATE_HOME: state, HOME: home, LOCALAPPDATA: local } = environment;
  if (process.platform === "win32") return local ? path.join(local, "karenina") : undefined;
  if (state && path.isAbsolute(state)) return path.join(state, "karenina");
  return home ? path.join(home, ".local", "state", "karenina") : undefined;
}

async function userKey(folder: string): Promise<Buffer | undefined> {
  await makeFolders(folder, 0o700);
  const place = await stat(folder);
  if (!isPrivate(place, 0o022)) return undefined;
  const file = path.join(folder, "log-key");
  await makeKey(file);
  await using handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  return await keyIn(handle);
}

async function keyIn(handle: FileHandle): Promise<Buffer | undefined> {
  const found = await handle.stat();
  if (!found.isFile() || found.size !== keyBytes || !isPrivate(found, 0o077)) return undefined;
  return await handle.readFile();
}

/** Writes a key where there is none; of two processes that do so at the same time, one wins. */
async function makeKey(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) return;
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, randomBytes(keyBytes), { mode: 0o600, flag: "wx" });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** True for what belongs to this user, and of whose mode none of these bits is set. Windows keeps folders of users apart itself. */
function isPrivate({ uid, mode }: { readonly uid: number; readonly mode: number }, bits: number): boolean {
  return process.platform === "win32" || (uid === process.getuid?.() && (mode & bits) === 0);
}
