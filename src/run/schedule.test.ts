import { expect, test } from "vitest";
import { answerKey, type Task } from "../pipeline/index.ts";
import { type Schedule, scheduleTasks } from "./schedule.ts";
import { samplePlan, shortKey } from "./testing/sample-run.ts";

const two = { questions: ["q1", "q2"], answering: ["a", "b"], judges: ["j1", "j2"] };

function take(schedule: Schedule): Task {
  const task = schedule.next();
  if (task === undefined) throw new Error("the schedule should have a task");
  return task;
}

test("the other judges of an answer come when it is there, before anything new", () => {
  const schedule = scheduleTasks(samplePlan(two).lanes());
  const leaders = [take(schedule), take(schedule)];
  expect(leaders.map(shortKey)).toEqual(["q1 a j1", "q1 b j1"]);
  schedule.answered("q1|b|");
  expect([take(schedule), take(schedule)].map(shortKey)).toEqual(["q1 b j2", "q2 a j1"]);
});

test("an answer is over with its last judge", () => {
  const schedule = scheduleTasks(samplePlan({ questions: ["q"], judges: ["j1", "j2"] }).lanes());
  const first = take(schedule);
  expect(schedule.next()).toBeUndefined();
  expect(schedule.finished(first)).toBe(false);
  expect(schedule.finished(take(schedule))).toBe(true);
  expect(schedule.next()).toBeUndefined();
});

test("a model at its limit is passed over and comes next when it has room", () => {
  const schedule = scheduleTasks(samplePlan({ ...two, judges: ["j"] }).lanes(), { limits: { a: 1 } });
  expect([take(schedule), take(schedule), take(schedule)].map(shortKey)).toEqual([
    "q1 a j",
    "q1 b j",
    "q2 b j",
  ]);
  expect(schedule.next()).toBeUndefined();
  schedule.answered("q1|a|");
  expect(shortKey(take(schedule))).toBe("q2 a j");
});

test("a limit does not draw the whole plan into memory", () => {
  let drawn = 0;
  function* counted() {
    for (const tasks of samplePlan({ questions: ["q"] }, { replicates: 1_000_000 }).answers()) {
      drawn += 1;
      yield tasks;
    }
  }
  const schedule = scheduleTasks([{ answeringId: null, answers: counted() }], { limits: 1 });
  for (let task = take(schedule), rounds = 0; rounds < 3; task = take(schedule), rounds += 1) {
    expect(schedule.next()).toBeUndefined();
    expect(schedule.finished(task)).toBe(true);
  }
  expect(drawn).toBeLessThan(11_000);
  expect(answerKey(take(scheduleTasks([{ answeringId: null, answers: counted() }], { limits: 1 })))).toBe(
    "q|model|1",
  );
});

test("models that take turns do not wait for each other: the one of which least is under way comes next", () => {
  const questions = Array.from({ length: 50 }, (_, at) => `q${at}`);
  const schedule = scheduleTasks(
    samplePlan({ questions, answering: ["slow", "fast"], judges: ["j"] }).lanes(),
  );
  const running: Task[] = Array.from({ length: 10 }, () => take(schedule));
  const begun = new Map<string, number>();
  // whatever is slow never ends
  for (let round = 0; round < 45; round += 1) {
    const fast = running.findIndex(({ answering }) => answering.id === "fast");
    const [task] = running.splice(fast, 1);
    if (task !== undefined) schedule.finished(task);
    const next = take(schedule);
    begun.set(next.answering.id, (begun.get(next.answering.id) ?? 0) + 1);
    running.push(next);
  }
  expect(begun).toEqual(new Map([["fast", 45]]));
  // when nothing is left of it, all places are for the slow one
  for (const task of running.filter(({ answering }) => answering.id === "fast")) schedule.finished(task);
  expect(take(schedule).answering.id).toBe("slow");
});
