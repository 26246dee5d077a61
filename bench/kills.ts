// Ends a run of one machine with SIGKILL at random moments, goes on with it each time, and holds the results against those of an
// undisturbed run: nothing lost or doubled, and no more calls repeated than were in flight.
//   npm run build && node bench/kills.ts [kills] [tasks] [kills of one run]
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readResultLogEntries } from "../src/result/index.ts";
import { trialBenchmark } from "./machines/trial-benchmark.ts";

const [kills = 200, tasks = 2000, perRun = 10] = process.argv.slice(2).map(Number);
const delayMs = 20;
/** Tasks at once, each of which asks one model at a time: so many calls may be repeated for each kill. */
const inFlight = 20;
const program = join(import.meta.dirname, "../bin/karenina.js");
const folder = mkdtempSync(join(tmpdir(), "karenina-kills-"));
const model = fork(join(import.meta.dirname, "machines/model-server.ts"), [String(delayMs)]);
try {
  const [port] = await once(model, "message");
  process.exitCode = (await allSame(`http://127.0.0.1:${port}`)) ? 0 : 1;
} finally {
  model.kill();
  rmSync(folder, { recursive: true });
}

async function allSame(url: string): Promise<boolean> {
  await writeFile(join(folder, "benchmark.yaml"), trialBenchmark(tasks));
  const startedAt = performance.now();
  await ended(verify(url, "whole.jsonl"));
  const wholeMs = performance.now() - startedAt;
  const expected = await contents("whole.jsonl");
  let [killed, wrong, tooMany, mostRepeated] = [0, 0, 0, 0];
  for (let run = 0; killed < kills; run += 1) {
    const log = `${run}.jsonl`;
    await fetch(`${url}/forget`);
    let ofRun = 0;
    let isTooMany = false;
    for (let count = 0; count < perRun && killed < kills; count += 1) {
      const child = verify(url, log);
      // one in five before anything was asked, the others spread over the run
      const isEarly = Math.random() < 0.2;
      const exit = once(child, "exit");
      if (!isEarly) await moreCalls(url, child);
      await Promise.race([sleep((Math.random() * wholeMs) / perRun), exit]);
      if (child.exitCode !== null) break;
      await kill(child);
      // what this one has cut off is asked for again later
      isTooMany ||= (await counts(url)).repeated > ofRun * inFlight;
      killed += 1;
      ofRun += 1;
    }
    await ended(verify(url, log));
    const { repeated } = await counts(url);
    if (isTooMany || repeated > ofRun * inFlight) tooMany += 1;
    mostRepeated = Math.max(mostRepeated, repeated / Math.max(1, ofRun));
    const isSame = (await contents(log)) === expected;
    if (!isSame) wrong += 1;
    console.log(
      `run ${run + 1}, ${killed} kills: ${isSame ? "same results" : "OTHER RESULTS"}; ${repeated} calls repeated after ${ofRun} kills`,
    );
    rmSync(join(folder, log));
  }
  console.log(
    `${killed} kills: ${wrong} runs with other results; ${tooMany} runs in which more calls than ${inFlight} for each kill so far were repeated at some time; ${mostRepeated.toFixed(1)} calls repeated for each kill in the worst of the runs`,
  );
  return wrong === 0 && tooMany === 0;
}

function verify(url: string, log: string): ChildProcess {
  const file = join(folder, log);
  const output = existsSync(file) ? ["--resume", file] : ["--output", file];
  const models = ["--base-url", url, "--answering-model", "m", "--parsing-model", "m"];
  return spawn(
    process.execPath,
    [
      ...[program, "verify", join(folder, "benchmark.yaml"), ...models, "--no-preflight", "--quiet"],
      ...["--concurrency", String(inFlight), ...output],
    ],
    { stdio: "ignore", env: { ...process.env, XDG_STATE_HOME: folder } },
  );
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`a run that nobody disturbed ended with ${code}`);
}

/** Resolves when the model is asked by a run, or the run is over. */
async function moreCalls(url: string, run: ChildProcess): Promise<void> {
  const before = (await counts(url)).calls;
  while (run.exitCode === null && (await counts(url)).calls === before) await sleep(50);
}

async function counts(url: string): Promise<{ readonly calls: number; readonly repeated: number }> {
  return JSON.parse(await (await fetch(`${url}/counts`)).text());
}

/** Each task with its result, as often as it is there. */
async function contents(log: string): Promise<string> {
  const rows: string[] = [];
  for await (const { task, place, result } of readResultLogEntries(join(folder, log)))
    rows.push(JSON.stringify([task, place, result.template?.verifyResult, result.template?.rawLlmResponse]));
  return rows.toSorted().join("\n");
}
