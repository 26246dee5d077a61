import type { Store, StoreDatabase } from "./open-store.ts";

/** A line of a run's log, with what it is found by. */
export interface ResultRow {
  readonly kind: "result" | "walk";
  /** Of the task, or of the walk. */
  readonly key: string;
  /** The key of the walk that a task is a turn of. */
  readonly walk: string | null;
  /** The part of the run that it belongs to; one of a later part takes its place. */
  readonly part: number;
  /** The infrastructure failed, and the task can be repeated. */
  readonly lacking: boolean;
  /** Without its end. */
  readonly line: string;
}

/** A line that is read. */
export type StoredLine = Pick<ResultRow, "kind" | "key" | "walk" | "line"> & {
  readonly seq: number;
};

/**
 * Writes results of a run. What is there already, from the same part or a later one, stays: no result is written twice. Of a
 * turn the newest counts: only one worker at a time leads a walk.
 */
export async function writeResults(
  database: StoreDatabase,
  run: string,
  rows: readonly ResultRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insertInto("result")
    .values(rows.map(({ lacking, ...row }) => ({ ...row, run_id: run, lacking: lacking ? 1 : 0 })))
    .onConflict((conflict) =>
      conflict
        .columns(["run_id", "kind", "key"])
        .doUpdateSet((of) => ({
          walk: of.ref("excluded.walk"),
          part: of.ref("excluded.part"),
          lacking: of.ref("excluded.lacking"),
          line: of.ref("excluded.line"),
        }))
        .where((where) =>
          where.or([
            where("result.part", "<", where.ref("excluded.part")),
            where("excluded.walk" as "result.walk", "is not", null),
          ]),
        ),
    )
    .execute();
}

/** Keys of the tasks and walks of a run that are finished; of turns, only their walks count. */
export async function finishedKeys(
  { database }: Store,
  run: string,
  { exceptLacking }: { readonly exceptLacking: boolean },
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom("result")
    .select("key")
    .where("run_id", "=", run)
    .where((where) => where.or([where("kind", "=", "walk"), where("walk", "is", null)]))
    .$if(exceptLacking, (query) => query.where("lacking", "=", 0))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** How many tasks of a run are finished, a walk being one. */
export async function countFinished({ database }: Store, run: string): Promise<number> {
  const { count } = await database
    .selectFrom("result")
    .select((of) => of.fn.countAll().as("count"))
    .where("run_id", "=", run)
    .where((where) => where.or([where("kind", "=", "walk"), where("walk", "is", null)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A row that is read. */
export type StoredRow = ResultRow & Pick<StoredLine, "seq">;

/** What a run has of some tasks or walks, and of the turns of these walks. */
export async function rowsOfKeys(
  { database }: Store,
  run: string,
  keys: readonly string[],
): Promise<readonly StoredRow[]> {
  if (keys.length === 0) return [];
  const rows = await database
    .selectFrom("result")
    .select(["seq", "kind", "key", "walk", "part", "lacking", "line"])
    .where("run_id", "=", run)
    .where((where) => where.or([where("key", "in", keys), where("walk", "in", keys)]))
    .execute();
  return rows.map((row) => ({ ...row, lacking: row.lacking === 1 }));
}

/** Takes away the turns of a walk but for some, where it is begun anew from there. */
export async function keepTurns(
  { database }: Store,
  run: string,
  walk: string,
  kept: readonly string[],
): Promise<void> {
  await database
    .deleteFrom("result")
    .where("run_id", "=", run)
    .where("walk", "=", walk)
    .where("kind", "=", "result")
    .$if(kept.length > 0, (query) => query.where("key", "not in", kept))
    .execute();
}

/** So many lines are read at a time. */
const linesAtOnce = 500;
/** A line may be written before one with a lower number can be seen; so far back is looked for such. */
const lookBack = 1000;

/** The lines of a run that was not changed meanwhile, some at a time. */
export async function* readLines({ database }: Store, run: string): AsyncGenerator<readonly StoredLine[]> {
  for (let after = -1; ; ) {
    const rows = await database
      .selectFrom("result")
      .select(["seq", "kind", "key", "walk", "line"])
      .where("run_id", "=", run)
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(linesAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.seq;
  }
}

/** Reads the lines of a run as they come; each call gives those that are new. */
export function newLines({ database }: Store, run: string): () => Promise<readonly StoredLine[]> {
  const seen = new Set<number>();
  let last = -1;
  return async () => {
    const recent = [...seen].filter((seq) => seq > last - lookBack);
    seen.clear();
    for (const seq of recent) seen.add(seq);
    const rows = await database
      .selectFrom("result")
      .select(["seq", "kind", "key", "walk", "line"])
      .where("run_id", "=", run)
      .where("seq", ">", last - lookBack)
      .$if(recent.length > 0, (query) => query.where("seq", "not in", recent))
      .orderBy("seq")
      .limit(linesAtOnce)
      .execute();
    for (const { seq } of rows) {
      seen.add(seq);
      last = Math.max(last, seq);
    }
    return rows;
  };
}
