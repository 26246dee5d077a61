import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import { readErrorCode } from "../../base/index.ts";

/** A process, so that it is not taken for a later one of the same number. Null: this system does not tell. */
export interface ProcessIdentity {
  readonly processId: number;
  /** When it started, as the system says it. */
  readonly start: string | null;
  /** Changes with each start of the machine. */
  readonly boot: string | null;
  /** Inside which process numbers mean something; containers have their own. */
  readonly namespace: string | null;
  readonly host: string;
}

/** Knows processes. */
export interface Processes {
  identify(processId: number): Promise<ProcessIdentity>;
  /** `elsewhere`: it belongs to another machine or container and cannot be looked for from here. */
  stateOf(process: ProcessIdentity): Promise<"running" | "ended" | "elsewhere">;
}

/** The processes of this machine. */
export const systemProcesses: Processes = {
  async identify(processId) {
    const [start, boot, namespace] = await Promise.all([
      startOf(processId),
      bootOfMachine(),
      namespaceOfSelf(),
    ]);
    return { processId, start, boot, namespace, host: hostname() };
  },
  async stateOf({ processId, start, boot, namespace, host }) {
    const here = await systemProcesses.identify(process.pid);
    if (boot !== here.boot) return host === here.host ? "ended" : "elsewhere";
    if (namespace !== here.namespace || (boot === null && host !== here.host)) return "elsewhere";
    if (!isAlive(processId)) return "ended";
    return start === null || start === (await startOf(processId)) ? "running" : "ended";
  },
};

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // somebody else's process may not be asked, but it is there
    return readErrorCode(error) === "EPERM";
  }
}

async function startOf(processId: number): Promise<string | null> {
  if (process.platform === "win32") return null;
  if (process.platform === "linux") return startOnLinux(processId);
  try {
    const environment = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(processId)], {
      env: environment,
    });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

async function startOnLinux(processId: number): Promise<string | null> {
  const text = await readIfAny(`/proc/${processId}/stat`);
  // the name in parentheses may hold anything; the start is the 20th field after it
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

async function bootOfMachine(): Promise<string | null> {
  return (await readIfAny("/proc/sys/kernel/random/boot_id"))?.trim() ?? null;
}

async function namespaceOfSelf(): Promise<string | null> {
  return readlink("/proc/self/ns/pid").catch(() => null);
}

async function readIfAny(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch(() => null);
}
