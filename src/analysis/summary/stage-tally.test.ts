import { expect, test } from "vitest";
import { StageRecord } from "../../result/index.ts";
import { stageTally } from "./stage-tally.ts";

const stage = (fields: Partial<StageRecord> & Pick<StageRecord, "name">) =>
  StageRecord.parse({ status: "ran", ...fields });

test("stages are added up by name; skipped ones take no time, and costs nobody knows stay unknown", () => {
  const tally = stageTally();
  tally.add({
    stages: [
      stage({
        name: "GenerateAnswer",
        durationMs: 100,
        modelCalls: 1,
        inputTokens: 5,
        outputTokens: 7,
        costUsd: 0.5,
      }),
      stage({ name: "ParseTemplate", durationMs: 40, modelCalls: 2 }),
    ],
  });
  tally.add({
    stages: [
      stage({ name: "GenerateAnswer", status: "failed", durationMs: 50 }),
      stage({ name: "ParseTemplate", status: "skipped", durationMs: 9 }),
    ],
  });
  expect(tally.stages()).toEqual([
    {
      stage: "GenerateAnswer",
      ...{ ran: 1, skipped: 0, failed: 1, durationMs: 150, modelCalls: 1, inputTokens: 5, outputTokens: 7 },
      costUsd: 0.5,
    },
    {
      stage: "ParseTemplate",
      ...{ ran: 1, skipped: 1, failed: 0, durationMs: 40, modelCalls: 2, inputTokens: 0, outputTokens: 0 },
      costUsd: null,
    },
  ]);
});
