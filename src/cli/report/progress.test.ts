import { describe, expect, test } from "vitest";
import type { Clock } from "../../base/index.ts";
import { type FailureCategory, failure, VerificationResult } from "../../result/index.ts";
import type { RunEvents, RunReport, TaskFinished } from "../../run/index.ts";
import { reportProgress } from "./progress.ts";
import { terminalOn } from "./terminal.ts";

const esc = "\u001b";

/** A clock moved by hand, whose sleepers wake in order of time. */
function manualClock() {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
  };
  return {
    clock,
    get sleeping() {
      return sleepers.size;
    },
    async advance(ms: number) {
      const end = now + ms;
      while (now < end) {
        now += 50;
        for (const sleeper of sleepers) {
          if (sleeper.at > now) continue;
          sleepers.delete(sleeper);
          sleeper.wake();
        }
        await new Promise(setImmediate);
      }
    },
  };
}

function setup(
  stream: { isTTY?: boolean; columns?: number },
  environment: { NO_COLOR?: string; TERM?: string } = {},
) {
  const written: string[] = [];
  const time = manualClock();
  const target = { ...stream, write: (text: string) => written.push(text) };
  const events = reportProgress({ terminal: terminalOn(target, environment), clock: time.clock });
  return { written, time, events, target };
}

function finished(
  id: string,
  category?: FailureCategory,
  verdict = category === undefined ? true : null,
  reason = "no\nreply",
): TaskFinished {
  const identity = { interface: "scripted", modelName: "m" };
  const model = { id: "m", identity, systemPrompt: null };
  const result = VerificationResult.parse({
    metadata: {
      questionId: id,
      templateId: "no_template",
      questionText: id,
      answering: identity,
      parsing: identity,
      executionTime: 1,
      timestamp: "",
      resultId: "",
      completedWithoutErrors: category === undefined,
      failure: category === undefined ? null : failure({ category, stage: "GenerateAnswer", reason }),
    },
    template: { verifyResult: verdict },
  });
  // the reporter looks at ids only
  const task = { question: { id }, answering: model, parsing: { ...model, id: "judge" }, replicate: null };
  return { task, result, durationMs: 1 } as unknown as TaskFinished;
}

const report = (fields: Partial<RunReport> = {}): RunReport => ({
  status: "completed",
  total: 4,
  finishedBefore: 0,
  finished: 4,
  durationMs: 4000,
  sinkFailures: [],
  warnings: [],
  ...fields,
});

function play(events: RunEvents, given: readonly TaskFinished[]): void {
  for (const event of given) {
    events.taskStarted?.({ task: event.task });
    events.taskFinished?.(event);
  }
}

describe("on a terminal", () => {
  test("two lines tell position and outcomes, and are taken away at the end", async () => {
    const { written, time, events } = setup({ isTTY: true, columns: 120 }, { NO_COLOR: "1" });
    events.runStarted?.({ total: 4, finishedBefore: 2, concurrency: 8 });
    play(events, [finished("q1"), finished("q2", "content", false), finished("q3", "connection")]);
    const { task } = finished("q4");
    events.taskStarted?.({ task });
    const usage = { inputTokens: 1000, outputTokens: 234, totalTokens: 1234, costUsd: 0.5 };
    events.callFinished?.({ task, model: "m", usage, durationMs: 5 });
    events.callRetried?.({ task, category: "rate_limit", delayMs: 5, reason: "429" });
    await time.advance(2100);
    events.runFinished?.(report());
    expect(written[0]).toBe("Running 4 tasks, up to 8 at a time; 2 finished before.\n");
    expect(written.at(-3)).toBe(
      `\r${esc}[1A${esc}[J` +
        "[###############.....]  3/4  75 %  1 running  2.1 s  ~0.7 s left\n" +
        "1 pass  1 wrong  0 no answer  1 failed  1.2k tokens  $0.5000  1.4/s  1 retry",
    );
    expect(written.slice(-2)).toEqual([`\r${esc}[1A${esc}[J`, "Finished: 4 tasks in 4.0 s.\n"]);
    expect(time.sleeping).toBe(0);
  });

  test("a storm of events is drawn at most ten times a second; without events once a second", async () => {
    const { written, time, events } = setup({ isTTY: true });
    events.runStarted?.({ total: 10_000, finishedBefore: 0, concurrency: 8 });
    const before = written.length;
    for (let step = 0; step < 20; step += 1) {
      play(
        events,
        Array.from({ length: 100 }, (_, at) => finished(`q${at}`)),
      );
      await time.advance(50);
    }
    const inStorm = written.length - before;
    expect(inStorm).toBeLessThanOrEqual(10);
    expect(inStorm).toBeGreaterThanOrEqual(8);
    await time.advance(5000);
    expect(written.length - before - inStorm).toBeLessThanOrEqual(6);
    events.runFinished?.(report());
  });

  test("lines never wrap, also after the window has become narrow", async () => {
    const { written, time, events, target } = setup({ isTTY: true, columns: 200 }, { NO_COLOR: "1" });
    events.runStarted?.({ total: 4, finishedBefore: 0, concurrency: 8 });
    target.columns = 30;
    await time.advance(1100);
    const lines = written.at(-1)?.replace(`\r${esc}[1A${esc}[J`, "").split("\n") ?? [];
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(29);
    events.runFinished?.(report());
  });

  test("colours only without NO_COLOR; a dumb terminal gets plain lines", () => {
    const draw = (environment: { NO_COLOR?: string; TERM?: string }) => {
      const { written, events } = setup({ isTTY: true }, environment);
      events.runStarted?.({ total: 1, finishedBefore: 0, concurrency: 1 });
      events.runFinished?.(report());
      return written.join("");
    };
    expect(draw({})).toContain(`${esc}[32m0 pass${esc}[39m`);
    expect(draw({ NO_COLOR: "1" })).not.toContain(`${esc}[32m`);
    expect(draw({ TERM: "dumb" })).not.toContain(esc);
  });
});

describe("elsewhere", () => {
  test("plain lines at the start, every ten seconds and at the end, nothing outside ASCII", async () => {
    const { written, time, events } = setup({});
    events.runStarted?.({ total: 30, finishedBefore: 0, concurrency: 2 });
    for (let second = 0; second < 25; second += 1) {
      await time.advance(1000);
      play(events, [finished(`q${second}`)]);
    }
    events.runFinished?.(report({ status: "cancelled", total: 30, finished: 25, durationMs: 25_000 }));
    expect(written).toEqual([
      "Running 30 tasks, up to 2 at a time.\n",
      "10/30  33 %  0 running  10 s  ~20 s left  10 pass  0 wrong  0 no answer  0 failed  1.0/s\n",
      "20/30  67 %  0 running  20 s  ~10 s left  20 pass  0 wrong  0 no answer  0 failed  1.0/s\n",
      "25 pass  0 wrong  0 no answer  0 failed  1.0/s\n",
      "Cancelled: 25 of 30 tasks done, 5 left; stopped after 25 s.\n",
    ]);
    expect(written.join("")).toMatch(/^[\n -~]*$/);
  });

  test("a line per reason why tasks failed, and how many more there were like it", () => {
    const { written, events } = setup({});
    events.runStarted?.({ total: 50, finishedBefore: 0, concurrency: 2 });
    play(events, [finished("wrong", "content", false), finished("q0", "connection")]);
    play(
      events,
      Array.from({ length: 40 }, (_, at) => finished(`f${at}`, "timeout")),
    );
    expect(written.slice(1)).toEqual([
      "failed q0 (m, judge judge): connection in GenerateAnswer: no reply\n",
      "failed f0 (m, judge judge): timeout in GenerateAnswer: no reply\n",
    ]);
    events.runFinished?.(report());
    expect(written[3]).toBe("... and 39 more like it: timeout in GenerateAnswer: no reply\n");
  });

  test("at most twenty reasons", () => {
    const { written, events } = setup({});
    events.runStarted?.({ total: 50, finishedBefore: 0, concurrency: 2 });
    play(
      events,
      Array.from({ length: 40 }, (_, at) => finished(`f${at}`, "timeout", null, `reason ${at}`)),
    );
    expect(written).toHaveLength(1 + 20 + 1);
    expect(written.at(-1)).toBe("More failures are only counted from here on.\n");
  });

  test("a key that is refused for all first tasks is said once", () => {
    const { written, events } = setup({});
    events.runStarted?.({ total: 18, finishedBefore: 0, concurrency: 2 });
    play(
      events,
      Array.from({ length: 18 }, (_, at) => finished(`q${at}`, "authentication")),
    );
    expect(written).toHaveLength(3);
    expect(written[2]).toMatch(/^hint: The key was refused for every task so far/);
  });

  test("a run that only waits says why, at most every ten seconds", async () => {
    const { written, time, events } = setup({});
    events.runStarted?.({ total: 4, finishedBefore: 0, concurrency: 2 });
    const { task } = finished("q");
    for (let second = 0; second < 12; second += 1) {
      events.callRetried?.({ task, category: "rate_limit", delayMs: 3000, reason: "429" });
      await time.advance(1000);
    }
    events.callRetried?.({ task, category: "server_error", delayMs: 3000, reason: "500" });
    expect(written.slice(1)).toEqual([
      "waiting: 1 call is being repeated (rate_limit)\n",
      "waiting: 3 calls are being repeated (rate_limit)\n",
      "waiting: 1 call is being repeated (server_error)\n",
    ]);
  });
});
