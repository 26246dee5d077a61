import { type Clock, isoTimestamp } from "../base/index.ts";
import type { Store } from "./open-store.ts";

/** A worker and what it does in a run. */
export interface WorkerNote {
  readonly id: string;
  /** Host and process, for people. */
  readonly name: string;
  readonly concurrency: number;
  /** Why it does not work on the run; null: it does. */
  readonly refusal: string | null;
}

/** Says that a worker is there, and what it does in a run. */
export async function noteWorker(
  { database }: Store,
  run: string,
  note: WorkerNote,
  clock: Clock,
): Promise<void> {
  const seen = { ...note, seen_at: isoTimestamp(clock) };
  await database
    .insertInto("worker")
    .values({ ...seen, run_id: run })
    .onConflict((conflict) => conflict.columns(["id", "run_id"]).doUpdateSet(seen))
    .execute();
}

/** A worker has left a run. */
export async function forgetWorker({ database }: Store, run: string, id: string): Promise<void> {
  await database.deleteFrom("worker").where("run_id", "=", run).where("id", "=", id).execute();
}

/** Workers say that they are there far more often. */
const seenWithinMs = 30_000;

/** The workers of a run that were there just now. */
export async function workersOf(
  { database }: Store,
  run: string,
  clock: Clock,
): Promise<readonly WorkerNote[]> {
  const since = new Date(clock.now() - seenWithinMs).toISOString();
  return await database
    .selectFrom("worker")
    .select(["id", "name", "concurrency", "refusal"])
    .where("run_id", "=", run)
    .where("seen_at", ">", since)
    .orderBy("name")
    .execute();
}
