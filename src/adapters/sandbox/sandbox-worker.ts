import { parentPort, workerData } from "node:worker_threads";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import { evaluateSource } from "./evaluate-source.ts";
import { type GuestNames, loadGuestModules } from "./guest-modules.ts";
import { limitExceeded, SandboxError, type SandboxReply, type SandboxRequest } from "./sandbox-protocol.ts";

/** The thread in which code from files runs: one request at a time, one reply each. */
const modules = loadGuestModules(workerData as GuestNames);
let quickjs = startInterpreter();

/** Without its own error output: a broken interpreter is reported in the reply. */
function startInterpreter(): Promise<QuickJSWASMModule> {
  const silent: object = { printErr: () => undefined };
  return newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { emscriptenModule: silent }));
}

async function answer(request: SandboxRequest): Promise<SandboxReply> {
  try {
    return { ok: true, json: evaluateSource(await quickjs, await modules, request) };
  } catch (error) {
    const known =
      error instanceof SandboxError
        ? error
        : limitExceeded(request.subject, "went deeper than the sandbox can follow", { trapped: true });
    if (known.trapped) quickjs = startInterpreter();
    return { ok: false, failure: known.failure };
  }
}

parentPort?.on("message", async (request: SandboxRequest) => parentPort?.postMessage(await answer(request)));
parentPort?.postMessage("ready");
