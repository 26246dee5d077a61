import { expect, test } from "vitest";
import { runTasks } from "./run-tasks.ts";
import { samplePlan, sampleResult } from "./testing/sample-run.ts";

const questions = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);

/** A run whose tasks each make one call, of these costs in turn; a task is over when `release` lets it. */
function spending(costs: readonly (number | undefined)[], limit: number, concurrency = 100) {
  const plan = samplePlan({ questions: questions(costs.length) });
  let most = 0;
  let running = 0;
  let started = 0;
  let spent = 0;
  const waiting: (() => void)[] = [];
  const run = runTasks(plan, {
    concurrency,
    budget: { costUsd: limit },
    async execute(task, { observer }) {
      const costUsd = costs[started];
      started += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => waiting.push(resolve));
      spent += costUsd ?? 0;
      const usage = {
        inputTokens: 1,
        outputTokens: 1,
        totalTokens: 2,
        ...(costUsd !== undefined && { costUsd }),
      };
      observer.finished?.({ usage, model: "m", durationMs: 1 });
      running -= 1;
      return sampleResult(task);
    },
  });
  async function drain() {
    let isOver = false;
    run.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
    return { report: await run, most, spent };
  }
  return { drain };
}

test("a run ends within its budget, with everything that began finished", async () => {
  const { report, spent } = await spending(Array(50).fill(1), 10).drain();
  expect(report).toMatchObject({
    status: "budget_spent",
    finished: 10,
    total: 50,
    spentBudget: { unit: "costUsd", limit: 10, spent: 10 },
  });
  expect(spent).toBe(10);
});

test("one task shows what its models cost before others begin; then as many as the budget holds", async () => {
  const { report, most } = await spending(Array(50).fill(1), 6).drain();
  expect(report.finished).toBe(6);
  expect(most).toBe(5);
});

test("what is dearer than the dearest before is all that goes beyond the budget", async () => {
  const { spent, report } = await spending([1, 1, 1, 4, ...Array(40).fill(1)], 10).drain();
  expect(report.status).toBe("budget_spent");
  expect(spent).toBeGreaterThan(10 - 4);
  expect(spent).toBeLessThanOrEqual(10 + 3);
});

test("a run that needs less than its budget is a completed one", async () => {
  const { report } = await spending(Array(10).fill(1), 10).drain();
  expect(report).toMatchObject({ status: "completed", finished: 10 });
  expect(report.spentBudget).toBeUndefined();
});

test("a call whose cost nobody knows counts as the dearest before", async () => {
  const { report } = await spending([2, ...Array(20).fill(undefined)], 10).drain();
  expect(report).toMatchObject({ status: "budget_spent", finished: 5, spentBudget: { spent: 10 } });
});

test("of replies none of which tells what it cost, the first counts as all of the limit", async () => {
  const { report } = await spending(Array(20).fill(undefined), 10).drain();
  expect(report).toMatchObject({
    status: "budget_spent",
    finished: 1,
    spentBudget: { spent: 10, limit: 10, untold: 1 },
  });
});

test("a reply without tokens counts as the one before", async () => {
  let calls = 0;
  const report = await runTasks(samplePlan({ questions: questions(20) }), {
    concurrency: 4,
    budget: { tokens: 9 },
    async execute(task, { observer }) {
      const totalTokens = calls++ === 0 ? 3 : 0;
      observer.finished?.({
        usage: { inputTokens: 0, outputTokens: 0, totalTokens },
        model: "m",
        durationMs: 1,
      });
      return sampleResult(task);
    },
  });
  expect(report).toMatchObject({ status: "budget_spent", finished: 3, spentBudget: { spent: 9, untold: 2 } });
});

test("of many models one shows what a task costs, and each other one is taken to cost as much", async () => {
  let calls = 0;
  const plan = samplePlan({ questions: ["q"], answering: Array.from({ length: 12 }, (_, at) => `m${at}`) });
  const report = await runTasks(plan, {
    concurrency: 100,
    budget: { calls: 5 },
    async execute(task, { observer }) {
      for (let call = 0; call < 2; call += 1) {
        await new Promise(setImmediate);
        calls += 1;
        observer.finished?.({
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
          model: "m",
          durationMs: 1,
        });
      }
      return sampleResult(task);
    },
  });
  expect(report).toMatchObject({ status: "budget_spent", total: 12, finished: 2 });
  expect(calls).toBe(4);
});

test.each([
  ["tokens", { tokens: 9 }, { unit: "tokens", limit: 9, spent: 8 }, 4],
  ["calls", { calls: 7 }, { unit: "calls", limit: 7, spent: 7 }, 7],
])("%s are limited alike", async (_, budget, spentBudget, finished) => {
  const report = await runTasks(samplePlan({ questions: questions(20) }), {
    concurrency: 4,
    budget,
    async execute(task, { observer }) {
      observer.finished?.({
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        model: "m",
        durationMs: 1,
      });
      return sampleResult(task);
    },
  });
  expect(report).toMatchObject({ status: "budget_spent", finished, spentBudget });
});

test("who asks a run to stop gets what is under way finished, and is told how much that is", async () => {
  const stop = new AbortController();
  const told: number[] = [];
  const gates: (() => void)[] = [];
  const run = runTasks(samplePlan({ questions: questions(10) }), {
    concurrency: 3,
    stopSignal: stop.signal,
    events: [{ runStopping: ({ running }) => void told.push(running) }],
    async execute(task, { signal }) {
      await new Promise<void>((resolve) => gates.push(resolve));
      expect(signal.aborted).toBe(false);
      return sampleResult(task);
    },
  });
  stop.abort();
  for (const open of gates) open();
  expect(await run).toMatchObject({ status: "stopped", finished: 3, total: 10 });
  expect(told).toEqual([3]);
});
