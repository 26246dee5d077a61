import { Worker } from "node:worker_threads";
import { KareninaError, messageOf } from "../../base/index.ts";
import type { GuestNames } from "./guest-modules.ts";
import type { SandboxReply, SandboxRequest } from "./sandbox-protocol.ts";
import { subjects } from "./sandbox-subject.ts";

/** A thread that evaluates code from files, started when first needed. */
export interface SandboxThread extends AsyncDisposable {
  /** Waits for its turn, then evaluates. @throws KareninaError */
  evaluate(request: SandboxRequest): Promise<string>;
}

/** How long beyond its CPU limit a request may take before its thread is ended, in milliseconds. */
const graceMs = 2000;

/**
 * Runs requests one after another in a thread of their own. A request that does not stop by itself, because the
 * interpreter is inside a native loop, takes its thread with it; the next one gets a new thread.
 */
export function createSandboxThread(names: GuestNames): SandboxThread {
  let worker: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let disposed = false;

  const start = (): Worker => {
    const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
    const started = new Worker(new URL(`./sandbox-worker${extension}`, import.meta.url), {
      workerData: names,
      env: {},
      execArgv: [],
      resourceLimits: { stackSizeMb: 8 },
    });
    started.unref();
    // A thread that fails while it waits must not end the process; the next request starts another.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  const take = async (request: SandboxRequest): Promise<string> => {
    if (disposed) throw new KareninaError("cancelled", "The sandbox was disposed.");
    worker ??= start();
    const reply = await exchange(worker, request);
    if (reply === "stuck") {
      await end();
      throw new KareninaError(
        "sandbox_limit",
        `${subjects[request.subject].title} code took longer than ${request.limits.timeoutMs} ms and had to be stopped.`,
      );
    }
    return textOf(reply);
  };

  return {
    evaluate(request) {
      const mine = turn.then(() => take(request));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await end();
    },
  };
}

function textOf(reply: SandboxReply | "ended"): string {
  if (reply === "ended") throw new KareninaError("sandbox_error", "The sandbox ended before it replied.");
  if (reply.ok) return reply.json;
  const { code, message, hint } = reply.failure;
  throw new KareninaError(code, message, hint === undefined ? {} : { hint });
}

/** Sends a request; `stuck`: no reply in time, `ended`: the thread is gone. */
function exchange(worker: Worker, request: SandboxRequest): Promise<SandboxReply | "stuck" | "ended"> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: SandboxReply | "stuck" | "ended") => {
      cleanUp();
      resolve(outcome);
    };
    const fail = (error: unknown) => {
      cleanUp();
      const ranOut = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      if (ranOut)
        resolve({
          ok: false,
          failure: {
            code: "sandbox_limit",
            message: `${subjects[request.subject].title} code ran out of memory.`,
          },
        });
      else
        reject(
          new KareninaError("sandbox_error", `The sandbox failed: ${messageOf(error)}`, { cause: error }),
        );
    };
    const onExit = () => settle("ended");
    // Half the time each: a busy event loop gets to see a reply that is already there before the thread is ended.
    const half = (request.limits.timeoutMs + graceMs) / 2;
    let timer = setTimeout(() => {
      timer = setTimeout(() => settle("stuck"), half);
    }, half);
    const cleanUp = () => {
      clearTimeout(timer);
      worker.off("message", settle).off("error", fail).off("exit", onExit).unref();
    };
    worker.on("message", settle).on("error", fail).on("exit", onExit).ref();
    worker.postMessage(request);
  });
}
