import { type Clock, isoTimestamp, KareninaError } from "../base/index.ts";
import type { Store } from "./open-store.ts";
import { forgetReplies } from "./replies.ts";
import { beginSpending, type RunLimits } from "./spending.ts";
import type { RunState } from "./tables.ts";

/** A run of a store, without its results. */
export interface StoredRun {
  readonly id: string;
  readonly name: string | null;
  readonly benchmark: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly state: RunState;
  readonly part: number;
  readonly tasks: number;
  /** How many of them have a result. */
  readonly finished: number;
}

/** A run that is put into a store. */
interface NewRun {
  /** UUID. */
  readonly id: string;
  readonly name: string | null;
  readonly benchmark: string;
  readonly tasks: number;
  readonly header: string;
  readonly definition: string | null;
  /** What may be spent on it. Default: nobody counts that. */
  readonly limits?: RunLimits;
  /** Files that go with it, by their names. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/** Puts a run into a store; from then on it is open. */
export async function addRun({ database }: Store, run: NewRun, clock: Clock): Promise<void> {
  const { id } = run;
  const { files = new Map<string, Uint8Array>(), limits, ...rest } = run;
  await database.transaction().execute(async (transaction) => {
    const row = { ...rest, created_at: isoTimestamp(clock), state: "open" as const, part: 1 };
    await transaction.insertInto("run").values(row).execute();
    for (const [name, content] of files)
      await transaction.insertInto("run_file").values({ run_id: id, name, content }).execute();
    if (limits !== undefined) await beginSpending(transaction, id, limits, clock);
  });
}

/** The runs of a store, the newest first. */
export async function listRuns({ database }: Store): Promise<readonly StoredRun[]> {
  const rows = await database
    .selectFrom("run")
    .select(["id", "name", "benchmark", "created_at as createdAt", "state", "part", "tasks"])
    .select((of) =>
      of
        .selectFrom("result")
        .whereRef("result.run_id", "=", "run.id")
        .where((where) => where.or([where("result.kind", "=", "walk"), where("result.walk", "is", null)]))
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("finished"),
    )
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, finished: Number(row.finished ?? 0) }));
}

/**
 * The run that is meant: by its id, the beginning of it, or its name, of which the newest counts.
 *
 * @throws KareninaError `configuration` where there is none, or several begin so.
 */
export async function findRun(store: Store, wanted: string): Promise<StoredRun> {
  const runs = await listRuns(store);
  const named = runs.find(({ id, name }) => id === wanted || name === wanted);
  if (named !== undefined) return named;
  const found = wanted.length < 4 ? [] : runs.filter(({ id }) => id.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new KareninaError(
    "configuration",
    found.length > 1
      ? `Several runs of ${store.name} begin with ${JSON.stringify(wanted)}.`
      : `There is no run ${JSON.stringify(wanted)} in ${store.name}.`,
    {
      hint: "Give the id of a run, four or more of its first characters, or its name; `npx karenina runs list` shows them.",
    },
  );
}

/** What only those need who work on a run. */
export async function readRunText(
  { database }: Store,
  id: string,
): Promise<{ readonly header: string; readonly definition: string | null }> {
  return await database
    .selectFrom("run")
    .select(["header", "definition"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The files that go with a run. */
export async function readRunFiles(
  { database }: Store,
  id: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await database
    .selectFrom("run_file")
    .select(["name", "content"])
    .where("run_id", "=", id)
    .execute();
  return new Map(rows.map(({ name, content }) => [name, content]));
}

/** The state of a run; undefined: somebody has removed it. */
export async function runState({ database }: Store, id: string): Promise<RunState | undefined> {
  const row = await database.selectFrom("run").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state;
}

/** Changes the state of a run from another one. @returns false: it was not in that one */
export async function changeState(
  store: Store,
  id: string,
  { from, to }: { readonly from: readonly RunState[]; readonly to: RunState },
): Promise<boolean> {
  const { numUpdatedRows } = await store.database
    .updateTable("run")
    .set({ state: to })
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirst();
  if (to === "finished" && numUpdatedRows > 0n) await forgetReplies(store, id, "all");
  return numUpdatedRows > 0n;
}

/** Counts a further part of a run, and returns its number; its state stays. */
export async function beginPart({ database }: Store, id: string): Promise<number> {
  const { part } = await database
    .updateTable("run")
    .set((of) => ({ part: of("part", "+", 1) }))
    .where("id", "=", id)
    .returning("part")
    .executeTakeFirstOrThrow();
  return part;
}

/** Runs that workers can take part in, the oldest first. */
export async function openRuns({ database }: Store): Promise<readonly string[]> {
  const rows = await database
    .selectFrom("run")
    .select("id")
    .where("state", "=", "open")
    .where("definition", "is not", null)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => id);
}
