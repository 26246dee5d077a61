import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { readErrorCode } from "./error-code.ts";
import { watchThread } from "./thread-watch.ts";
import { untilAborted } from "./until-aborted.ts";

/** How a request to a thread ended. */
export type ThreadOutcome<Reply> =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** No reply in time: the thread was ended. */
  | { readonly kind: "late" }
  /** The thread used more memory than it may, and is gone. */
  | { readonly kind: "exhausted" }
  /** The thread ended before it replied, or was disposed. */
  | { readonly kind: "ended" };

/** A thread for work that may not stop by itself. */
export interface GuardedThread<Request, Reply> extends AsyncDisposable {
  /**
   * Waits for its turn, then for the reply. A thread that works longer than `withinMs` is ended with its work; the next
   * request gets a new one. Rejects with what the thread failed with, or with the signal's reason.
   */
  ask(
    request: Request,
    options: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<ThreadOutcome<Reply>>;
}

export interface GuardedThreadOptions<Reply> {
  /** What the thread runs. Its first message says that it is ready, each further one is the reply to a request. */
  readonly module: URL;
  /** What the thread is given as its `workerData`, made anew for each thread. */
  readonly data?: () => unknown;
  /** True for a reply after which the thread can do no more work; default: never. */
  readonly isLast?: (reply: Reply) => boolean;
  /** Most memory of its own, in MB; default: the machine's. */
  readonly memoryMb?: number;
  /** A thread without work for so long is ended; default: never. */
  readonly idleMs?: number;
}

/** Runs requests one after another in a thread that starts when first needed and keeps no process alive. */
export function createGuardedThread<Request, Reply>(
  options: GuardedThreadOptions<Reply>,
): GuardedThread<Request, Reply> {
  let running: RunningThread | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  let disposed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = running;
    running = undefined;
    await ended?.worker.terminate();
  };

  const exchange = async (
    request: Request,
    limits: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<ThreadOutcome<Reply>> => {
    limits.signal?.throwIfAborted();
    if (disposed) return { kind: "ended" };
    if (running?.gone !== false) running = startThread(options);
    const outcome = await outcomeOf<Request, Reply>(running, request, limits);
    if (outcome.kind !== "reply" || options.isLast?.(outcome.reply) === true) await end();
    return outcome;
  };

  return {
    ask(request, limits) {
      clearTimeout(idle);
      waiting += 1;
      const mine = turn.then(() => exchange(request, limits));
      turn = mine
        .catch(() => undefined)
        .then(() => {
          waiting -= 1;
          if (waiting === 0 && options.idleMs !== undefined) idle = setTimeout(end, options.idleMs).unref();
        });
      return untilAborted(mine, limits.signal);
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await end();
    },
  };
}

interface RunningThread {
  readonly worker: Worker;
  /** Resolves with the first message. */
  readonly ready: Promise<void>;
  gone: boolean;
}

function startThread({
  module,
  data,
  memoryMb,
}: Pick<GuardedThreadOptions<never>, "module" | "data" | "memoryMb">): RunningThread {
  const worker = new Worker(module, {
    workerData: data?.(),
    env: compileCache(),
    execArgv: [],
    resourceLimits: {
      stackSizeMb: 8,
      ...(memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb }),
    },
  });
  worker.unref();
  const ready = new Promise<void>((resolve) => {
    worker.once("message", () => resolve());
    worker.once("exit", () => resolve());
  });
  const thread: RunningThread = { worker, ready, gone: false };
  // A thread that fails while it waits must not end the process; the next request starts another.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    thread.gone = true;
  });
  return thread;
}

/** All that a thread has of the environment: where Node keeps compiled code, for a quicker start. */
export function compileCache() {
  const folder = getCompileCacheDir(); // threads do not inherit one that was set after the start
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function outcomeOf<Request, Reply>(
  { worker, ready }: RunningThread,
  request: Request,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<ThreadOutcome<Reply>> {
  return new Promise((resolve, reject) => {
    let stopWatch = () => {};
    let settled = false;
    const cleanUp = () => {
      settled = true;
      stopWatch();
      worker.off("error", onError).off("exit", onExit).off("message", onMessage).unref();
      signal?.removeEventListener("abort", onLate);
    };
    const settle = (outcome: ThreadOutcome<Reply>) => {
      cleanUp();
      resolve(outcome);
    };
    const onMessage = (reply: Reply) => settle({ kind: "reply", reply });
    const onLate = () => settle({ kind: "late" });
    const onExit = () => settle({ kind: "ended" });
    const onError = (error: unknown) => {
      if (isOutOfMemory(error)) return settle({ kind: "exhausted" });
      cleanUp();
      reject(error);
    };
    worker.on("error", onError).on("exit", onExit).ref();
    signal?.addEventListener("abort", onLate, { once: true });
    void ready.then(() => {
      if (settled) return;
      worker.on("message", onMessage);
      worker.postMessage(request);
      stopWatch = watchThread(worker, withinMs, onLate);
    });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return readErrorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";
}
