import { expect, test } from "vitest";
import { indexText } from "../../evidence/index.ts";
import type { ReusedResult } from "../../result/index.ts";
import { type SampleFields, sampleResult } from "../../result/testing/sample-result.ts";
import { resultView } from "../view/result-view.ts";

const reused: ReusedResult = {
  what: "answer",
  ...{ resultId: "3f09", runName: "monday", timestamp: "2026-01-31T12:00:00.000Z" },
  ...{ seconds: 1, inputTokens: 2, outputTokens: 3, costUsd: null, toldByFile: false, answerDigest: null },
};
const originOf = (fields: SampleFields) => resultView(sampleResult(fields), { indexText }).origin;

test("a result says where its answer comes from, and nothing where it was asked for", () => {
  expect(originOf({ metadata: { reused } })).toBe(
    'answer taken over from result 3f09 of run "monday", 2026-01-31T12:00:00.000Z',
  );
  const whole: ReusedResult = { ...reused, what: "result", runName: null };
  expect(originOf({ metadata: { reused: whole } })).toBe(
    "taken over whole from result 3f09, 2026-01-31T12:00:00.000Z",
  );
  const told = { ...reused, runName: null, toldByFile: true };
  expect(originOf({ metadata: { reused: { ...told, costUsd: 0.0123 } } })).toBe(
    "answer taken over from result 3f09, 2026-01-31T12:00:00.000Z; by its file 2 tokens in, 3 out, $0.0123",
  );
  expect(originOf({ metadata: { reused: { ...told, inputTokens: 0, outputTokens: 0 } } })).toBe(
    "answer taken over from result 3f09, 2026-01-31T12:00:00.000Z",
  );
  expect(originOf({})).toBeNull();
});
