import { sql } from "kysely";
import type { Store } from "./open-store.ts";

/** How a worker asks a server with a key. */
interface PaceNote {
  /** The same for all that ask one model at one address with one key; not the key. */
  readonly key: string;
  /** So long the server wants to be left alone, in milliseconds; 0: not. */
  readonly pauseMs: number;
}

/** How all workers of a store together ask it. */
interface SharedNote extends PaceNote {
  /** How many do, in all runs. */
  readonly workers: number;
}

/** Workers say that they are there far more often. */
const seenWithinMs = 30_000;
/** Clocks of machines differ: that of the database counts. Milliseconds since 1970. */
const now = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as double precision)`;

/** Says how a worker of a run asks servers, and reads how all do. */
export async function notePaces(
  { database }: Store,
  { run, worker }: { readonly run: string; readonly worker: string },
  paces: readonly PaceNote[],
): Promise<readonly SharedNote[]> {
  if (paces.length === 0) return [];
  await database
    .insertInto("pace")
    .values(
      paces.map(({ key, pauseMs }) => ({
        ...{ worker_id: worker, run_id: run, key },
        ...{ seen_at: now, paused_until: sql<number>`${now} + ${pauseMs}` },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["worker_id", "run_id", "key"]).doUpdateSet((of) => ({
        seen_at: of.ref("excluded.seen_at"),
        paused_until: of.fn<number>("greatest", ["pace.paused_until", "excluded.paused_until"]),
      })),
    )
    .execute();
  const rows = await database
    .selectFrom("pace")
    .select(["key", sql<number>`greatest(0, max(paused_until) - ${now})`.as("pauseMs")])
    .select((of) => of.fn.countAll<number>().as("workers"))
    .where(
      "key",
      "in",
      paces.map(({ key }) => key),
    )
    .where("seen_at", ">", sql<number>`${now} - ${seenWithinMs}`)
    .groupBy("key")
    .execute();
  return rows.map((row) => ({ ...row, workers: Number(row.workers) }));
}

/** A worker has left a run. */
export async function forgetPaces({ database }: Store, run: string, worker: string): Promise<void> {
  await database.deleteFrom("pace").where("run_id", "=", run).where("worker_id", "=", worker).execute();
}
