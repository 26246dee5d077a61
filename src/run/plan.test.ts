import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerKey, taskKey } from "../pipeline/index.ts";
import { TaskOrdering } from "./ordering.ts";
import { samplePlan, shortKey } from "./testing/sample-run.ts";

const names = { questions: ["q2", "q1"], answering: ["b", "a"], judges: ["j"] };
const keys = (...given: Parameters<typeof samplePlan>) => Array.from(samplePlan(...given).tasks(), shortKey);

/** A repeatable source of numbers (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("orderings", () => {
  test("generation_order keeps the order of the lists", () => {
    expect(keys(names, { ordering: "generation_order" })).toEqual(["q2 b j", "q2 a j", "q1 b j", "q1 a j"]);
  });

  test("prefix_cache goes model by model, through the benchmark's order", () => {
    expect(keys(names, { ordering: "prefix_cache" })).toEqual(["q2 b j", "q1 b j", "q2 a j", "q1 a j"]);
  });

  test("distribute_answerers lets the models take turns, one replicate after the other", () => {
    expect(keys(names, { ordering: "distribute_answerers", replicates: 2 }).slice(0, 4)).toEqual([
      "q2 b j 1",
      "q2 a j 1",
      "q2 b j 2",
      "q2 a j 2",
    ]);
  });

  test("auto distributes several models and keeps prefixes of one together", () => {
    expect(keys(names)).toEqual(keys(names, { ordering: "distribute_answerers" }));
    const one = { ...names, answering: ["b"] };
    expect(keys(one, { replicates: 2 })).toEqual(["q2 b j 1", "q2 b j 2", "q1 b j 1", "q1 b j 2"]);
  });

  test("random is repeatable with the same source and differs with another", () => {
    const many = { questions: Array.from({ length: 20 }, (_, at) => `q${at}`) };
    const shuffled = (seed: number) => keys(many, { ordering: "random", random: seeded(seed) });
    expect(shuffled(1)).toEqual(shuffled(1));
    expect(shuffled(1)).not.toEqual(shuffled(2));
    expect(shuffled(1)).not.toEqual(keys(many, { ordering: "generation_order" }));
  });
});

test("every ordering holds each task once and the judges of one answer together", () => {
  const shape = fc.record({
    questions: fc.integer({ min: 0, max: 5 }),
    answering: fc.integer({ min: 1, max: 3 }),
    judges: fc.integer({ min: 1, max: 3 }),
    replicates: fc.integer({ min: 1, max: 3 }),
    ordering: fc.constantFrom(...TaskOrdering.options),
    seed: fc.integer(),
  });
  const named = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
  fc.assert(
    fc.property(shape, ({ questions, answering, judges, replicates, ordering, seed }) => {
      const plan = samplePlan(
        { questions: named("q", questions), answering: named("m", answering), judges: named("j", judges) },
        { replicates, ordering, random: seeded(seed) },
      );
      const tasks = [...plan.tasks()];
      expect(tasks).toHaveLength(questions * answering * judges * replicates);
      expect(plan.total).toBe(tasks.length);
      expect(new Set(tasks.map(taskKey)).size).toBe(tasks.length);
      const changes = tasks.filter((task, at) => {
        const before = tasks[at - 1];
        return before === undefined || answerKey(before) !== answerKey(task);
      });
      expect(changes).toHaveLength(questions * answering * replicates);
    }),
  );
});

test("replicate is null in a run of one, and counts from 1 otherwise", () => {
  const replicatesOf = (replicates: number) =>
    Array.from(samplePlan({ questions: ["q"] }, { replicates }).tasks(), (task) => task.replicate);
  expect(replicatesOf(1)).toEqual([null]);
  expect(replicatesOf(3)).toEqual([1, 2, 3]);
});

test("finished tasks are left out and counted, also when only some judges are done", () => {
  const two = { questions: ["q1", "q2"], judges: ["j1", "j2"] };
  const [done] = samplePlan(two).tasks();
  const finished = new Set([...(done === undefined ? [] : [taskKey(done)]), "another question|model|judge|"]);
  const plan = samplePlan(two, { finished });
  expect(plan).toMatchObject({ total: 3, finishedBefore: 1 });
  expect(Array.from(plan.answers(), (tasks) => tasks.map(shortKey))).toEqual([
    ["q1 model j2"],
    ["q2 model j1", "q2 model j2"],
  ]);
});

test("a plan that cannot be told apart or counted is refused", () => {
  expect(() => samplePlan({ questions: ["q", "q"] })).toThrow('"q" appears twice');
  expect(() => samplePlan({ questions: ["q"], judges: ["j", "j"] })).toThrow(
    "judges of a run need different ids",
  );
  expect(() => samplePlan({ questions: ["q"] }, { replicates: 0 })).toThrow("at least 1; it is 0");
  expect(() => samplePlan({ questions: ["q"] }, { ordering: "random" })).toThrow("source of random numbers");
});

test("a plan makes tasks only when they are taken", () => {
  const questions = Array.from({ length: 50_000 }, (_, at) => `q${at}`);
  const tasks = samplePlan({ questions }, { replicates: 1_000_000, ordering: "generation_order" }).tasks();
  expect(tasks.next().value?.replicate).toBe(1);
});
