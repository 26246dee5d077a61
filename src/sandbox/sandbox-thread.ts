import { createGuardedThread, KareninaError, messageOf } from "../base/index.ts";
import { type GuestData, readGuestTexts } from "./guest-modules.ts";
import { guestNames } from "./guest-names.ts";
import type { SandboxReply, SandboxRequest } from "./sandbox-protocol.ts";
import { subjects } from "./sandbox-subject.ts";

/** A thread that evaluates code from files, started when first needed. */
export interface SandboxThread extends AsyncDisposable {
  /** Waits for its turn, then evaluates. @throws KareninaError */
  evaluate(request: SandboxRequest): Promise<string>;
}

/**
 * Runs requests one after another in a thread of their own. A request that does not stop by itself, because the
 * interpreter is inside a native loop, takes its thread with it; the next one gets a new thread.
 *
 * @param graceMs how long beyond its CPU limit a request may take before its thread is ended, in milliseconds; default 2000
 */
export function createSandboxThread(graceMs = 2000): SandboxThread {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const thread = createGuardedThread<SandboxRequest, SandboxReply>({
    module: new URL(`./sandbox-worker${extension}`, import.meta.url),
    data: (): GuestData => ({ texts: readGuestTexts(), ...guestNames() }),
    isLast: (reply) => !reply.ok && reply.failure.brokenThread === true,
  });
  let disposed = false;
  return {
    async evaluate(request) {
      const { subject, limits } = request;
      const { title } = subjects[subject];
      const outcome = await thread
        .ask(request, { withinMs: limits.timeoutMs + graceMs })
        .catch((error: unknown) => {
          throw new KareninaError("sandbox_error", `The sandbox failed: ${messageOf(error)}`, {
            cause: error,
          });
        });
      if (outcome.kind === "reply") {
        const { reply } = outcome;
        if (reply.ok) return reply.json;
        const { code, message, hint } = reply.failure;
        throw new KareninaError(code, message, hint === undefined ? {} : { hint });
      }
      if (disposed) throw new KareninaError("cancelled", "The sandbox was disposed.");
      if (outcome.kind === "ended")
        throw new KareninaError("sandbox_error", "The sandbox ended before it replied.");
      const what =
        outcome.kind === "late"
          ? `took longer than ${limits.timeoutMs} ms and had to be stopped`
          : "ran out of memory";
      throw new KareninaError("sandbox_limit", `${title} code ${what}.`);
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await thread[Symbol.asyncDispose]();
    },
  };
}
