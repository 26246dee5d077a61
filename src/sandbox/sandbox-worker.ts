import { parentPort, workerData } from "node:worker_threads";
import { evaluateSource } from "./evaluate-source.ts";
import { type GuestData, guestModules } from "./guest-modules.ts";
import { type Interpreter, startInterpreter } from "./interpreter.ts";
import {
  interpreterBytes,
  limitExceeded,
  SandboxError,
  type SandboxReply,
  type SandboxRequest,
} from "./sandbox-protocol.ts";

/** The thread in which code from files runs: one request at a time, one reply each. */
const modules = guestModules(workerData as GuestData);
let warm: Interpreter | undefined;

async function answer(request: SandboxRequest): Promise<SandboxReply> {
  const memoryBytes = interpreterBytes(request);
  if (warm?.memoryBytes !== memoryBytes) warm = await startInterpreter(memoryBytes);
  let broken = false;
  try {
    return { ok: true, json: evaluateSource(warm, modules, request) };
  } catch (error) {
    const known =
      error instanceof SandboxError
        ? error
        : limitExceeded(request.subject, "went deeper than the sandbox can follow", { trapped: true });
    broken = known.trapped;
    return { ok: false, failure: known.failure };
  } finally {
    if (broken || warm.isFull() || warm.hasGrown()) warm = undefined;
  }
}

parentPort?.on("message", async (request: SandboxRequest) => parentPort?.postMessage(await answer(request)));
parentPort?.postMessage("ready");
