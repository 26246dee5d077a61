import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { manualClock } from "../../base/testing/manual-clock.ts";
import type { Outage } from "../../run/index.ts";
import { openScreen } from "../testing/screen.ts";
import { reportProgress } from "./progress.ts";
import { terminalOn } from "./terminal.ts";
import { finished, play, report } from "./testing/played-run.ts";

const refusal =
  'Model "gpt-5-mini" at http://127.0.0.1:8413/v1/chat/completions answered with status 401: Incorrect API key provided';

function setup(columns: number) {
  const screen = openScreen(columns);
  const clock = manualClock();
  const progress = reportProgress({ terminal: terminalOn(screen, { NO_COLOR: "1" }), clock });
  progress.runStarted?.({ total: 40, finishedBefore: 0, concurrency: 2 });
  /** Everything as one text, wrapped lines put together again. */
  const shown = () =>
    screen
      .lines()
      .map((line) => (line.length > columns - 20 ? line.padEnd(columns) : `${line}\n`))
      .join("");
  return { screen, clock, progress, shown };
}

describe.each([80, 140])("at %i columns", (columns) => {
  test("notes stay above the live lines, whatever is drawn below them", async () => {
    const { screen, clock, progress, shown } = setup(columns);
    progress.note("warning: the workspace w1 could not be removed");
    play(progress, [finished("q0")]);
    await clock.advance(3000, 50);
    const long = `warning: ${"words ".repeat(30)}end`;
    progress.note(long);
    await clock.advance(3000, 50);
    play(progress, [finished("q1")]);
    await clock.advance(200, 50);
    expect(shown()).toContain(
      "Running 40 tasks, up to 2 at a time.\nwarning: the workspace w1 could not be removed\n",
    );
    expect(shown()).toContain(`${long}\n`);
    expect(screen.lines().slice(-2)).toEqual([
      expect.stringMatching(/^\[#\.{19}\] {2}2\/40 {2}5 % {2}0 running/),
      expect.stringMatching(/^2 pass \(100 %\) {2}0 wrong/),
    ]);
    expect(screen.lines().filter((line) => line.includes("running"))).toHaveLength(1);
    progress.runFinished?.(report({ status: "cancelled", total: 40, finished: 2 }));
    expect(screen.lines().at(-2)).toContain("Cancelled: 2 of 40 tasks done, 38 left");
    expect(shown()).not.toContain("running");
  });

  test("why tasks failed is said once for each cause, and nothing of it is cut", async () => {
    const { screen, clock, progress, shown } = setup(columns);
    const failures = Array.from({ length: 30 }, (_, at) =>
      finished(
        `q${at}`,
        "authentication",
        null,
        `${refusal} (request ${1000 + at}, gave up after ${at} retries)`,
      ),
    );
    play(progress, failures);
    play(progress, [finished("q31", "server_error", null, refusal.replace("401", "503"))]);
    await clock.advance(1500, 50);
    expect(shown().match(/status 401: Incorrect API key provided/g)).toHaveLength(1);
    expect(shown().match(/status 503: Incorrect API key provided/g)).toHaveLength(1);
    expect(shown()).toContain(`failed: ${refusal} (request 1000`);
    expect(screen.lines().at(-1)).toContain("31 failed");
    progress.runFinished?.(report({ total: 40, finished: 31 }));
    expect(shown()).toContain("... and 29 more like it: Model");
  });

  test("what is waited for is a live line while it lasts, and a line that stays", async () => {
    const { screen, clock, progress, shown } = setup(columns);
    const outage: Outage = {
      names: ['"judge"'],
      state: "paused",
      reason: new TransportError(
        "connection",
        'Model "j" at http://h/v1 could not be reached or broke off: ECONNREFUSED',
      ),
      durationMs: 0,
      patienceMs: 900_000,
    };
    progress.serverChanged?.(outage);
    await clock.advance(45_000, 50);
    expect(screen.lines().at(-1)).toBe('waiting for "judge" for 45 s, 15:00 at most');
    progress.serverChanged?.({ ...outage, state: "reachable", durationMs: 45_000 });
    await clock.advance(1200, 50);
    expect(screen.lines().at(-1)).toContain("0 pass");
    expect(shown()).toContain('waiting: "judge" cannot be used: Model "j" at http://h/v1');
    expect(shown()).toContain('"judge" can be used again after 45 s.\n');
    const { task } = finished("q");
    for (let call = 0; call < 12; call += 1)
      progress.callRetried?.({ task, category: "rate_limit", delayMs: 3000, reason: "429" });
    await clock.advance(1000, 50);
    expect(screen.lines().at(-1)).toBe("12 calls are being repeated (rate_limit)");
    await clock.advance(4000, 50);
    expect(screen.lines().at(-1)).toContain("12 retries");
    progress.runFinished?.(report());
  });
});
