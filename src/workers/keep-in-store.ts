import { randomUUID } from "node:crypto";
import type { Clock } from "../base/index.ts";
import {
  lacksInfrastructure,
  readResultLogEntries,
  readResultLogHeader,
  readResultLogWalks,
  renderLogHeader,
  resultLine,
  walkLine,
} from "../result/index.ts";
import type { ResultSink } from "../run/index.ts";
import {
  addRun,
  beginPart,
  changeState,
  countFinished,
  listRuns,
  type ResultRow,
  readRunText,
  runState,
  type Store,
  writeResults,
} from "../stores/index.ts";
import {
  type LogNotes,
  type PreparedRun,
  placesOf,
  type ReusePlan,
  type RunResults,
  runHeader,
} from "../verify/index.ts";
import { resultRow, walkRow } from "./result-rows.ts";
import { countTasks } from "./run-units.ts";

/** A run of one machine whose results go into a store as well. */
interface KeptRun {
  readonly run: PreparedRun;
  /** Undefined: it has none. */
  readonly log: string | undefined;
  readonly notes: LogNotes;
  /** What is taken from an earlier run. */
  readonly reuse: ReusePlan | undefined;
  /** The run goes on from its log, whose results are in the store by the end in any case. */
  readonly isResumed: boolean;
  readonly store: Store;
  readonly clock: Clock;
}

/** Results that go where they go, and into a store: each is safe when it is safe in both. Who cancels the run there ends it. */
export function keepInStore<Results extends RunResults>(results: Results, kept: KeptRun): Results {
  const { run, reuse, store } = kept;
  return {
    ...results,
    async open(tasks, opened) {
      const sink = await results.open(tasks, opened);
      const { id, part } = await beginKept(kept);
      return { ...joinedSink(sink, storeSink({ run, reuse, store, id, part })), paid: sink.paid };
    },
  };
}

async function beginKept({ run, log, notes, reuse, isResumed, store, clock }: KeptRun) {
  const header =
    log === undefined
      ? renderLogHeader(runHeader({ run, clock, notes, reuse }, countTasks(run, reuse)))
      : JSON.stringify((await readResultLogHeader(log)).content.toJSON());
  const known = isResumed ? await runOfHeader(store, header) : undefined;
  const id = known ?? randomUUID();
  if (known === undefined) {
    const { benchmark, runName } = run;
    const rows = { id, name: runName, benchmark: benchmark.name, tasks: countTasks(run, reuse), header };
    await addRun(store, { ...rows, definition: null }, clock);
  } else await changeState(store, id, { from: ["finished", "cancelled"], to: "open" });
  if (isResumed && log !== undefined) await copyLog(store, id, log);
  return { id, part: isResumed ? await beginPart(store, id) : 1 };
}

async function runOfHeader(store: Store, header: string): Promise<string | undefined> {
  for (const { id } of await listRuns(store)) {
    const text = await readRunText(store, id);
    if (text.header === header) return id;
  }
  return undefined;
}

/** A run that was cut off may have written more into its log than into the store. */
async function copyLog(store: Store, id: string, log: string): Promise<void> {
  const rows: ResultRow[] = [];
  const add = async (row: ResultRow) => {
    rows.push(row);
    if (rows.length >= copiedAtOnce) await writeResults(store.database, id, rows.splice(0));
  };
  const lackingWalks = new Set<string>();
  for await (const { task, walk, place, result } of readResultLogEntries(log)) {
    const notes = { place: place ?? undefined, walk: walk ?? undefined };
    const lacking = lacksInfrastructure(result);
    if (lacking && walk !== null) lackingWalks.add(walk);
    const line = resultLine(task, result, notes).slice(0, -1);
    await add({ kind: "result", key: task, walk, part: 1, lacking, line });
  }
  for await (const { walk, place, record } of readResultLogWalks(log)) {
    const line = walkLine(walk, record, { place: place ?? undefined }).slice(0, -1);
    await add({ kind: "walk", key: walk, walk: null, part: 1, lacking: lackingWalks.has(walk), line });
  }
  await writeResults(store.database, id, rows);
}

const copiedAtOnce = 200;

interface StoreSinkOptions {
  readonly reuse: ReusePlan | undefined;
  readonly run: PreparedRun;
  readonly store: Store;
  readonly id: string;
  readonly part: number;
}

/** Writes the results of one machine into a store, those that come together in one statement. */
function storeSink({ run, reuse, store, id, part }: StoreSinkOptions): ResultSink {
  const placeOf = placesOf(run);
  const lackingWalks = new Set<string>();
  let waiting: ResultRow[] = [];
  let writing: Promise<void> | undefined;
  const cancelled = new AbortController();

  async function writeAll(): Promise<void> {
    await Promise.resolve();
    try {
      while (waiting.length > 0) {
        const rows = waiting;
        waiting = [];
        await writeResults(store.database, id, rows);
      }
      if ((await runState(store, id)) === "cancelled") cancelled.abort();
    } finally {
      // at once: a row that comes a moment later begins anew
      writing = undefined;
    }
  }

  function add(row: ResultRow): Promise<void> {
    waiting.push(row);
    writing ??= writeAll();
    return writing;
  }

  return {
    name: store.name,
    cancelled: cancelled.signal,
    write(result, task) {
      const row = resultRow(result, task, placeOf);
      if (row.lacking && row.walk !== null) lackingWalks.add(row.walk);
      return add({ ...row, part });
    },
    writeWalk: (walk) => add({ ...walkRow(walk, placeOf, lackingWalks.has(walk.key)), part }),
    async close() {
      await writing;
      const all = await countFinished(store, id);
      if (all >= countTasks(run, reuse)) await changeState(store, id, { from: ["open"], to: "finished" });
    },
  };
}

function joinedSink(first: ResultSink, second: ResultSink): ResultSink {
  return {
    name: `${first.name} and ${second.name}`,
    ...(second.cancelled && { cancelled: second.cancelled }),
    async write(result, task) {
      await Promise.all([first.write(result, task), second.write(result, task)]);
    },
    async writeWalk(walk) {
      await Promise.all([first.writeWalk?.(walk), second.writeWalk?.(walk)]);
    },
    async close() {
      await first.close?.();
      await second.close?.();
    },
  };
}
