import { type Clock, type Environment, messageOf } from "../base/index.ts";
import type { RunEvents, RunReport } from "../run/index.ts";
import {
  changeState,
  countFinished,
  forgetWorker,
  holdIntervalMs,
  leaseMs,
  noteWorker,
  runState,
  type Store,
  workersOf,
} from "../stores/index.ts";
import { executeRun, type PreparedRun, placesOf, type ReplyCache, type ReusePlan } from "../verify/index.ts";
import { databasePatience } from "./database-patience.ts";
import { heldUnits } from "./held-units.ts";
import { paidCalls } from "./paid-calls.ts";
import { requireQueue } from "./require-queue.ts";
import { sharedBudget } from "./shared-budget.ts";
import { sharedPaces } from "./shared-paces.ts";
import { unitSink } from "./unit-sink.ts";
import { type UnitSource, unitSource } from "./unit-source.ts";

/** Who works. */
export interface WorkerIdentity {
  readonly id: string;
  /** Host and process, for people. */
  readonly name: string;
  /** Tasks worked on at the same time. */
  readonly concurrency: number;
}

/** What a worker needs for a run. */
export interface WorkOptions {
  readonly store: Store;
  readonly id: string;
  readonly tasks: number;
  readonly worker: WorkerIdentity;
  readonly events?: readonly RunEvents[];
  readonly cache?: ReplyCache | undefined;
  /** What is taken from an earlier run. */
  readonly reuse: ReusePlan | undefined;
  readonly environment: Environment;
  readonly clock: Clock;
  /** True: there are other runs that this worker could work on. */
  hasOtherRuns(): Promise<boolean>;
  /** Aborting it takes nothing more; what was begun is finished. */
  readonly leaving: AbortSignal;
  readonly notify: (text: string) => void;
}

/** How often workers tell each other how they ask servers. */
const paceIntervalMs = 1000;

/** Works on a run until nothing of it is left, somebody ends it, or other runs wait while this one has nothing to do. */
export async function workOnRun(run: PreparedRun, options: WorkOptions): Promise<RunReport> {
  const { store, id, worker, clock, leaving, notify } = options;
  const queue = requireQueue(store);
  const ended = new AbortController();
  const patience = databasePatience({ clock, signal: ended.signal, tell: notify });
  const held = heldUnits();
  const over = new AbortController();
  let source: UnitSource | undefined;
  const close = () => source?.close();

  async function stayInTouch(): Promise<void> {
    for (;;) {
      await patience.until(() => noteWorker(store, id, { ...worker, refusal: null }, clock));
      const units = held.all().map(({ unit }) => unit);
      if (units.length > 0) await patience.until(() => queue.hold(id, units));
      await paid.forget();
      // after an outage every worker first says that it is still there
      if (patience.steadyMs() > leaseMs) await patience.until(() => queue.returnLapsed(id));
      const state = await patience.until(() => runState(store, id));
      if (state === "finished") close();
      else if (state !== "open") ended.abort();
      await clock.sleep(holdIntervalMs, over.signal);
    }
  }

  async function countWorkers(): Promise<number> {
    const seen = await workersOf(store, id, clock);
    const others = seen.filter((one) => one.refusal === null && one.id !== worker.id);
    return others.length + 1;
  }

  /** Nothing waits in the queue of this run. */
  async function idle(): Promise<boolean> {
    if (held.size > 0) return true;
    if ((await countFinished(store, id)) >= options.tasks)
      await changeState(store, id, { from: ["open"], to: "finished" });
    else if (budget?.allowsMore === false) await changeState(store, id, { from: ["open"], to: "spent" });
    if ((await runState(store, id)) !== "open") return false;
    return !(await options.hasOtherRuns());
  }

  const budget = await patience.until(() =>
    sharedBudget({ store, run: id, held, now: () => clock.now(), notify }),
  );
  const workers = await patience.until(countWorkers);
  const paces = sharedPaces({ store, run: id, worker: worker.id, workers, clock });

  async function keepPaces(): Promise<void> {
    for (;;) {
      await patience.until(paces.exchange);
      await clock.sleep(paceIntervalMs, over.signal);
    }
  }

  const leave = (error: unknown) => {
    if (over.signal.aborted || ended.signal.aborted) return;
    notify(`This worker leaves the run: ${messageOf(error)}`);
    ended.abort();
  };
  const paid = paidCalls({ store, run: id, held, budget, patience, clock, notify });
  const inTouch = Promise.all([stayInTouch().catch(leave), keepPaces().catch(leave)]);
  leaving.addEventListener("abort", close, { once: true });
  try {
    const sink = unitSink({
      ...{ store, run: id, held, placeOf: placesOf(run) },
      ...{ paid, budget, patience, clock },
    });
    return await executeRun(run, {
      results: { finished: async () => ({ finished: new Set() }), open: async () => sink },
      feed(parts) {
        source = unitSource({
          ...{ store, run: id, held, parts, patience, clock, idle },
          ...{ concurrency: worker.concurrency, budget },
          goesOn: run.resolved.scenarioResume === "go_on",
          walkOver: (walk) => void sink.writeWalk?.(walk),
          failed(error) {
            notify(`Nothing can be taken from the queue: ${messageOf(error)}`);
            ended.abort();
          },
        });
        if (leaving.aborted) close();
        return source;
      },
      // what cannot be done here is left to others
      events: [
        ...(options.events ?? []),
        { serverChanged: ({ state }) => state === "lost" && close(), callFinished: budget?.called },
      ],
      signal: ended.signal,
      // limits per minute are those of all workers together
      sharedPaces: paces.of,
      cache: options.cache,
      reuse: options.reuse,
      warn: notify,
      environment: options.environment,
      clock,
    });
  } finally {
    leaving.removeEventListener("abort", close);
    close();
    await source?.closed;
    over.abort();
    await inTouch;
    await budget?.tell(store.database, budget.due([])).catch(() => undefined);
    const left = held.all().map(({ unit }) => unit);
    await queue.giveBack(id, left).catch(() => undefined);
    await paces.leave().catch(() => undefined);
    await forgetWorker(store, id, worker.id).catch(() => undefined);
  }
}
