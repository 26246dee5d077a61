import { expect, test } from "vitest";
import { judgedResult } from "../../../report/evidence/testing/judged-result.ts";
import { type FailureCategory, failure } from "../../../result/index.ts";
import { repeatTally } from "./repeat-advice.ts";

const failed = (category: FailureCategory, hint?: string, status?: number) =>
  judgedResult({
    template: { verifyResult: null },
    metadata: {
      failure: failure({
        ...{ category, stage: "GenerateAnswer", reason: "x" },
        ...(hint !== undefined && { details: { hint, ...(status !== undefined && { status }) } }),
      }),
    },
  });
const partly = (judge: string) =>
  judgedResult({
    template: { verifyResult: true },
    metadata: {
      failure: null,
      caveats: ["infrastructure_failed"],
      parsing: { interface: judge, modelName: "m", tools: [], configId: null },
    },
  });

function advice(...results: readonly ReturnType<typeof judgedResult>[]) {
  const tally = repeatTally();
  for (const result of results) tally.add(result);
  return tally.advice();
}

test("what a setting or a recording lacks is not mended by repeating; its hint is said once", () => {
  const hint = "Make a recording.";
  expect(advice(failed("recording_missing", hint), failed("recording_missing", hint))).toEqual({
    repeatingHelps: false,
    hints: [hint],
  });
  expect(advice(failed("configuration"))).toEqual({ repeatingHelps: false, hints: [] });
});

test.each([302, 308, 400, 404, 413, 422, undefined])(
  "a request that a server refuses with %s, or whose reply is none, is refused again",
  (status) => {
    const hint = 'Check the model name "m" and the base URL.';
    expect(advice(failed("invalid_request", hint, status))).toEqual({ repeatingHelps: false, hints: [hint] });
  },
);

test.each([402, 429])("an account without credit, status %i, may have some again", (status) => {
  expect(advice(failed("invalid_request", "x", status)).repeatingHelps).toBe(true);
});

test("one task that may do better is worth repeating", () => {
  expect(advice(failed("configuration", "Install it."), failed("timeout"))).toEqual({
    repeatingHelps: true,
    hints: ["Install it."],
  });
  expect(advice(judgedResult())).toEqual({ repeatingHelps: true, hints: [] });
});

test("a part that a replayed judge did not give stays missing", () => {
  expect(advice(partly("replay"))).toMatchObject({
    repeatingHelps: false,
    hints: [expect.stringContaining("--record")],
  });
  expect(advice(partly("openai_endpoint"))).toMatchObject({ repeatingHelps: true, hints: [] });
});
