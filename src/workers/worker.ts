import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Clock, type Environment, KareninaError, messageOf } from "../base/index.ts";
import {
  findRun,
  forgetWorker,
  noteWorker,
  openRuns,
  readRunText,
  type Store,
  type StoredRun,
} from "../stores/index.ts";
import type { PreparedRun, ReplyCache } from "../verify/index.ts";
import { databasePatience } from "./database-patience.ts";
import { type LoadedModules, openDefinedRun } from "./open-defined-run.ts";
import { requireQueue } from "./require-queue.ts";
import { parseDefinition, type RunDefinition } from "./run-definition.ts";
import { lackingFor, lackingText, type OfferedModules } from "./run-needs.ts";
import { type WorkerIdentity, workOnRun } from "./work-on-run.ts";

/** What a worker has and may do. */
export interface WorkerOptions {
  readonly store: Store;
  /** Tasks worked on at the same time; undefined: as each run says. */
  readonly concurrency: number | undefined;
  /** Modules that runs may use. */
  readonly offered: OfferedModules;
  /** Runs the modules that a run needs. */
  load(definition: RunDefinition): Promise<LoadedModules>;
  /** The folder that workspace paths start from here. */
  readonly workspaceRoot?: string | undefined;
  readonly cache?: ReplyCache | undefined;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Aborting it takes nothing more; what was begun is finished. */
  readonly leaving: AbortSignal;
  /** Ends when there is no open run that it can work on. Default: it waits for the next. */
  readonly untilDone?: boolean;
  readonly notify: (text: string) => void;
}

/** Between two looks for runs, in milliseconds. */
const lookMs = 1000;
/** So long a run is left alone that cannot be worked on here. */
const refusedMs = 30_000;

/** Works on the open runs of a store, the oldest first, until it is to leave. */
export async function work(options: WorkerOptions): Promise<void> {
  const { store, clock, leaving, notify } = options;
  requireQueue(store);
  const id = randomUUID();
  const name = `${hostname()}:${process.pid}`;
  const patience = databasePatience({ clock, signal: leaving, tell: notify });
  const refusals = new Map<string, { readonly why: string; until: number }>();

  const isRefused = (runId: string) => (refusals.get(runId)?.until ?? 0) > clock.monotonic();

  /** How many tasks it has done; undefined: none can be done here. */
  async function attempt(runId: string): Promise<number | undefined> {
    const identity = { id, name, concurrency: options.concurrency ?? 0 };
    const refused = refusals.get(runId);
    if (refused !== undefined && isRefused(runId)) {
      await noteWorker(store, runId, { ...identity, refusal: refused.why }, clock);
      return undefined;
    }
    const run = await findRun(store, runId);
    const outcome = await takePart(run, identity).catch((error: unknown) => {
      if (!KareninaError.isInstance(error)) throw error;
      return store.masked([error.message, error.hint].filter((text) => text !== undefined).join(" "));
    });
    if (typeof outcome === "number") return outcome;
    const why = outcome;
    if (refused?.why !== why) notify(`Run ${runId.slice(0, 8)} (${run.benchmark}): ${why}`);
    refusals.set(runId, { why, until: clock.monotonic() + refusedMs });
    await noteWorker(store, runId, { ...identity, refusal: why }, clock);
    return undefined;
  }

  /** How many tasks it has done, or why it cannot. */
  async function takePart(stored: StoredRun, identity: WorkerIdentity): Promise<number | string> {
    const { header, definition: text } = await patience.until(() => readRunText(store, stored.id));
    const definition = parseDefinition(text ?? "");
    const { workspaceRoot = definition.workspaceRoot } = options;
    const lacking = await lackingFor({ ...definition, workspaceRoot }, options);
    if (lacking.length > 0) return lackingText(lacking);
    const modules = await options.load(definition);
    await using opened = await openDefinedRun(definition, header, {
      ...{ store, id: stored.id, modules, environment: options.environment, clock },
      workspaceRoot: workspaceRoot ?? undefined,
    });
    const { resolved } = opened.run;
    const concurrency = options.concurrency ?? (resolved.asyncEnabled ? resolved.asyncMaxWorkers : 1);
    const run: PreparedRun = {
      ...opened.run,
      resolved: {
        ...{ ...resolved, asyncEnabled: true, asyncMaxWorkers: concurrency },
        // those of the run hold for all workers together
        ...{ maxCost: null, maxTotalTokens: null, maxCalls: null, batchTimeoutSeconds: null },
      },
    };
    notify(`Run ${stored.id.slice(0, 8)} (${stored.benchmark}): takes part, ${concurrency} tasks at a time.`);
    const report = await workOnRun(run, {
      ...{ store, id: stored.id, tasks: stored.tasks, worker: { ...identity, concurrency } },
      ...{
        cache: options.cache,
        reuse: opened.reuse,
        environment: options.environment,
        clock,
        leaving,
        notify,
      },
      hasOtherRuns: async () =>
        (await openRuns(store)).some((other) => other !== stored.id && !isRefused(other)),
    });
    notify(`Run ${stored.id.slice(0, 8)} (${stored.benchmark}): ${report.finished} tasks done here.`);
    const [failure] = report.sinkFailures;
    if (failure !== undefined) return failure.error.message;
    const [lost] = report.lost;
    return lost?.error.message ?? report.finished;
  }

  while (!leaving.aborted) {
    let done = 0;
    try {
      const open = await patience.until(() => openRuns(store));
      for (const runId of open)
        if (!leaving.aborted) done += (await patience.until(() => attempt(runId))) ?? 0;
      if (options.untilDone && (await patience.until(() => openRuns(store))).every(isRefused)) break;
      if (done === 0) await clock.sleep(lookMs, leaving);
    } catch (error) {
      if (leaving.aborted) break;
      throw new KareninaError("composition", `The worker cannot go on: ${store.masked(messageOf(error))}`, {
        cause: error,
      });
    }
  }
  for (const runId of refusals.keys()) await forgetWorker(store, runId, id).catch(() => undefined);
}
