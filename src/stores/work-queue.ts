import { sql, type Transaction } from "kysely";
import type { Pool } from "pg";
import { KareninaError, loadPackage, messageOf } from "../base/index.ts";
import type { Tables } from "./tables.ts";

/** A part of a run that one worker does at a time. */
export interface WorkUnit {
  /** Where its answer stands in the run: places of question or scenario, model under test, and replicate. */
  readonly at: readonly [question: number, answering: number, replicate: number];
  /** The part of the run that it belongs to. */
  readonly part: number;
}

/** A unit that a worker has taken, until it is done, given back or its lease is over. */
export interface TakenUnit extends WorkUnit {
  readonly id: string;
  /** How often it was taken before by somebody who has not finished it. */
  readonly retryCount: number;
}

/** Gives out the units of runs to workers; pg-boss does. */
export interface WorkQueue extends AsyncDisposable {
  /** Makes the tables of pg-boss, or brings them to its version. */
  install(): Promise<void>;
  /** Is to be called before all others but `install`. */
  start(): Promise<void>;
  /** Puts the units of a run in place of those that it has. */
  refill(run: string, units: Iterable<WorkUnit>): Promise<void>;
  /** At most so many units, until {@link WorkQueue.finish}, or no {@link WorkQueue.hold} comes within a lease. */
  take(run: string, most: number, transaction?: Transaction<Tables>): Promise<readonly TakenUnit[]>;
  /** How many units of a run somebody has. */
  countTaken(run: string, transaction: Transaction<Tables>): Promise<number>;
  /** These units are done, with what is written in the same transaction. */
  finish(run: string, units: readonly TakenUnit[], transaction: Transaction<Tables>): Promise<void>;
  /** Renews leases, also within a transaction. @returns how many units are still this worker's */
  hold(run: string, units: readonly TakenUnit[], transaction?: Transaction<Tables>): Promise<number>;
  /** Gives the units of workers that say nothing any more to others. */
  returnLapsed(run: string): Promise<void>;
  /** Gives units back that were not begun, or cannot be finished here. */
  giveBack(run: string, units: readonly TakenUnit[]): Promise<void>;
  /** Takes away what nobody has taken yet. */
  empty(run: string): Promise<void>;
  /** Takes away everything of a run. */
  remove(run: string): Promise<void>;
}

/** A unit with its place among those of its run. */
interface PlacedUnit extends WorkUnit {
  readonly place: number;
}

const schema = "karenina_queue";
/** Tests wait less for workers that have died: the same variable for all that share a store. */
const leaseSeconds = Number(process.env.KARENINA_TEST_LEASE_SECONDS ?? 15);
/** A worker that says nothing for so long has died, in milliseconds. */
export const leaseMs = leaseSeconds * 1000;
/** How often leases are to be renewed, in milliseconds. */
export const holdIntervalMs = (leaseMs * 4) / 15;
/** A unit that outlives so many workers is left. */
const mostTries = 100;
/** The longest that pg-boss allows: who is at work says so, however long it takes. */
const longestSeconds = 23 * 60 * 60;
/** Runs may lie for a year. */
const keptSeconds = 366 * 24 * 60 * 60;
const insertedAtOnce = 2000;

const queueOf = (run: string) => `run-${run}`;

/**
 * The queue of a store in PostgreSQL, on its connections.
 *
 * @param notify told what pg-boss cannot do at present, such as while the database is away
 */
export async function openWorkQueue(pool: Pool, notify: (text: string) => void): Promise<WorkQueue> {
  const { PgBoss, fromKysely } = await loadPackage(
    "pg-boss",
    () => import("pg-boss"),
    "a store in PostgreSQL",
  );
  const options = {
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema,
    schedule: false,
    registerInstance: false,
    // who has just got its database back first says that it is still there, see returnLapsed
    supervise: false,
    monitorIntervalSeconds: Math.ceil(leaseSeconds / 3),
    openTelemetry: { enabled: false },
  };
  const boss = new PgBoss({ ...options, migrate: false });
  boss.on("error", (error) => notify(messageOf(error)));
  let started = false;
  // a transaction of Kysely's with a schema of its own: pg-boss names its tables in full
  const within = (transaction: Transaction<Tables>) => ({ db: fromKysely(transaction) });
  return {
    async install() {
      const installer = new PgBoss(options);
      installer.on("error", (error) => notify(messageOf(error)));
      await installer.start();
      await installer.stop({ graceful: false });
    },
    async start() {
      if (!(await boss.isInstalled()))
        throw new KareninaError("configuration", "The database has no tables of pg-boss yet.", {
          hint: "Make them, once: npx karenina store migrate --store …",
        });
      await boss.start();
      started = true;
    },
    async refill(run, units) {
      const queue = queueOf(run);
      if ((await boss.getQueue(queue)) === null)
        await boss.createQueue(queue, {
          expireInSeconds: longestSeconds,
          retentionSeconds: keptSeconds,
          // results are elsewhere
          deleteAfterSeconds: 60 * 60,
          retryLimit: mostTries,
          retryDelay: 0,
        });
      else await boss.deleteAllJobs(queue);
      let batch: { data: PlacedUnit; priority: number; heartbeatSeconds: number }[] = [];
      let place = 0;
      for (const unit of units) {
        // in their order: those of one statement are of one time
        batch.push({ data: { ...unit, place }, priority: -place, heartbeatSeconds: leaseSeconds });
        place += 1;
        if (batch.length < insertedAtOnce) continue;
        await boss.insert(queue, batch);
        batch = [];
      }
      if (batch.length > 0) await boss.insert(queue, batch);
    },
    async take(run, most, transaction) {
      const options = { batchSize: most, ...(transaction !== undefined && within(transaction)) };
      const jobs = await boss.fetch<PlacedUnit>(queueOf(run), options);
      const units = jobs.map(({ id, retryCount, data }) => ({ ...data, id, retryCount }));
      return units.toSorted((a, b) => a.place - b.place);
    },
    async countTaken(run, transaction) {
      const jobs = sql.id(schema, "job");
      const { rows } = await sql<{ readonly count: number }>`
        select count(*) as count from ${jobs} where name = ${queueOf(run)} and state = 'active'
      `.execute(transaction);
      return Number(rows[0]?.count ?? 0);
    },
    async finish(run, units, transaction) {
      await boss.complete(queueOf(run), attempts(units), null, within(transaction));
    },
    async hold(run, units, transaction) {
      const held = await boss.touch(
        queueOf(run),
        attempts(units),
        transaction === undefined ? {} : within(transaction),
      );
      // the declared type is empty; what is there is counted
      return (held as { readonly affected?: number }).affected ?? 0;
    },
    returnLapsed: (run) => boss.supervise(queueOf(run)),
    async giveBack(run, units) {
      if (units.length > 0) await boss.fail(queueOf(run), attempts(units));
    },
    async empty(run) {
      await boss.deleteQueuedJobs(queueOf(run));
    },
    async remove(run) {
      if ((await boss.getQueue(queueOf(run))) !== null) await boss.deleteQueue(queueOf(run));
    },
    async [Symbol.asyncDispose]() {
      if (started) await boss.stop({ graceful: false, close: false });
    },
  };
}

const attempts = (units: readonly TakenUnit[]) => units.map(({ id, retryCount }) => ({ id, retryCount }));
