import { type Clock, messageOf } from "../base/index.ts";
import { type PaidReplies, replyFromText, replyText } from "../models/recording/index.ts";
import type { Task } from "../pipeline/index.ts";
import { forgetReplies, keepReplies, type ReplyRow, type Store } from "../stores/index.ts";
import type { DatabasePatience } from "./database-patience.ts";
import { gatheredWrites } from "./gathered-writes.ts";
import { type HeldUnit, type HeldUnits, unitKey } from "./held-units.ts";
import type { SharedBudget } from "./shared-budget.ts";

/** What models have replied in tasks that are not finished, so that whoever goes on with them asks nothing twice. */
export interface PaidCalls {
  of(task: Task): PaidReplies | undefined;
  /** A task has its result: what was not written yet is in it. */
  over(task: Task): void;
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
  const unsaved = new Map<Task, ReplyRow[]>();
  let isTold = false;
  const writes = gatheredWrites<ReplyRow>(clock, async (rows) => {
    await patience.until(() => keepReplies(store, run, rows));
    const due = budget?.due([]);
    if (due !== undefined) await patience.until(async () => budget?.tell(store.database, due));
  });

  async function save(task: Task): Promise<void> {
    const rows = unsaved.get(task) ?? [];
    unsaved.delete(task);
    const unit = held.of(unitKey(task));
    if (rows.length === 0 || unit === undefined) return;
    unit.hasReplies = true;
    try {
      await Promise.all(rows.map(writes.add));
    } catch (error) {
      if (!isTold) notify(`Replies cannot be kept until their tasks are finished: ${messageOf(error)}`);
      isTold = true;
    }
  }

  return {
    of(task) {
      const unit = held.of(unitKey(task));
      if (unit === undefined) return undefined;
      return {
        find: (key) => replyFromText(unit.replies.get(key)),
        keep(key, reply) {
          const rows = unsaved.get(task) ?? [];
          unsaved.set(task, rows);
          rows.push({ at: unit.unit.at, key, reply: replyText(reply) });
        },
        safe: () => save(task),
      };
    },
    over: (task) => void unsaved.delete(task),
    ended: (units) => void past.push(...units.filter(({ hasReplies }) => hasReplies)),
    async forget() {
      const units = past.splice(0).map(({ unit }) => unit);
      await patience.until(() => forgetReplies(store, run, units));
    },
    async close() {
      await Promise.all([...unsaved.keys()].map(save));
    },
  };
}
