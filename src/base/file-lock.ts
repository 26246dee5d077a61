import { rm, stat } from "node:fs/promises";

/** File systems whose files have another number at each look are looked at no oftener. */
const mostLooks = 20;

/**
 * Takes a lock that stands in a file of its own, until disposed; the file goes with it. Undefined: somebody holds it. The
 * lock is the operating system's: it ends with the process that holds it, however that ends, and is the same seen from
 * every container and, where the file system has locks across machines, from every machine. What an ended process has
 * left of the file does not count. Throws what SQLite throws where the file cannot be made or locked.
 */
export async function takeFileLock(file: string): Promise<AsyncDisposable | undefined> {
  // loaded with the first lock: most commands take none
  const { DatabaseSync } = await import("node:sqlite");
  for (let looks = 1; ; looks += 1) {
    const before = await inodeOf(file);
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec("BEGIN IMMEDIATE");
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    const after = await inodeOf(file);
    if ((before !== undefined && before === after) || looks === mostLooks) return held(file, database);
    // locked is a file that its last holder has just removed, or one that was not there before: look again
    database.close();
  }
}

function held(file: string, database: Disposable): AsyncDisposable {
  let released: Promise<void> | undefined;
  return {
    [Symbol.asyncDispose]() {
      // removed while it is still locked: whoever waits for it sees that it is gone
      released ??= rm(file, { force: true }).finally(() => database[Symbol.dispose]());
      return released;
    },
  };
}

async function inodeOf(file: string): Promise<bigint | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found?.ino;
}

/** True where another connection has the lock: SQLite's code for it, in the lowest byte. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    error.errcode % 256 === 5
  );
}
