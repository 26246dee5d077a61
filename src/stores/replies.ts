import type { Store } from "./open-store.ts";
import type { WorkUnit } from "./work-queue.ts";

/** A reply of a model in a unit that is not finished. */
export interface ReplyRow {
  readonly at: WorkUnit["at"];
  /** Tells it from others of the unit. */
  readonly key: string;
  readonly reply: string;
}

/** As a unit stands in the table; the same in every part of the run. */
const unitName = (at: WorkUnit["at"]): string => at.join(" ");

/** Keeps replies until their units are finished; of one key the newest counts. */
export async function keepReplies(
  { database }: Store,
  run: string,
  rows: readonly ReplyRow[],
): Promise<void> {
  const newest = new Map(rows.map(({ at, ...row }) => [`${unitName(at)} ${row.key}`, { at, ...row }]));
  await database
    .insertInto("reply")
    .values([...newest.values()].map(({ at, ...row }) => ({ ...row, run_id: run, unit: unitName(at) })))
    .onConflict((conflict) =>
      conflict.columns(["run_id", "unit", "key"]).doUpdateSet((of) => ({ reply: of.ref("excluded.reply") })),
    )
    .execute();
}

/** The replies that a unit has had before, by their keys. */
export async function repliesOf(
  { database }: Store,
  run: string,
  at: WorkUnit["at"],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom("reply")
    .select(["key", "reply"])
    .where("run_id", "=", run)
    .where("unit", "=", unitName(at))
    .execute();
  return new Map(rows.map(({ key, reply }) => [key, reply]));
}

/** Units are finished, or all of a run: their replies are in their results. */
export async function forgetReplies(
  { database }: Store,
  run: string,
  units: readonly Pick<WorkUnit, "at">[] | "all",
): Promise<void> {
  if (units.length === 0) return;
  await database
    .deleteFrom("reply")
    .where("run_id", "=", run)
    .$if(units !== "all", (query) =>
      query.where("unit", "in", units === "all" ? [] : units.map(({ at }) => unitName(at))),
    )
    .execute();
}
