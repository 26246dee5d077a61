import type { Transaction } from "kysely";
import { type Clock, isoTimestamp } from "../base/index.ts";
import type { StoreDatabase } from "./open-store.ts";
import type { Tables } from "./tables.ts";

/** What is spent. */
export interface SpentAmounts {
  readonly costUsd: number;
  readonly tokens: number;
  /** Replies of models. */
  readonly calls: number;
}

/** What a part of a run may spend; a limit that is undefined does not hold. */
export interface RunLimits extends Partial<SpentAmounts> {
  /** Seconds since it began. */
  readonly seconds?: number | undefined;
}

/** What a part of a run may spend, and has spent. */
export interface Spending {
  readonly limits: RunLimits;
  /** ISO 8601 in UTC. */
  readonly begunAt: string;
  readonly spent: SpentAmounts;
  /** How many units have ended that spent anything. */
  readonly ended: number;
  /** The most that one of them spent. */
  readonly dearest: SpentAmounts;
}

/** A part of a run begins: nothing of it is spent. What units cost is known from the parts before. */
export async function beginSpending(
  database: StoreDatabase,
  run: string,
  limits: RunLimits,
  clock: Clock,
): Promise<void> {
  const { costUsd = null, tokens = null, calls = null, seconds = null } = limits;
  const row = {
    ...{ limit_cost_usd: costUsd, limit_tokens: tokens, limit_calls: calls, limit_seconds: seconds },
    ...{ begun_at: isoTimestamp(clock), cost_usd: 0, tokens: 0, calls: 0 },
  };
  await database
    .insertInto("spending")
    .values({ ...row, run_id: run, ended: 0, dearest_cost_usd: 0, dearest_tokens: 0, dearest_calls: 0 })
    .onConflict((conflict) => conflict.column("run_id").doUpdateSet(row))
    .execute();
}

/** What a run has spent; undefined: nobody counts it. */
export async function readSpending(database: StoreDatabase, run: string): Promise<Spending | undefined> {
  return spendingOf(await rowOf(database, run).executeTakeFirst());
}

/** The same, which nobody else reads so until the transaction is over. */
export async function lockSpending(
  transaction: Transaction<Tables>,
  run: string,
): Promise<Spending | undefined> {
  return spendingOf(await rowOf(transaction, run).forUpdate().executeTakeFirst());
}

const rowOf = (database: StoreDatabase, run: string) =>
  database.selectFrom("spending").selectAll().where("run_id", "=", run);

function spendingOf(row: Awaited<ReturnType<ReturnType<typeof rowOf>["executeTakeFirst"]>>) {
  if (row === undefined) return undefined;
  return {
    limits: {
      costUsd: row.limit_cost_usd ?? undefined,
      tokens: row.limit_tokens ?? undefined,
      calls: row.limit_calls ?? undefined,
      seconds: row.limit_seconds ?? undefined,
    },
    begunAt: row.begun_at,
    spent: { costUsd: row.cost_usd, tokens: row.tokens, calls: row.calls },
    ended: row.ended,
    dearest: { costUsd: row.dearest_cost_usd, tokens: row.dearest_tokens, calls: row.dearest_calls },
  };
}

/**
 * Adds to what is spent.
 *
 * @param ended what each unit cost that has ended
 */
export async function addSpending(
  database: StoreDatabase,
  run: string,
  { costUsd, tokens, calls }: SpentAmounts,
  ended: readonly SpentAmounts[],
): Promise<void> {
  const most = (unit: keyof SpentAmounts) => Math.max(0, ...ended.map((one) => one[unit]));
  await database
    .updateTable("spending")
    .set((of) => ({
      cost_usd: of("cost_usd", "+", costUsd),
      tokens: of("tokens", "+", tokens),
      calls: of("calls", "+", calls),
      ended: of("ended", "+", ended.length),
      dearest_cost_usd: of.fn<number>("greatest", ["dearest_cost_usd", of.val(most("costUsd"))]),
      dearest_tokens: of.fn<number>("greatest", ["dearest_tokens", of.val(most("tokens"))]),
      dearest_calls: of.fn<number>("greatest", ["dearest_calls", of.val(most("calls"))]),
    }))
    .where("run_id", "=", run)
    .execute();
}
