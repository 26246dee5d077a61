import type { Generated } from "kysely";

/** What has become of a run as a whole. `finished`: every task has a result. `spent`: a limit allows no further task. */
export type RunState = "open" | "cancelled" | "finished" | "spent";

interface RunTable {
  /** UUID. */
  readonly id: string;
  readonly name: string | null;
  readonly benchmark: string;
  /** ISO 8601 in UTC. */
  readonly created_at: string;
  readonly state: RunState;
  /** From 1; one more each time somebody goes on with the run. A result of a later part takes the place of an earlier one. */
  readonly part: number;
  /** How many tasks the run has, a walk being one. */
  readonly tasks: number;
  /** The first line of the run's log. */
  readonly header: string;
  /** What a worker needs to take part, as JSON; null: the run is made on one machine. */
  readonly definition: string | null;
}

interface RunFileTable {
  readonly run_id: string;
  /** As questions call it. */
  readonly name: string;
  readonly content: Uint8Array;
}

interface ResultTable {
  /** In the order of writing, as far as that is known between workers. */
  readonly seq: Generated<number>;
  readonly run_id: string;
  readonly kind: "result" | "walk";
  /** Of the task, or of the walk. */
  readonly key: string;
  /** The key of the walk that a task is a turn of. */
  readonly walk: string | null;
  readonly part: number;
  /** 1: the infrastructure failed, and the task can be repeated. */
  readonly lacking: number;
  /** The line of the run's log, without its end. */
  readonly line: string;
}

interface ReplyTable {
  readonly run_id: string;
  /** The places of its question or scenario, its model under test and its replicate. */
  readonly unit: string;
  /** Tells it from others of the unit. */
  readonly key: string;
  /** As JSON. */
  readonly reply: string;
}

interface SpendingTable {
  readonly run_id: string;
  readonly limit_cost_usd: number | null;
  readonly limit_tokens: number | null;
  readonly limit_calls: number | null;
  readonly limit_seconds: number | null;
  /** When the part of the run began that this is about; ISO 8601 in UTC. */
  readonly begun_at: string;
  readonly cost_usd: number;
  readonly tokens: number;
  readonly calls: number;
  /** Units that have ended and spent anything, in all parts. */
  readonly ended: number;
  readonly dearest_cost_usd: number;
  readonly dearest_tokens: number;
  readonly dearest_calls: number;
}

interface WorkerTable {
  readonly id: string;
  readonly run_id: string;
  /** Host and process, for people. */
  readonly name: string;
  readonly concurrency: number;
  /** Why it does not work on the run; null: it does. */
  readonly refusal: string | null;
  /** ISO 8601 in UTC. */
  readonly seen_at: string;
}

interface PaceTable {
  readonly worker_id: string;
  readonly run_id: string;
  /** The same for all that ask one model at one address with one key; not the key. */
  readonly key: string;
  /** Until then the server wants to be left alone; milliseconds since 1970 by the clock of the database. */
  readonly paused_until: number;
  readonly seen_at: number;
}

/** Every table of a store. */
export interface Tables {
  readonly run: RunTable;
  readonly run_file: RunFileTable;
  readonly result: ResultTable;
  /** What models replied in units that are not finished. */
  readonly reply: ReplyTable;
  /** What runs may spend, and have spent. */
  readonly spending: SpendingTable;
  readonly worker: WorkerTable;
  /** How workers ask servers. */
  readonly pace: PaceTable;
}
