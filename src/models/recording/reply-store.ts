import { constants } from "node:fs";
import { chmod, lstat, open, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  type Clock,
  type Environment,
  KareninaError,
  makeFolders,
  messageOf,
  ownCacheFolder,
  readErrorCode,
  tryParseJson,
  wireCodec,
} from "../../base/index.ts";
import type { LlmReply } from "../../ports/index.ts";
import { LlmReplyShape } from "../replies/index.ts";

/** Replies of models that runs have kept, so that nothing is asked twice. Several processes may share it. */
export interface ReplyStore extends AsyncDisposable {
  /** The reply with a key; undefined: there is none. Throws for one that is damaged, once. */
  find(key: string): LlmReply | undefined;
  keep(key: string, reply: LlmReply): void;
  /** What it holds, by model. */
  list(): readonly StoredModel[];
  /** Removes replies that were kept longer ago than this, or all; returns how many. */
  clear(olderThanMs?: number): number;
}

/** The replies of one model, as its provider names it. */
export interface StoredModel {
  readonly model: string;
  readonly replies: number;
  /** Characters of the replies as they are kept. */
  readonly size: number;
  /** Milliseconds since 1970, of the oldest and the newest. */
  readonly oldest: number;
  readonly newest: number;
}

/** How much is kept. */
export interface ReplyStoreLimits {
  /** Days after which a reply is removed. Default 90. */
  readonly maxDays?: number | undefined;
  /** Megabytes of replies; those that were not used for longest are removed. Default 1000. */
  readonly maxMegabytes?: number | undefined;
}

const day = 86_400_000;
const megabyte = 1_000_000;
/** So long a process waits for another one that writes. */
const waitMs = 10_000;
/** That a reply was used is noted no more often. */
const noteUseMs = 3_600_000;
const version = 1;
const fileName = "replies.sqlite";
const replyCodec = wireCodec(LlmReplyShape);

/** Where replies are kept when nobody says where: a folder of this user for caches. */
export function replyStoreFolder(environment: Environment): string {
  const folder = ownCacheFolder(environment);
  if (folder !== undefined) return path.join(folder, "replies");
  throw new KareninaError("configuration", "There is no folder for caches that only you can write to.", {
    hint: "Name a folder: --cache DIR.",
  });
}

/** True where a folder has a store. */
export const hasReplyStore = async (folder: string): Promise<boolean> =>
  (await stat(path.join(folder, fileName)).catch(() => undefined))?.isFile() === true;

/** Removes the store of a folder, and the folder where nothing else is in it: what a user keeps there stays. */
export async function removeReplyStore(folder: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"])
    await rm(path.join(folder, `${fileName}${ending}`), { force: true });
  await rmdir(folder).catch((error: unknown) => {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(readErrorCode(error) ?? "")) throw error;
  });
}

/**
 * Opens the store in a folder, which is made where it is missing; only this user can read what is in it.
 *
 * @throws KareninaError `file_unwritable` for a folder that cannot be written, `file_unreadable` for a file that is no store or
 * damaged, as does what is done with the store later, `configuration` for a file of another user, `format_from_future`.
 */
export async function openReplyStore(
  folder: string,
  { clock, maxDays = 90, maxMegabytes = 1000 }: ReplyStoreLimits & { readonly clock: Clock },
): Promise<ReplyStore> {
  await makeFolders(folder, 0o700);
  const file = path.join(folder, fileName);
  const { DatabaseSync } = await import("node:sqlite");
  let database: DatabaseSync | undefined;
  try {
    await makePrivate(file);
    database = new DatabaseSync(file, { timeout: waitMs });
    prepare(database, file);
    prune(database, { before: clock.now() - maxDays * day, size: maxMegabytes * megabyte });
    return storeOver(database, { clock, file });
  } catch (error) {
    database?.close();
    if (KareninaError.isInstance(error)) throw error;
    if (isDamage(error)) throw damagedError(file, error);
    throw new KareninaError("file_unwritable", `Cannot keep replies in ${file}: ${messageOf(error)}.`, {
      hint: "Choose another folder, or remove that file if it is no longer wanted.",
      cause: error,
    });
  }
}

/** What SQLite says of a file that it did not write, or that something else has written into. */
const damageCodes: ReadonlySet<unknown> = new Set([1, 11, 26]);
const isDamage = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && damageCodes.has(error.errcode);

const damagedError = (file: string, cause: unknown): KareninaError =>
  new KareninaError("file_unreadable", `The store of replies ${file} is damaged: ${messageOf(cause)}.`, {
    hint: "Remove that file: what it held is asked for again.",
    cause,
  });

/** What SQLite writes beside the file has the rights of the file, and is read with it: the folder decides who can put it there. */
async function makePrivate(file: string): Promise<void> {
  const folder = await stat(path.dirname(file));
  const isOthers = process.getuid !== undefined && folder.uid !== process.getuid();
  if (process.platform !== "win32" && (isOthers || (folder.mode & 0o022) !== 0))
    throw new KareninaError(
      "configuration",
      `Others can write in ${path.dirname(file)}, where replies are kept.`,
      {
        hint: "Choose a folder that only you can write in: whoever writes replies decides what models said.",
      },
    );
  if ((await lstat(file).catch(() => undefined))?.isSymbolicLink())
    throw new KareninaError("configuration", `${file} is a link.`, {
      hint: "Choose another folder for replies.",
    });
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  // a pipe would wait for its other end
  await using handle = await open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const about = await handle.stat();
  if (!about.isFile()) throw new Error("it is no file");
  const { uid, mode } = about;
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new KareninaError("configuration", `${file} belongs to another user.`, {
      hint: "Choose a folder of your own: whoever writes replies decides what models said.",
    });
  if ((mode & 0o077) !== 0) await chmod(file, 0o600);
}

function prepare(database: DatabaseSync, file: string): void {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA auto_vacuum = INCREMENTAL;");
  const found = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (found > version)
    throw new KareninaError(
      "format_from_future",
      `${file} has version ${found} of the store of replies; this program reads up to ${version}.`,
      { hint: "Use a newer karenina, or another folder." },
    );
  database.exec(`
    CREATE TABLE IF NOT EXISTS replies (
      key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL,
      kept_at INTEGER NOT NULL, used_at INTEGER NOT NULL
    ) STRICT;
    PRAGMA user_version = ${version};
  `);
}

function prune(
  database: DatabaseSync,
  { before, size }: { readonly before: number; readonly size: number },
): void {
  if (Number.isFinite(before)) database.prepare("DELETE FROM replies WHERE kept_at < ?").run(before);
  if (!Number.isFinite(size)) return;
  database
    .prepare(
      `DELETE FROM replies WHERE key IN (
        SELECT key FROM (
          SELECT key, SUM(LENGTH(reply)) OVER (ORDER BY used_at DESC, key) AS size FROM replies
        ) WHERE size > ?
      )`,
    )
    .run(size);
}

/** A reply as it is kept. */
export const replyText = (reply: LlmReply): string => JSON.stringify(replyCodec.encode(reply));

/** The same read; undefined: it is none. */
export function replyFromText(text: unknown): LlmReply | undefined {
  try {
    return replyCodec.decode(tryParseJson(String(text)), "A reply in the store");
  } catch {
    return undefined;
  }
}

function storeOver(
  database: DatabaseSync,
  { clock, file }: { readonly clock: Clock; readonly file: string },
): ReplyStore {
  const whole = <T>(use: () => T): T => {
    try {
      return use();
    } catch (error) {
      throw isDamage(error) ? damagedError(file, error) : error;
    }
  };
  const find = database.prepare("SELECT reply, used_at FROM replies WHERE key = ?");
  const remove = database.prepare("DELETE FROM replies WHERE key = ?");
  const note = database.prepare("UPDATE replies SET used_at = ? WHERE key = ?");
  const keep = database.prepare(
    "INSERT OR REPLACE INTO replies (key, model, reply, kept_at, used_at) VALUES (?, ?, ?, ?, ?)",
  );
  let isOpen = true;
  return {
    find(key) {
      const row = whole(() => find.get(key));
      if (row === undefined) return undefined;
      const reply = replyFromText(row.reply);
      if (reply === undefined) {
        whole(() => remove.run(key));
        throw new KareninaError("file_unreadable", `A reply in ${file} was damaged and is removed.`);
      }
      const now = clock.now();
      if (now - Number(row.used_at) > noteUseMs) whole(() => note.run(now, key));
      return reply;
    },
    keep(key, reply) {
      const now = clock.now();
      whole(() => keep.run(key, reply.model, replyText(reply), now, now));
    },
    list: () =>
      whole(() =>
        database
          .prepare(
            `SELECT model, COUNT(*) AS replies, SUM(LENGTH(reply)) AS size, MIN(kept_at) AS oldest, MAX(kept_at) AS newest
           FROM replies GROUP BY model ORDER BY model`,
          )
          .all(),
      ).map((row) => ({
        model: String(row.model),
        replies: Number(row.replies),
        size: Number(row.size),
        oldest: Number(row.oldest),
        newest: Number(row.newest),
      })),
    clear(olderThanMs) {
      const before = olderThanMs === undefined ? Number.MAX_SAFE_INTEGER : clock.now() - olderThanMs;
      return whole(() => {
        const { changes } = database.prepare("DELETE FROM replies WHERE kept_at < ?").run(before);
        database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);");
        return Number(changes);
      });
    },
    async [Symbol.asyncDispose]() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}
