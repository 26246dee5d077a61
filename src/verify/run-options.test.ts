import { expect, test } from "vitest";
import type { RunVerificationOptions } from "./run-options.ts";
import { runOwn } from "./testing/own-model-run.ts";

const refusalOf = (options: object) => {
  let asked = 0;
  const answer = () => {
    asked += 1;
    return "It is BCL2.";
  };
  // as code that no compiler has looked at gives them
  return runOwn({ model: { id: "m", answer }, options: options as RunVerificationOptions }).then(
    () => ({ code: "none", message: `ran, asked ${asked}` }),
    ({ code, message }: { code: string; message: string }) => ({ code, message, asked }),
  );
};

test.each<[object, string]>([
  [{ questionIDs: ["q1"] }, 'unknown option "questionIDs", did you mean "questionIds"?'],
  [
    { outputs: "x.jsonl", stage: () => [] },
    'unknown option "outputs", did you mean "output"?; unknown option "stage", did you mean "stages"?',
  ],
  [{ stages: [] }, "stages: expected a function, found a list"],
  [{ interfaces: { name: "mine" } }, "interfaces: expected a list, found an object"],
  [{ interfaces: ["mine"] }, "interfaces[0]: expected what defineInterface gives"],
  [{ searchTools: { archive: "tavily" } }, "searchTools.archive: expected a function, or an object with a"],
  [{ questionIds: "q1" }, 'questionIds: expected a list, found "q1"'],
  [{ events: [() => {}] }, "events: expected an object with functions such as taskFinished"],
  [{ events: [[{}]] }, "events: expected an object with functions such as taskFinished"],
  [{ events: { taskFinshed() {} } }, 'events: unknown event "taskFinshed", did you mean "taskFinished"?'],
  [{ events: [{ taskFinished: 5 }] }, "events[0].taskFinished: expected a function, found 5"],
  [{ resume: true, retryFailed: true }, "resume: expected output beside it, the log to go on with"],
  [
    Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`option${at}`, at])),
    'unknown option "option19"; 19980 more that are unknown',
  ],
  [{ questionIds: Array(300_000).fill(1) }, "questionIds[19]: expected text, found 1; and 299980 more."],
  [{ signal: new AbortController() }, "signal: expected an object with addEventListener, throwIfAborted"],
  [
    { resume: "yes", output: 3 },
    'output: expected text, found 3; resume: expected true or false, found "yes"',
  ],
  [
    { clock: {}, random: 0.5 },
    "clock: expected an object with now, monotonic, sleep, found an object; random: ",
  ],
])("%j is refused by name before anything is asked", async (options, message) => {
  const refused = await refusalOf(options);
  expect(refused).toMatchObject({ code: "configuration", asked: 0 });
  expect(refused.message).toContain(`The options of runVerification cannot be used: `);
  expect(refused.message).toContain(message);
});

test("options without a value, and reporters alone and in lists, are taken", async () => {
  let told = 0;
  const reporter = { taskFinished: () => (told += 1) };
  const results = await runOwn({
    model: { id: "m", answer: () => "It is BCL2." },
    options: { events: [reporter], signal: AbortSignal.timeout(60_000), output: undefined } as never,
  });
  expect([results.length, told]).toEqual([1, 1]);
});

test("a reporter of a class may have members of its own; one whose promise is rejected is a warning", async () => {
  class Counter {
    finished = 0;
    isFirst() {
      return this.finished === 0;
    }
    async taskFinished() {
      this.finished += 1;
      throw new Error("boo");
    }
  }
  const [counter, warnings] = [new Counter(), [] as string[]];
  const results = await runOwn({
    model: { id: "m", answer: () => "It is BCL2." },
    questions: ["First?", "Second?"],
    options: { events: counter, warn: (warning) => warnings.push(warning) },
  });
  expect(results.map(({ template }) => template?.verifyResult)).toEqual([true, true]);
  expect(warnings.filter((warning) => warning.includes("reporter"))).toEqual([
    "A reporter threw and was not called again: boo",
  ]);
});
