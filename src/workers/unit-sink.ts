import type { Clock } from "../base/index.ts";
import { unitKey } from "../pipeline/index.ts";
import { type Store, writeResults } from "../stores/index.ts";
import type { RunSink } from "../verify/index.ts";
import type { DatabasePatience } from "./database-patience.ts";
import { type GatheredWrites, gatheredWrites } from "./gathered-writes.ts";
import type { HeldUnit, HeldUnits } from "./held-units.ts";
import type { PaidCalls } from "./paid-calls.ts";
import { requireQueue } from "./require-queue.ts";
import { type NewRow, type PlaceOf, resultRow, walkRow } from "./result-rows.ts";
import type { SharedBudget } from "./shared-budget.ts";

/** Where a worker's results go. */
interface UnitSinkOptions {
  readonly store: Store;
  readonly run: string;
  readonly held: HeldUnits;
  readonly placeOf: PlaceOf;
  readonly paid: PaidCalls;
  readonly budget: SharedBudget | undefined;
  readonly patience: DatabasePatience;
  readonly clock: Clock;
}

/** A row on its way. */
interface WaitingRow {
  readonly held: HeldUnit | undefined;
  readonly row: NewRow;
}

/** Writes results and ends their units, both in one transaction: what is written is done, and what is done is written. */
export function unitSink({
  store,
  run,
  held,
  placeOf,
  paid,
  budget,
  patience,
  clock,
}: UnitSinkOptions): RunSink {
  const queue = requireQueue(store);
  const writes: GatheredWrites<WaitingRow> = gatheredWrites<WaitingRow>(clock, (rows) => {
    const done = doneWith(rows);
    const due = budget?.due(done);
    return patience.until(() => write(rows, done, due));
  });
  const add = (key: string, row: NewRow) => writes.add({ held: held.of(key), row });

  const unitsOf = (rows: readonly WaitingRow[]) => new Set(rows.flatMap((one) => one.held ?? []));
  const doneWith = (rows: readonly WaitingRow[]) =>
    [...unitsOf(rows)].filter((unit) => unit.open.size === 0 && !isAwaited(unit));

  async function write(
    rows: readonly WaitingRow[],
    done: readonly HeldUnit[],
    due: ReturnType<SharedBudget["due"]> | undefined,
  ): Promise<void> {
    const units = unitsOf(rows);
    await store.database.transaction().execute(async (transaction) => {
      // two workers that lead one walk would mix it up; a task's result is whole, whoever has written it
      for (const unit of units)
        if (unit.isWalk && (await queue.hold(run, [unit.unit], transaction)) === 0) unit.isLost = true;
      const good = rows.flatMap((one) =>
        one.held === undefined || one.held.isLost ? [] : { ...one.row, part: one.held.unit.part },
      );
      await writeResults(transaction, run, good);
      if (due !== undefined) await budget?.tell(transaction, due);
      if (done.length > 0)
        await queue.finish(
          run,
          done.map(({ unit }) => unit),
          transaction,
        );
    });
    for (const unit of done) held.remove(unit);
    paid.ended(done);
  }

  /** More of the unit is to be written after this. */
  const isAwaited = (unit: HeldUnit) => writes.waiting.some((one) => one.held === unit);

  return {
    name: store.name,
    paid: paid.of,
    write(result, task) {
      paid.over(unitKey(task));
      const row = resultRow(result, task, placeOf);
      const unit = held.of(row.walk ?? row.key);
      if (row.walk === null) unit?.open.delete(row.key);
      else if (row.lacking) unit?.lacking.add(row.walk);
      return add(row.walk ?? row.key, row);
    },
    writeWalk(walk) {
      paid.over(walk.key);
      const unit = held.of(walk.key);
      unit?.open.delete(walk.key);
      return add(walk.key, walkRow(walk, placeOf, unit?.lacking.has(walk.key) === true));
    },
    async close() {
      await writes.settled();
      await paid.close();
    },
  };
}
