/**
 * Measures what the run room itself costs: tasks with an executor that answers at once (processor time per task, peak
 * memory, 1,000 against 100,000 tasks) or after a fixed latency (wall time against the ideal). Every case runs in a
 * process of its own.
 *
 * Run: node bench/run.ts
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answerKey, type Task } from "../src/pipeline/index.ts";
import { openResultLog, type VerificationResult } from "../src/result/index.ts";
import { logSink, runTasks } from "../src/run/index.ts";
import { samplePlan, sampleResult } from "../src/run/testing/sample-run.ts";

interface Case {
  /** A multiple of 100: questions of ten models, five replicates and two judges. */
  readonly tasks: number;
  readonly concurrency: number;
  /** Of the answer and of the judge, each; 0: at once. */
  readonly latencyMs: number;
  readonly log: boolean;
}

interface Measurement {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMb: number;
}

const named = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);

async function measure({ tasks, concurrency, latencyMs, log }: Case): Promise<Measurement> {
  const plan = samplePlan(
    { questions: named("q", tasks / 100), answering: named("m", 10), judges: named("j", 2) },
    { replicates: 5 },
  );
  const [first] = plan.tasks();
  if (first === undefined) throw new Error("a case needs at least 100 tasks");
  const sample = sampleResult(first);
  const resultOf = (task: Task): VerificationResult => ({
    ...sample,
    metadata: { ...sample.metadata, questionId: task.question.id, replicate: task.replicate },
    template: sample.template && { ...sample.template, rawLlmResponse: "The target is BCL2. ".repeat(40) },
  });
  const wait = latencyMs === 0 ? async () => undefined : () => sleep(latencyMs);
  const folder = mkdtempSync(join(tmpdir(), "karenina-bench-"));
  const file = join(folder, "run.jsonl");
  const header = {
    benchmark: { name: "bench", fingerprint: "b" },
    configFingerprint: "c",
    startedAt: new Date().toISOString(),
  };
  const sinks = log ? [logSink(file, await openResultLog(file, header))] : [];

  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const report = await runTasks(plan, {
    concurrency,
    sinks,
    async execute(task, { answers }) {
      await answers.share(answerKey(task), wait);
      await wait();
      return resultOf(task);
    },
  });
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  rmSync(folder, { recursive: true });
  if (report.finished !== tasks) throw new Error(`${report.finished} of ${tasks} tasks finished`);
  return { cpuMs: (user + system) / 1000, wallMs, peakMb: process.resourceUsage().maxRSS / 1024 };
}

async function inOwnProcess(given: Case): Promise<Measurement> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(given)]);
  const exited = once(child, "exit").then(([code]) => Promise.reject(new Error(`case ended with ${code}`)));
  const [measurement] = await Promise.race([once(child, "message"), exited]);
  return measurement;
}

const fixed = (value: number, digits = 1) => value.toFixed(digits).padStart(8);

async function compareSizes(log: boolean): Promise<void> {
  const perTask: number[] = [];
  for (const tasks of [1000, 100_000]) {
    const { cpuMs, peakMb } = await inOwnProcess({ tasks, concurrency: 100, latencyMs: 0, log });
    perTask.push(cpuMs / tasks);
    console.log(
      `${String(tasks).padStart(7)} tasks ${log ? "with a results log" : "without a sink    "}` +
        `${fixed((1000 * cpuMs) / tasks)} us CPU per task ${fixed(peakMb, 0)} MB peak (limit 200)`,
    );
  }
  const [small = 0, large = 0] = perTask;
  console.log(`        100,000 against 1,000 tasks: ${(large / small).toFixed(2)} times the CPU per task\n`);
}

interface WallCase {
  readonly concurrency: number;
  readonly tasks: number;
  readonly latencyMs: number;
  /** Highest acceptable ratio to the ideal. */
  readonly limit: number;
}

async function compareWall({ concurrency, tasks, latencyMs, limit }: WallCase): Promise<void> {
  const { wallMs, cpuMs, peakMb } = await inOwnProcess({ tasks, concurrency, latencyMs, log: true });
  // a task waits once for its judge, and one in two also for the answer
  const idealMs = (tasks * 1.5 * latencyMs) / concurrency;
  console.log(
    `${String(tasks).padStart(7)} tasks, ${concurrency} at a time, ${latencyMs} ms per call: ${wallMs.toFixed(0)} ms, ` +
      `${(wallMs / idealMs).toFixed(2)} times the ideal (limit ${limit}), ` +
      `${((1000 * cpuMs) / tasks).toFixed(1)} us CPU per task, ${peakMb.toFixed(0)} MB peak`,
  );
}

const [given] = process.argv.slice(2);
if (given === undefined) {
  await compareSizes(false);
  await compareSizes(true);
  await compareWall({ concurrency: 100, tasks: 10_000, latencyMs: 50, limit: 1.1 });
  await compareWall({ concurrency: 1000, tasks: 10_000, latencyMs: 500, limit: 1.2 });
} else {
  process.send?.(await measure(JSON.parse(given)));
  process.disconnect?.();
}
