import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { VerificationConfig } from "../config/index.ts";
import { startOpenAiServer } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { agenticTrait } from "../rubric/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import { benchmarkOf } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-agents-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const answer = [
  { role: "assistant", content: "", tool_calls: [{ id: "1", name: "look_up", input: { q: "venetoclax" } }] },
  { role: "tool", content: "The label says BCL2.", tool_result: { tool_use_id: "1" } },
  { role: "assistant", content: "It is BCL2." },
];

/** Judges an answer with its trace by an agent, for the template and for a trait. */
async function judged(config: VerificationConfig, materializeTrace = false) {
  await using judge = await startOpenAiServer({
    chat: ({ body }) => {
      if (body.response_format === undefined) return "The trace names BCL2.";
      return JSON.stringify(JSON.stringify(body).includes("target") ? { target: "BCL2" } : { result: true });
    },
  });
  const benchmark = benchmarkOf(1);
  benchmark.workspaceRoot = folder;
  benchmark.addGlobalTrait(
    agenticTrait({
      ...{ name: "looked_up", description: "Did it look the answer up?", kind: "boolean" },
      ...{ contextMode: "trace_only", materializeTrace },
    }),
  );
  const { results } = await judgeAnswers([{ question_id: "q0", answer }], {
    benchmark,
    config: {
      parsingModels: [
        {
          ...{ modelName: "j", interface: "workspace_agent", endpointBaseUrl: judge.url },
          agentRuntime: { backend: "none" },
        },
      ],
      evaluationMode: "template_and_rubric",
      ...config,
    },
  });
  return { result: results.results[0], sent: judge.requests.map(({ body }) => JSON.stringify(body)) };
}

describe("agents that judge answers of other programs", () => {
  test("read the trace alone where they are to look at nothing else", async () => {
    const { result, sent } = await judged({ agenticParsing: true, agenticJudgeContext: "trace_only" });
    expect(result && outcomeOf(result)).toBe("pass");
    expect(result?.template).toMatchObject({
      agenticParsingPerformed: true,
      parsedLlmResponse: { target: "BCL2" },
    });
    expect(result?.rubric?.agenticTraitScores).toEqual({ looked_up: true });
    expect(result?.template?.investigationTrace).toContain("The trace names BCL2.");
    // the investigation of the template and that of the trait
    expect(sent.filter((text) => text.includes("The label says BCL2."))).not.toHaveLength(0);
    expect(sent.some((text) => text.includes("Did it look the answer up?") && text.includes("look_up"))).toBe(
      true,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test("are given the trace as a file where a trait asks for that", async () => {
    const { result, sent } = await judged({}, true);
    expect(sent.some((text) => text.includes("traces/q0_trace.txt"))).toBe(true);
    expect(result?.rubric?.agenticTraitScores).toEqual({ looked_up: true });
    expect(await readdir(folder)).toEqual([]);
  });

  test("are refused before the run where they would look at a folder", async () => {
    await expect(judged({ agenticParsing: true })).rejects.toThrow(
      /looks at the folder that the answer was worked out in/,
    );
  });
});
