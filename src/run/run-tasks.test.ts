import { describe, expect, test } from "vitest";
import { answerKey, type Task, taskKey } from "../pipeline/index.ts";
import type { VerificationResult } from "../result/index.ts";
import { type RunOptions, runTasks, type TaskContext } from "./run-tasks.ts";
import { samplePlan, sampleResult, shortKey } from "./testing/sample-run.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Keeps what it is given. */
function memorySink() {
  const results: VerificationResult[] = [];
  return { name: "memory", results, write: (result: VerificationResult) => void results.push(result) };
}

/** An executor that shares answers as the pipeline does, and watches what goes on at the same time. */
function watchedExecutor() {
  const seen = {
    generated: [] as string[],
    running: 0,
    mostRunning: 0,
    generating: 0,
    mostGenerating: 0,
    waited: 0,
  };
  const execute: RunOptions["execute"] = async (task, { answers }: TaskContext) => {
    seen.running += 1;
    seen.mostRunning = Math.max(seen.mostRunning, seen.running);
    await answers.share(answerKey(task), async () => {
      seen.generated.push(answerKey(task));
      seen.generating += 1;
      seen.mostGenerating = Math.max(seen.mostGenerating, seen.generating);
      await turn();
      await turn();
      seen.generating -= 1;
      return "answer";
    });
    await turn();
    seen.running -= 1;
    return sampleResult(task);
  };
  return { seen, execute };
}

describe.each([1, 2, 3, 7, 100])("at %i tasks at a time", (concurrency) => {
  test("every task runs once, each answer is generated once, and no more than allowed run together", async () => {
    const plan = samplePlan(
      { questions: ["q1", "q2", "q3"], answering: ["a", "b"], judges: ["j1", "j2", "j3", "j4"] },
      { replicates: 2 },
    );
    const { seen, execute } = watchedExecutor();
    const sink = memorySink();
    const started: string[] = [];
    const report = await runTasks(plan, {
      concurrency,
      execute,
      sinks: [sink],
      events: [{ taskStarted: ({ task }) => started.push(taskKey(task)) }],
    });
    expect(report).toMatchObject({ status: "completed", total: 48, finished: 48 });
    expect(sink.results).toHaveLength(48);
    expect(new Set(started).size).toBe(48);
    expect(seen.generated).toHaveLength(12);
    expect(new Set(seen.generated).size).toBe(12);
    expect(seen.mostRunning).toBeLessThanOrEqual(concurrency);
  });
});

test("judges do not take the places of generations they would only wait for", async () => {
  const plan = samplePlan({ questions: ["q1", "q2", "q3", "q4"], judges: ["j1", "j2", "j3", "j4"] });
  const { seen, execute } = watchedExecutor();
  await runTasks(plan, { concurrency: 4, execute });
  expect(seen.mostGenerating).toBe(4);
});

test("a task that ends without asking for an answer lets the other judges go on", async () => {
  const plan = samplePlan({ questions: ["q1", "q2"], judges: ["j1", "j2", "j3"] });
  const report = await runTasks(plan, { concurrency: 2, execute: async (task) => sampleResult(task) });
  expect(report).toMatchObject({ status: "completed", finished: 6 });
});

test("an answer lives as long as its judges and is not kept longer", async () => {
  const plan = samplePlan({ questions: ["q1", "q2", "q3"], judges: ["j1", "j2"] });
  const alive: number[] = [];
  await runTasks(plan, {
    concurrency: 1,
    execute: async (task, { answers }) => {
      await answers.share(answerKey(task), async () => "answer");
      alive.push(Reflect.get(answers, "size"));
      return sampleResult(task);
    },
  });
  expect(alive).toEqual([1, 1, 1, 1, 1, 1]);
});

describe("limits per answering model", () => {
  const plan = () =>
    samplePlan({ questions: ["q1", "q2", "q3"], answering: ["a", "b"], judges: ["j1", "j2"] });

  async function mostAtOnce(limits: RunOptions["answererConcurrencyLimits"]) {
    const now: Record<string, number> = { a: 0, b: 0 };
    const most: Record<string, number> = { a: 0, b: 0 };
    const report = await runTasks(plan(), {
      concurrency: 12,
      answererConcurrencyLimits: limits,
      execute: async (task, { answers }) => {
        const { id } = task.answering;
        await answers.share(answerKey(task), async () => {
          now[id] = (now[id] ?? 0) + 1;
          most[id] = Math.max(most[id] ?? 0, now[id]);
          await turn();
          now[id] -= 1;
        });
        return sampleResult(task);
      },
    });
    expect(report.finished).toBe(12);
    return most;
  }

  test("one number holds for each model", async () => {
    expect(await mostAtOnce(1)).toEqual({ a: 1, b: 1 });
    expect(await mostAtOnce(2)).toEqual({ a: 2, b: 2 });
  });

  test("a number by id holds for that model alone", async () => {
    expect(await mostAtOnce({ a: 1 })).toEqual({ a: 1, b: 3 });
  });

  test("a limit below 1 is refused", async () => {
    await expect(mostAtOnce({ a: 0 })).rejects.toThrow("at least 1; it is 0");
  });
});

test("a task that is over when its result is written keeps its place until then", async () => {
  const written: (() => void)[] = [];
  const seen = { begun: 0 };
  const report = runTasks(samplePlan({ questions: ["q1", "q2", "q3"] }), {
    concurrency: 2,
    endsWhenWritten: true,
    async execute(task) {
      seen.begun += 1;
      return sampleResult(task);
    },
    sinks: [{ name: "slow", write: () => new Promise<void>((resolve) => written.push(resolve)) }],
  });
  while (written.length < 2) await turn();
  await turn();
  expect(seen.begun).toBe(2);
  written[0]?.();
  while (written.length < 3) await turn();
  for (const done of written) done();
  expect(await report).toMatchObject({ status: "completed", finished: 3 });
});

test("results reach the sinks in the order in which tasks finish", async () => {
  const plan = samplePlan({ questions: ["q1", "q2", "q3"] });
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const sink = memorySink();
  const run = runTasks(plan, {
    concurrency: 3,
    sinks: [sink],
    execute: async (task: Task) => {
      const gate = Promise.withResolvers<void>();
      gates.set(task.question.id, gate);
      await gate.promise;
      return sampleResult(task);
    },
  });
  for (const id of ["q2", "q3", "q1"]) {
    gates.get(id)?.resolve();
    await turn();
  }
  await run;
  expect(sink.results.map((result) => result.metadata.questionId)).toEqual(["q2", "q3", "q1"]);
});

test("a slow sink holds new tasks back", async () => {
  const plan = samplePlan({ questions: Array.from({ length: 50 }, (_, at) => `q${at}`) });
  let open = 0;
  let mostOpen = 0;
  const report = await runTasks(plan, {
    concurrency: 2,
    execute: async (task) => sampleResult(task),
    sinks: [
      {
        name: "slow",
        async write() {
          open += 1;
          mostOpen = Math.max(mostOpen, open);
          await turn();
          open -= 1;
        },
      },
    ],
  });
  expect(report.finished).toBe(50);
  expect(mostOpen).toBeLessThanOrEqual(5);
});

test("an empty plan is a completed run", async () => {
  const report = await runTasks(samplePlan({ questions: [] }), {
    concurrency: 2,
    execute: async (task) => sampleResult(task),
  });
  expect(report).toMatchObject({ status: "completed", total: 0, finished: 0 });
});

test("a concurrency below 1 is refused", async () => {
  const run = runTasks(samplePlan({ questions: [] }), {
    concurrency: 0,
    execute: async (task) => sampleResult(task),
  });
  await expect(run).rejects.toThrow("`concurrency` must be a whole number of at least 1; it is 0");
});

test("shortKey tells the tasks of a sample plan apart", () => {
  const tasks = [...samplePlan({ questions: ["q1", "q2"], judges: ["j1", "j2"] }, { replicates: 2 }).tasks()];
  expect(new Set(tasks.map(shortKey)).size).toBe(8);
});
