import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { manualClock } from "../base/testing/manual-clock.ts";
import type { VerificationResult } from "../result/index.ts";
import type { RunEvents } from "./events.ts";
import type { RunReport } from "./report.ts";
import { type RunOptions, runTasks } from "./run-tasks.ts";
import type { ResultSink } from "./sink.ts";
import { samplePlan, sampleResult } from "./testing/sample-run.ts";

const plan = (count = 10) => samplePlan({ questions: Array.from({ length: count }, (_, at) => `q${at}`) });
const atOnce: RunOptions["execute"] = async (task) => sampleResult(task);
const untilAborted: RunOptions["execute"] = (_task, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

function watchedSink(failAt = Number.POSITIVE_INFINITY) {
  const written: string[] = [];
  const sink: ResultSink & { closed: boolean } = {
    name: "results.jsonl",
    closed: false,
    async write(result: VerificationResult) {
      if (written.length >= failAt) throw new Error("ENOSPC: no space left on device");
      written.push(result.metadata.questionId);
    },
    close() {
      sink.closed = true;
    },
  };
  return { sink, written };
}

describe("cancelling", () => {
  test("aborts what runs, starts nothing new, closes the sinks and keeps what is there", async () => {
    const controller = new AbortController();
    const { sink, written } = watchedSink();
    let started = 0;
    const report = await runTasks(plan(), {
      concurrency: 2,
      signal: controller.signal,
      sinks: [sink],
      events: [
        {
          taskStarted() {
            started += 1;
          },
        },
      ],
      execute: (task, context) => {
        if (started <= 3) return atOnce(task, context);
        const running = untilAborted(task, context);
        if (started === 5) controller.abort();
        return running;
      },
    });
    expect(report).toMatchObject({ status: "cancelled", total: 10, finished: 3 });
    expect(written).toHaveLength(3);
    expect(started).toBe(5);
    expect(sink.closed).toBe(true);
  });

  test("before the start nothing runs", async () => {
    let started = 0;
    const report = await runTasks(plan(), {
      concurrency: 2,
      signal: AbortSignal.abort(),
      execute: (task, context) => {
        started += 1;
        return atOnce(task, context);
      },
    });
    expect(report).toMatchObject({ status: "cancelled", finished: 0 });
    expect(started).toBe(0);
  });

  test("after the last task it was a completed run", async () => {
    const controller = new AbortController();
    const report = await runTasks(plan(1), {
      concurrency: 1,
      signal: controller.signal,
      execute: async (task) => {
        controller.abort();
        return sampleResult(task);
      },
    });
    expect(report.status).toBe("completed");
  });

  test("leaves no listener on the caller's signal, and any number of calls may listen to the run's", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on("warning", onWarning);
    const controller = new AbortController();
    await runTasks(plan(30), {
      concurrency: 30,
      signal: controller.signal,
      execute: async (task, { signal }) => {
        signal.addEventListener("abort", () => undefined);
        await new Promise(setImmediate);
        return sampleResult(task);
      },
    });
    await new Promise(setImmediate);
    process.off("warning", onWarning);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
    expect(warnings).toEqual([]);
  });
});

test("at the time limit nothing new starts; what runs is finished and kept", async () => {
  const clock = manualClock();
  const gate = Promise.withResolvers<void>();
  const { sink, written } = watchedSink();
  const run = runTasks(plan(), {
    concurrency: 2,
    clock,
    batchTimeoutMs: 1000,
    sinks: [sink],
    execute: async (task) => {
      await gate.promise;
      return sampleResult(task);
    },
  });
  await clock.advance(1000);
  gate.resolve();
  expect(await run).toMatchObject({ status: "timed_out", finished: 2, durationMs: 1000 });
  expect(written).toHaveLength(2);
});

describe("a sink that cannot write", () => {
  test("stops the run; its results stay in memory and reach the other sinks", async () => {
    const full = watchedSink(3);
    const good = watchedSink();
    const report = await runTasks(plan(), { concurrency: 2, execute: atOnce, sinks: [full.sink, good.sink] });
    expect(report.status).toBe("sink_failed");
    expect(report.finished).toBeLessThan(10);
    expect(full.written).toHaveLength(3);
    expect(good.written).toHaveLength(report.finished);
    expect(good.sink.closed && full.sink.closed).toBe(true);
    const [failure, ...others] = report.sinkFailures;
    expect(others).toEqual([]);
    expect(failure?.error).toMatchObject({ code: "file_unwritable" });
    expect(failure?.error.message).toMatch(
      /^Results could not be written to results.jsonl: ENOSPC[^.]*\. \d finished results? did not get there\.$/,
    );
    const kept = failure?.unwritten.map((result) => result.metadata.questionId) ?? [];
    expect([...full.written, ...kept].sort()).toEqual([...good.written].sort());
  });

  test("is also reported when it only fails to close", async () => {
    const sink: ResultSink = {
      name: "table",
      write: () => undefined,
      close: () => Promise.reject(new Error("EIO")),
    };
    const report = await runTasks(plan(2), { concurrency: 1, execute: atOnce, sinks: [sink] });
    expect(report).toMatchObject({ status: "sink_failed", finished: 2 });
    expect(report.sinkFailures[0]?.error.message).toContain("table: EIO");
  });
});

test("a task that throws ends the run with an error; running tasks are finished and everything is written", async () => {
  const { sink, written } = watchedSink();
  const reports: RunReport[] = [];
  const gate = Promise.withResolvers<void>();
  const run = runTasks(plan(), {
    concurrency: 2,
    sinks: [sink],
    events: [{ runFinished: (report) => void reports.push(report) }],
    execute: async (task) => {
      if (task.question.id === "q0") throw new TypeError("x is undefined");
      await gate.promise;
      return sampleResult(task);
    },
  });
  setImmediate(gate.resolve);
  await expect(run).rejects.toMatchObject({
    code: "composition",
    message: "Task q0|model|judge| threw instead of returning a result: x is undefined",
  });
  expect(written).toEqual(["q1"]);
  expect(sink.closed).toBe(true);
  expect(reports).toMatchObject([{ status: "failed", finished: 1 }]);
});

test("events tell the whole story in order, model calls included", async () => {
  const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
  const told: unknown[] = [];
  const reporter: RunEvents = {
    runStarted: ({ total, concurrency }) => told.push(["runStarted", total, concurrency]),
    taskStarted: ({ task }) => told.push(["taskStarted", task.question.id]),
    callRetried: ({ category, task }) => told.push(["callRetried", category, task.question.id]),
    callFinished: ({ usage: { totalTokens }, task }) =>
      told.push(["callFinished", totalTokens, task.question.id]),
    taskFinished: ({ result }) => told.push(["taskFinished", result.metadata.questionId]),
    runFinished: ({ status }) => told.push(["runFinished", status]),
  };
  await runTasks(plan(1), {
    concurrency: 4,
    events: [reporter],
    execute: async (task, { observer }) => {
      observer.retried?.({ category: "rate_limit", delayMs: 10, reason: "429" });
      observer.finished?.({ usage, model: "m", durationMs: 5 });
      return sampleResult(task);
    },
  });
  expect(told).toEqual([
    ["runStarted", 1, 4],
    ["taskStarted", "q0"],
    ["callRetried", "rate_limit", "q0"],
    ["callFinished", 3, "q0"],
    ["taskFinished", "q0"],
    ["runFinished", "completed"],
  ]);
});

test("a reporter that throws is left out and mentioned; run and other reporters go on", async () => {
  const finished: string[] = [];
  const broken: RunEvents = {
    taskFinished: () => {
      throw new Error("EPIPE");
    },
  };
  const report = await runTasks(plan(3), {
    concurrency: 1,
    execute: atOnce,
    events: [broken, { taskFinished: ({ task }) => void finished.push(task.question.id) }],
  });
  expect(report).toMatchObject({
    status: "completed",
    warnings: ["A reporter threw and was not called again: EPIPE"],
  });
  expect(finished).toEqual(["q0", "q1", "q2"]);
});
