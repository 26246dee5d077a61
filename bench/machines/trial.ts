// What trials with several machines have in common: a database, a model, a benchmark, and programs that can be ended.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres, type TestPostgres } from "../../src/stores/testing/start-postgres.ts";
import { trialBenchmark } from "./trial-benchmark.ts";

const entry = join(import.meta.dirname, "../../bin/karenina.js");

/** How often the model was asked, and whether the same twice. */
export interface CallCounts {
  readonly calls: number;
  readonly different: number;
  readonly repeated: number;
  readonly mostInFlight: number;
}

/** A program of karenina that runs. */
export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
  readonly text: () => string;
  /** Processor time of it so far, in milliseconds; 0 once it has ended. */
  cpuMs(): Promise<number>;
}

/** Everything that a trial needs, gone when disposed. */
export interface Trial extends AsyncDisposable {
  readonly folder: string;
  readonly postgres: TestPostgres;
  start(...args: readonly string[]): Started;
  /** Arguments of `verify` for the trial's benchmark and model. */
  readonly verifyArgs: readonly string[];
  counts(): Promise<CallCounts>;
  forget(): Promise<void>;
}

/** Prepares a trial of so many questions, whose model takes its time. */
export async function openTrial(questions: number, delayMs: number): Promise<Trial> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres();
  if (postgres === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  opened.use(postgres);
  const folder = await mkdtemp(join(tmpdir(), "karenina-trial-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "benchmark.yaml"), trialBenchmark(questions));
  const model = fork(join(import.meta.dirname, "model-server.ts"), [String(delayMs)]);
  opened.defer(() => void model.kill());
  const [port] = await once(model, "message");
  const url = `http://127.0.0.1:${port}`;
  const running = new Set<ChildProcess>();
  opened.defer(() => {
    for (const child of running) child.kill("SIGKILL");
  });

  function start(...args: readonly string[]): Started {
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, XDG_STATE_HOME: folder, KARENINA_STORE: postgres?.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    let said = "";
    const add = (chunk: Buffer) => {
      said += chunk;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    const ended = once(child, "exit").then(() => void running.delete(child));
    return { process: child, ended, text: () => said, cpuMs: () => cpuOf(child.pid) };
  }

  await start("store", "migrate").ended;
  const kept = opened.move();
  return {
    ...{ folder, postgres, start },
    verifyArgs: [
      ...["verify", "benchmark.yaml", "--base-url", `${url}/v1`, "--answering-model", "m"],
      ...["--parsing-model", "m", "--no-preflight"],
    ],
    counts: async () => (await (await fetch(`${url}/counts`)).json()) as CallCounts,
    forget: async () => void (await (await fetch(`${url}/forget`)).text()),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Processor time of a process on Linux, in milliseconds. */
async function cpuOf(pid: number | undefined): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, limitMs = 120_000): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(20)) if (await holds()) return;
  throw new Error("it has not come to that");
}
