import { describe, expect, test } from "vitest";
import { manualClock } from "../../base/testing/manual-clock.ts";
import { noOutcomes } from "../../result/index.ts";
import type { TaskFinished } from "../../run/index.ts";
import { reportProgress } from "./progress.ts";
import { terminalOn } from "./terminal.ts";
import { finished, play, report } from "./testing/played-run.ts";

const esc = "\u001b";

function setup(
  stream: { isTTY?: boolean; columns?: number },
  environment: { NO_COLOR?: string; TERM?: string } = {},
) {
  const written: string[] = [];
  const time = manualClock();
  const target = { ...stream, write: (text: string) => written.push(text) };
  const events = reportProgress({ terminal: terminalOn(target, environment), clock: time });
  return { written, time, events, target };
}

describe("on a terminal", () => {
  test("two lines tell position and outcomes, an earlier part of the run included, and are taken away at the end", async () => {
    const { written, time, events } = setup({ isTTY: true, columns: 120 }, { NO_COLOR: "1" });
    events.runStarted?.({ total: 4, finishedBefore: 2, concurrency: 8 });
    play(events, [finished("q1"), finished("q2", "content", false), finished("q3", "connection")]);
    const { task } = finished("q4");
    events.taskStarted?.({ task });
    const usage = { inputTokens: 1000, outputTokens: 234, totalTokens: 1234, costUsd: 0.5 };
    events.callFinished?.({ task, model: "m", usage, durationMs: 5 });
    events.callRetried?.({ task, category: "rate_limit", delayMs: 5, reason: "429" });
    await time.advance(2100, 50);
    events.runFinished?.(report());
    expect(written[0]).toBe("Running 4 tasks, up to 8 at a time; 2 finished before.\n");
    expect(written.at(-3)).toBe(
      `\r${esc}[1A${esc}[J` +
        "[################....]  5/6  83 %  1 running  2.1 s  ~0.7 s left\n" +
        "2 before  1 pass (50 %)  1 wrong  0 no answer  1 failed  1.2k tokens  $0.5000  1.4/s  1 retry (rate_limit)",
    );
    expect(written.slice(-2)).toEqual([`\r${esc}[1A${esc}[J`, "Finished: 4 tasks in 4.0 s.\n"]);
    expect(time.sleeping).toBe(0);
  });

  test("what an earlier part has come to is counted with the rest, for each model too", async () => {
    const { written, time, events } = setup({ isTTY: true, columns: 120 }, { NO_COLOR: "1" });
    const outcomes = { ...noOutcomes(), pass: 2, wrong: 1 };
    const models = new Map([
      ["haiku", { ...noOutcomes(), pass: 2 }],
      ["other", { ...noOutcomes(), wrong: 1 }],
    ]);
    const earlier = { outcomes, models, tokens: 1000, costUsd: 0.25 };
    events.runStarted?.({ total: 2, finishedBefore: 3, earlier, concurrency: 8 });
    play(events, [finished("q1")]);
    await time.advance(1000, 50);
    const id = finished("q1").task.answering.id;
    expect(written.at(-1)).toContain("3 pass (75 %)  1 wrong  0 no answer  0 failed  1.0k tokens  $0.2500");
    expect(written.at(-1)).not.toContain("before");
    expect(written.at(-1)).toMatch(/ haiku +2\/2 +100 %/);
    expect(written.at(-1)).toMatch(new RegExp(` ${id} +1/1 +100 %`));
    events.runFinished?.(report());
    expect(outcomes.pass).toBe(2);
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
      await time.advance(50, 50);
    }
    const inStorm = written.length - before;
    expect(inStorm).toBeLessThanOrEqual(10);
    expect(inStorm).toBeGreaterThanOrEqual(8);
    await time.advance(5000, 50);
    expect(written.length - before - inStorm).toBeLessThanOrEqual(6);
    events.runFinished?.(report());
  });

  test("lines never wrap, also after the window has become narrow", async () => {
    const { written, time, events, target } = setup({ isTTY: true, columns: 200 }, { NO_COLOR: "1" });
    events.runStarted?.({ total: 4, finishedBefore: 0, concurrency: 8 });
    target.columns = 30;
    await time.advance(1100, 50);
    const lines = written.at(-1)?.replace(`\r${esc}[1A${esc}[J`, "").split("\n") ?? [];
    expect(lines).toHaveLength(3);
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

test("several models have a line each with their rates so far", async () => {
  const { written, time, events } = setup({ isTTY: true, columns: 80 }, { NO_COLOR: "1" });
  events.runStarted?.({ total: 9, finishedBefore: 0, concurrency: 8 });
  const by = (id: string, event: TaskFinished) => ({
    ...event,
    task: { ...event.task, answering: { ...event.task.answering, id } },
  });
  play(events, [
    by("big", finished("q1")),
    by("big", finished("q2")),
    by("small-\u001b[2Jone", finished("q1", "content", false)),
    by("small-\u001b[2Jone", finished("q2")),
    by("small-\u001b[2Jone", finished("q3", "parsing")),
    by("late", finished("q3", "connection")),
  ]);
  await time.advance(1100, 50);
  expect(written.at(-1)?.split("\n").slice(2)).toEqual([
    "  big        2/2  100 %",
    "  small-one  1/2   50 %    1 failed",
    "  late                     1 failed",
  ]);
  events.runFinished?.(report());
});

test("agents at work have a line each, the longest at work first, until their task is finished", async () => {
  const { written, time, events } = setup({ isTTY: true, columns: 120 }, { NO_COLOR: "1" });
  events.runStarted?.({ total: 9, finishedBefore: 0, concurrency: 8 });
  const all = Array.from({ length: 6 }, (_, at) => finished(`q${at}`));
  for (const { task } of all) {
    const asked = {
      ...task,
      question: { ...task.question, question: `Mend\u001b[2J the ${task.question.id}?` },
    };
    events.taskStarted?.({ task: asked });
    events.toolCalled?.({ task: asked, name: "bash" });
  }
  await time.advance(3000, 50);
  const [first] = all;
  if (first !== undefined) events.toolCalled?.({ task: first.task, name: "edit\nfile" });
  await time.advance(1200, 50);
  expect(written.at(-1)?.split("\n").slice(2)).toEqual([
    "  m: Mend the q0?  2 tool calls in 4.1 s, edit file 1.1 s ago",
    ...["q1", "q2", "q3"].map((id) => `  m: Mend the ${id}?  1 tool call in 4.1 s, bash 4.1 s ago`),
    "  and 2 more agents at work",
  ]);
  for (const event of all) events.taskFinished?.(event);
  await time.advance(1100, 50);
  expect(written.at(-1)).not.toContain("Mend");
  events.runFinished?.(report());
});

test("walks under way have a line each, told apart by replicate and model, the one that moved last below", async () => {
  const { written, time, events } = setup({ isTTY: true, columns: 120 }, { NO_COLOR: "1" });
  events.runStarted?.({ total: 9, finishedBefore: 0, concurrency: 8 });
  const turn = (replicate: number, answering: string, number: number) => {
    const { task } = finished("q0");
    const walk = { answering, parsing: "j" };
    const place = { scenario: "refund-flow", node: "asks", number, limit: 20, path: ["asks"] };
    events.taskStarted?.({ task: { ...task, replicate, turn: { ...place, walk, sharesAnswers: false } } });
  };
  const shown = async () => {
    await time.advance(1100, 50);
    return written.at(-1)?.split("\n").slice(2);
  };
  turn(1, "big", 0);
  turn(2, "big", 0);
  turn(1, "big", 1);
  expect(await shown()).toEqual([
    '  refund-flow, replicate 2 turn 1 of at most 20 at "asks"',
    '  refund-flow, replicate 1 turn 2 of at most 20 at "asks"',
  ]);
  turn(1, "small", 0);
  expect((await shown())?.at(-1)).toContain('at "asks" of small');
  events.runFinished?.(report());
});

describe("elsewhere", () => {
  test("plain lines at the start, every ten seconds and at the end, nothing outside ASCII", async () => {
    const { written, time, events } = setup({});
    events.runStarted?.({ total: 30, finishedBefore: 0, concurrency: 2 });
    for (let second = 0; second < 25; second += 1) {
      await time.advance(1000, 50);
      play(events, [finished(`q${second}`)]);
    }
    events.runFinished?.(report({ status: "cancelled", total: 30, finished: 25, durationMs: 25_000 }));
    expect(written).toEqual([
      "Running 30 tasks, up to 2 at a time.\n",
      "10/30  33 %  0 running  10 s  ~20 s left  10 pass (100 %)  0 wrong  0 no answer  0 failed  1.0/s\n",
      "20/30  67 %  0 running  20 s  ~10 s left  20 pass (100 %)  0 wrong  0 no answer  0 failed  1.0/s\n",
      "25 pass (100 %)  0 wrong  0 no answer  0 failed  1.0/s\n",
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
      "failed: no reply (connection in GenerateAnswer; q0 with m, judge judge)\n",
      "failed: no reply (timeout in GenerateAnswer; f0 with m, judge judge)\n",
    ]);
    events.runFinished?.(report());
    expect(written[3]).toBe("... and 39 more like it: no reply\n");
  });

  test("at most twenty reasons", () => {
    const { written, events } = setup({});
    events.runStarted?.({ total: 50, finishedBefore: 0, concurrency: 2 });
    play(
      events,
      Array.from({ length: 40 }, (_, at) => finished(`f${at}`, "timeout", null, `reason ${"x".repeat(at)}`)),
    );
    expect(written).toHaveLength(1 + 20 + 1);
    expect(written.at(-1)).toBe("More failures are only counted from here on.\n");
  });

  test("a run that only waits says why, at most every ten seconds", async () => {
    const { written, time, events } = setup({});
    events.runStarted?.({ total: 4, finishedBefore: 0, concurrency: 2 });
    const { task } = finished("q");
    for (let second = 0; second < 12; second += 1) {
      events.callRetried?.({ task, category: "rate_limit", delayMs: 3000, reason: "429" });
      await time.advance(1000, 50);
    }
    events.callRetried?.({ task, category: "server_error", delayMs: 3000, reason: "500" });
    expect(written.slice(1)).toEqual([
      "waiting: 1 call is being repeated (rate_limit)\n",
      "waiting: 3 calls are being repeated (rate_limit)\n",
      "waiting: 1 call is being repeated (server_error)\n",
    ]);
  });
});
