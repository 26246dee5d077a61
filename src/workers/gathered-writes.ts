import type { Clock } from "../base/index.ts";

/** Writes that go together where they come close to each other. */
export interface GatheredWrites<Row> {
  /** Resolves when it is written, with others; rejects when they could not be. */
  add(row: Row): Promise<void>;
  /** Those that wait to be written. */
  readonly waiting: readonly Row[];
  /** Resolves when nothing is being written; never rejects. */
  settled(): Promise<void>;
}

/** What comes so close to each other goes together. */
const gatheredMs = 5;
/** So many rows at most: a statement has 65,535 parameters. */
const rowsAtOnce = 500;

/** Gathers rows for `write`, which is called by one at a time. */
export function gatheredWrites<Row>(
  clock: Clock,
  write: (rows: readonly Row[]) => Promise<void>,
): GatheredWrites<Row> {
  const waiting: Row[] = [];
  const promises: PromiseWithResolvers<void>[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    await clock.sleep(gatheredMs);
    while (waiting.length > 0) {
      const rows = waiting.splice(0, rowsAtOnce);
      const written = promises.splice(0, rowsAtOnce);
      try {
        await write(rows);
        for (const one of written) one.resolve();
      } catch (error) {
        for (const one of written) one.reject(error);
      }
    }
    // at once: a row that comes a moment later begins anew
    writing = undefined;
  }

  return {
    waiting,
    add(row) {
      const written = Promise.withResolvers<void>();
      waiting.push(row);
      promises.push(written);
      writing ??= writeAll();
      return written.promise;
    },
    async settled() {
      await writing;
    },
  };
}
