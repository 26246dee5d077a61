/**
 * Measures what sharing costs: the tasks per second of one worker and of three, and the processor time per task of the
 * workers and of the database, beside that of the same run on one machine without a store.
 *
 * Run: npm run build && node bench/machines/speed.ts [tasks] [delay in ms] [in flight per worker]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openTrial, type Started, type Trial, until } from "./trial.ts";

const [tasks = 900, delayMs = 200, inFlight = 10] = process.argv.slice(2).map(Number);

interface Measured {
  readonly perSecond: number;
  readonly workerCpuMs: number;
  readonly databaseCpuMs: number;
}

async function shared(trial: Trial, count: number): Promise<Measured> {
  const workers = Array.from({ length: count }, () =>
    trial.start("worker", "--concurrency", String(inFlight)),
  );
  await until(() => workers.every((worker) => worker.text().includes("Working on")));
  await sleep(1000);
  await trial.forget();
  const before = await cpu(trial, workers);
  const begun = trial.start(...trial.verifyArgs, "--store", "--detach");
  await begun.ended;
  await until(async () => (await trial.counts()).calls > 0);
  const startedAt = performance.now();
  await until(async () => (await trial.counts()).calls >= 2 * tasks);
  const seconds = (performance.now() - startedAt) / 1000;
  await until(() => workers.every((worker) => /tasks done here/.test(worker.text())));
  const after = await cpu(trial, workers);
  for (const { process } of workers) process.kill("SIGTERM");
  await Promise.all(workers.map(({ ended }) => ended));
  return {
    perSecond: tasks / seconds,
    workerCpuMs: (after.workers - before.workers) / tasks,
    databaseCpuMs: (after.database - before.database) / tasks,
  };
}

async function cpu(trial: Trial, workers: readonly Started[]) {
  const times = await Promise.all(workers.map((worker) => worker.cpuMs()));
  return { workers: times.reduce((sum, one) => sum + one, 0), database: await trial.postgres.cpuMs() };
}

/** The same on one machine: processor time of the whole command. */
async function alone(trial: Trial): Promise<number> {
  const args = ["--concurrency", String(inFlight), "--output", `alone-${Date.now()}.jsonl`, "--quiet"];
  const run = trial.start(...trial.verifyArgs, ...args);
  let last = 0;
  const watching = setInterval(async () => {
    last = Math.max(last, await run.cpuMs());
  }, 100);
  await run.ended;
  clearInterval(watching);
  return last / tasks;
}

await using trial = await openTrial(tasks, delayMs);
const one = await shared(trial, 1);
const three = await shared(trial, 3);
const local = await alone(trial);
const ideal = (workers: number) => (workers * inFlight * 1000) / (2 * delayMs);
const line = (name: string, { perSecond, workerCpuMs, databaseCpuMs }: Measured, workers: number) =>
  `${name.padEnd(14)} ${perSecond.toFixed(1).padStart(7)}/s  ${((100 * perSecond) / ideal(workers)).toFixed(0).padStart(3)} % of ideal  worker ${workerCpuMs.toFixed(2)} ms  database ${databaseCpuMs.toFixed(2)} ms`;
console.log(`${tasks} tasks, two calls of ${delayMs} ms each, ${inFlight} in flight per worker`);
console.log(line("one worker", one, 1));
console.log(line("three workers", three, 3));
console.log(`three against one: ${(three.perSecond / one.perSecond).toFixed(2)} times the tasks`);
console.log(`one machine, no store: ${local.toFixed(2)} ms per task, start and summary included`);
