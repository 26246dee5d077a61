import { type ChildProcess, spawn } from "node:child_process";
import type { SpawnedProcess, SpawnOptions } from "@anthropic-ai/claude-agent-sdk";
import { type Clock, type ExitGuard, groupIsGone, KareninaError, processGroup } from "../../../base/index.ts";
import { endMarked } from "./end-marked.ts";
import { keyDescriptor, runVariable } from "./environment.ts";

/** The program of one run. */
export interface Program {
  /** Starts it; the SDK's hook. */
  start(options: SpawnOptions): SpawnedProcess;
  /** Why it could not be started; undefined while nothing went wrong. */
  readonly startError: Error | undefined;
  /** How it ended, for messages; empty while it runs. */
  readonly ending: string;
  /** The end of what it wrote to its error stream. */
  readonly complaint: string;
  /** Kills it and everything it started, and waits until they are gone; calling it twice is fine. */
  end(): Promise<void>;
}

const longestComplaint = 2000;
const endMs = 5000;

/** Prepares the program of one run; `key` is what it finds on its descriptor. */
export function prepareProgram(settings: {
  readonly runId: string;
  readonly key: string | undefined;
  readonly guard: ExitGuard;
  readonly clock: Clock;
}): Program {
  const { runId, key, guard, clock } = settings;
  let child: ChildProcess | undefined;
  let startError: Error | undefined;
  let ending = "";
  let complaint = "";
  let unwatch: (() => void) | undefined;
  const group = () => (child?.pid === undefined ? undefined : processGroup(child.pid));
  return {
    start({ command, args, cwd, env }) {
      const watch = guard.watch(() => group()?.signal("SIGKILL"), { keepsGroup: true });
      unwatch = watch.release;
      const started = spawn(command, args, {
        ...(cwd === undefined ? {} : { cwd }),
        env,
        stdio: ["pipe", "pipe", "pipe", key === undefined ? "ignore" : "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      child = started;
      watch.keep(started.pid, `${runVariable}=${runId}`);
      started.once("error", (error) => {
        startError = error;
      });
      started.once("exit", (code, signal) => {
        ending = signal === null ? `with code ${code}` : `by ${signal}`;
      });
      const { stdin, stdout, stderr } = started;
      if (stdin === null || stdout === null || stderr === null)
        throw new KareninaError("composition", "A program was started without its pipes.");
      stderr.setEncoding("utf8").on("data", (text: string) => {
        complaint = (complaint + text).slice(-longestComplaint);
      });
      handOver(started, key);
      return Object.assign(started, { stdin, stdout });
    },
    get startError() {
      return startError;
    },
    get ending() {
      return ending;
    },
    get complaint() {
      return complaint.trim();
    },
    async end() {
      const left = group();
      left?.signal("SIGKILL");
      await endMarked(runVariable, runId, clock);
      if (left !== undefined) await groupIsGone(left, clock, endMs);
      unwatch?.();
    },
  };
}

function handOver(child: ChildProcess, key: string | undefined): void {
  const line = child.stdio[keyDescriptor];
  if (key === undefined || line === null || line === undefined || !("end" in line)) return;
  // a program that ends before it has read its key says so in its own way
  line.on("error", () => undefined);
  line.end(key);
}
