/**
 * Ends workers, the database or the watcher of a shared run with SIGKILL at random moments, and holds the results against
 * those of an undisturbed run.
 *
 * Run: npm run build && node bench/machines/kill.ts worker|database|watcher [how often] [tasks]
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readResultLogEntries } from "../../src/result/index.ts";
import { openTrial, type Started, until } from "./trial.ts";

const [victim = "worker", times = "10", given = "60"] = process.argv.slice(2);
const tasks = Number(given);
const [workerCount, inFlight, delayMs] = [3, 4, 50];

await using trial = await openTrial(tasks, delayMs);

/** What a log says of each task that does not depend on who was faster. */
async function contents(file: string): Promise<string> {
  const rows: string[] = [];
  for await (const { task, place, result } of readResultLogEntries(join(trial.folder, file)))
    rows.push(JSON.stringify([task, place, result.template?.verifyResult, result.template?.rawLlmResponse]));
  return rows.toSorted().join("\n");
}

const startWorker = () => trial.start("worker", "--concurrency", String(inFlight));
const startWatcher = (output: string) => trial.start(...trial.verifyArgs, "--store", "--output", output);

await startWatcherAlone();
const expected = await contents("alone.jsonl");
async function startWatcherAlone(): Promise<void> {
  await trial.start(...trial.verifyArgs, "--output", "alone.jsonl", "--quiet").ended;
}

async function isOver(): Promise<boolean> {
  const list = trial.start("runs", "list", "--json");
  await list.ended;
  try {
    const { runs } = JSON.parse(list.text());
    return runs[0]?.state === "finished";
  } catch {
    return false;
  }
}

let workers: Started[] = Array.from({ length: workerCount }, startWorker);
let mostRepeated = 0;
let wrong = 0;
for (let round = 0; round < Number(times); round += 1) {
  await until(() => workers.every((worker) => worker.text().includes("Working on")));
  await trial.forget();
  const output = `run-${round}.jsonl`;
  const watcher = startWatcher(output);
  await until(() => watcher.text().includes("is in postgres"));
  const at = Math.floor(Math.random() * 2 * tasks);
  await until(async () => (await trial.counts()).calls >= at);
  await sleep(Math.random() * delayMs);
  if (victim === "database") await trial.postgres.crash();
  if (victim === "worker") {
    const [first, ...others] = workers;
    first?.process.kill("SIGKILL");
    workers = [...others, startWorker()];
  }
  if (victim === "watcher") {
    watcher.process.kill("SIGKILL");
    await watcher.ended;
    await until(isOver);
    const [, id = ""] = /Run (\w{8}) is in/.exec(watcher.text()) ?? [];
    await trial.start("runs", "export", id, "--output", output).ended;
  } else await watcher.ended;
  const isSame = (await contents(output)) === expected;
  const { repeated } = await trial.counts();
  mostRepeated = Math.max(mostRepeated, repeated);
  if (!isSame) wrong += 1;
  const gone = workers.filter(
    ({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null,
  );
  console.log(
    `${round + 1}: ${victim} at call ${at}: ${isSame ? "same results" : "OTHER RESULTS"}, ${repeated} calls repeated${gone.length > 0 ? `, ${gone.length} workers have ended: ${gone[0]?.text().slice(-300)}` : ""}`,
  );
  if (gone.length > 0) workers = workers.map((worker) => (gone.includes(worker) ? startWorker() : worker));
}
for (const { process: child } of workers) child.kill("SIGTERM");
await Promise.all(workers.map(({ ended }) => ended));
console.log(
  `${times} times: ${wrong} runs with other results; at most ${mostRepeated} calls repeated, ${inFlight} tasks in flight per worker`,
);
if (wrong > 0) process.exitCode = 1;
