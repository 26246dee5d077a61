import { type Clock, messageOf } from "../base/index.ts";
import { type PaidReplies, unsavedReplies } from "../models/recording/index.ts";
import { type Task, unitKey } from "../pipeline/index.ts";
import { forgetReplies, keepReplies, type ReplyRow, type Store } from "../stores/index.ts";
import type { DatabasePatience } from "./database-patience.ts";
import { gatheredWrites } from "./gathered-writes.ts";
import type { HeldUnit, HeldUnits } from "./held-units.ts";
import type { SharedBudget } from "./shared-budget.ts";

/** What models have replied in tasks that are not finished, so that whoever goes on with them asks nothing twice. */
export interface PaidCalls {
  of(task: Task): PaidReplies | undefined;
  /** A task, or a walk, has its result: what was not written yet is in it. */
  over(key: string): void;
  /** Units are finished, and written. */
  ended(units: readonly HeldUnit[]): void;
  /** Removes what nobody needs any more; not at once, as that would keep results waiting. */
  forget(): Promise<void>;
  /** Writes what is left of tasks that were cut off. */
  close(): Promise<void>;
}

interface PaidCallsOptions {
  readonly store: Store;
  readonly run: string;
  readonly held: HeldUnits;
  readonly budget: SharedBudget | undefined;
  readonly patience: DatabasePatience;
  readonly clock: Clock;
  readonly notify: (text: string) => void;
}

/**
 * Keeps replies in the store when a further call of their task is made. The last reply of a task is in its result, and
 * is not written twice.
 */
export function paidCalls({
  store,
  run,
  held,
  budget,
  patience,
  clock,
  notify,
}: PaidCallsOptions): PaidCalls {
  const past: HeldUnit[] = [];
  let isTold = false;
  const writes = gatheredWrites<ReplyRow>(clock, async (rows) => {
    await patience.until(() => keepReplies(store, run, rows));
    const due = budget?.due([]);
    if (due !== undefined) await patience.until(async () => budget?.tell(store.database, due));
  });

  const unsaved = unsavedReplies(async (key, replies) => {
    const unit = held.of(key);
    if (unit === undefined) return;
    unit.hasReplies = true;
    try {
      await Promise.all(replies.map((reply) => writes.add({ at: unit.unit.at, ...reply })));
    } catch (error) {
      if (!isTold) notify(`Replies cannot be kept until their tasks are finished: ${messageOf(error)}`);
      isTold = true;
    }
  });

  return {
    of(task) {
      const unit = unitKey(task);
      const replies = held.of(unit)?.replies;
      if (replies === undefined) return undefined;
      return unsaved.of(unit, (key) => (replies.size === 0 ? undefined : replies.get(key())));
    },
    over: unsaved.over,
    ended: (units) => void past.push(...units.filter(({ hasReplies }) => hasReplies)),
    async forget() {
      const units = past.splice(0).map(({ unit }) => unit);
      await patience.until(() => forgetReplies(store, run, units));
    },
    close: unsaved.close,
  };
}
