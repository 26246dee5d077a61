import { expect, it } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { agentText } from "./agent-text.ts";

const ofAgent = (toolCalls: number, suspectFailedToolCalls: number, recursionLimitReached = false) =>
  sampleResult({ template: { agentMetrics: { toolCalls, suspectFailedToolCalls }, recursionLimitReached } });

it("says over how many answers tools were called, how often, and how often they were stopped", async () => {
  const { overall } = await summarize([ofAgent(3, 1), ofAgent(1, 0, true), sampleResult()]);
  expect(overall.agents).toEqual({ answers: 2, toolCalls: 4, suspectFailedToolCalls: 1, turnLimits: 1 });
  expect(agentText(overall.agents)).toBe(
    "2 answers: 4 tool calls, of which 1 seems to have failed; 1 stopped at the turn limit",
  );
});

it.each([
  [{ answers: 1, toolCalls: 0, suspectFailedToolCalls: 0, turnLimits: 0 }, "1 answer: no tool calls"],
  [
    { answers: 0, toolCalls: 0, suspectFailedToolCalls: 0, turnLimits: 2 },
    "2 answers stopped at the turn limit",
  ],
  [{ answers: 0, toolCalls: 0, suspectFailedToolCalls: 0, turnLimits: 0 }, undefined],
])("says of %o: %s", (numbers, text) => {
  expect(agentText(numbers)).toBe(text);
});
