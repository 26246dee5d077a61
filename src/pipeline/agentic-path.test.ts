import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import { lacksInfrastructure, outcomeOf } from "../result/index.ts";
import { answerTemplate, traceContains, verified } from "../template/index.ts";
import { namesIn, type TestFolder, testFolder } from "../workspaces/testing/test-folder.ts";
import { conversationFor } from "./conversation.ts";
import { type AgenticRun, answeringWith, recording, runAgentic } from "./testing/agentic-run.ts";
import { scriptedAgent } from "./testing/scripted-agent.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { taskFor } from "./testing/task-for.ts";

let folder: TestFolder;
beforeEach(async () => {
  folder = await testFolder();
  await folder.write({ "root/task/parser.ts": "starter" });
});
afterEach(() => folder[Symbol.asyncDispose]());

/** One task with a workspace; nothing may be left of it. */
async function run(given: Partial<AgenticRun> = {}) {
  await using provider = folder.provider();
  const result = await runAgentic({ provider, ...given });
  expect(namesIn(folder.root).filter((name) => /_run_|judges\//.test(name))).toEqual([]);
  expect(readFileSync(path.join(folder.root, "task/parser.ts"), "utf8")).toBe("starter");
  return result;
}

describe("an answer is judged by what was left, not by what was claimed", () => {
  test("a claim of success over broken code is caught", async () => {
    const result = await run({ answering: answeringWith("broken", "I mended the parser. All tests pass.") });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.template).toMatchObject({
      verifyResult: false,
      parsedLlmResponse: { works: false },
      agenticParsingPerformed: true,
      dynamicParsingPerformed: false,
      agenticExtractionRecovery: null,
    });
    expect(result.template?.investigationTrace).toContain("parser.ts, line 1: broken");
    expect(result.template?.rawLlmResponse).toContain("All tests pass.");
    expect(result.evaluationInput).toBe("parser.ts, line 1: broken");
    expect(result.usedFullTrace).toBe(false);
  });

  test("code that works passes", async () => {
    const result = await run({ answering: answeringWith("mended", "I am not sure.") });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata).toMatchObject({ failure: null, caveats: [], warnings: [], error: null });
  });

  test("the stages are those of the specification, and tokens are counted by step", async () => {
    const result = await run();
    expect(result.stages.map(({ name }) => name)).toEqual([
      "ValidateTemplate",
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "AgenticParseTemplate",
      "VerifyTemplate",
      "EmbeddingCheck",
      "FinalizeResult",
    ]);
    expect(Object.keys(result.template?.usageMetadata ?? {})).toEqual([
      "answer_generation",
      "agentic_parsing_investigation",
      "agentic_parsing_extraction",
      "total",
    ]);
    expect(result.template?.usageMetadata?.agentic_parsing_investigation).toMatchObject({
      totalTokens: 30,
    });
  });
});

describe("the ground truth", () => {
  const wholeText = async (given: Partial<AgenticRun>) => {
    const screened = { json: { reasoning: "Look.", sufficient: false, answer: null } };
    const { looks, model } = await run({
      parsing: { trigger: "dynamic" },
      steps: [screened, recording],
      ...given,
    });
    expect([looks.length, model.requests.length]).toEqual([1, 2]);
    return JSON.stringify([looks.map(({ messages }) => messages), model.requests]);
  };

  test("reaches no screening, investigation or extraction", async () => {
    const text = await wholeText({});
    expect(text).not.toContain("expected");
    expect(text).not.toMatch(/groundTruth|ground_truth|verification/i);
  });

  test("is shown where the user asks for that; hints only where they are wanted", async () => {
    expect(await wholeText({ options: { exposeGroundTruth: true } })).toContain("<expected>");
    expect(await wholeText({})).toContain("Look at the code.");
    expect(await wholeText({ options: { extractionHints: false } })).not.toContain("Look at the code.");
  });
});

describe("an investigation without an end is no verdict", () => {
  test.each([
    ["turns", { text: "It works, so far", limitReached: true }, "turn limit"],
    ["time", { text: "It works, so far", timeoutReached: true }, "out of time"],
  ])("out of %s: the judge failed, and the trace is kept", async (_name, end, reason) => {
    const result = await run({ looking: async () => end, steps: [] });
    expect(outcomeOf(result)).toBe("judge_failed");
    expect(result.template).toMatchObject({
      ...{ verifyResult: null, parsedLlmResponse: null, agenticParsingPerformed: false },
      investigationTrace: "It works, so far",
    });
    expect(result.metadata.error).toContain(reason);
  });

  test("an agent that cannot be reached is a failure of the infrastructure", async () => {
    const looking = async () => {
      throw new TransportError("server_error", "status 500");
    };
    const result = await run({ looking, steps: [] });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure).toMatchObject({
      category: "server_error",
      stage: "AgenticParseTemplate",
    });
  });

  test("a judge without an agent is a mistake in the configuration, and says so", async () => {
    const result = await run({ looking: null, steps: [] });
    expect(result.metadata.failure).toMatchObject({
      category: "configuration",
      details: { hint: expect.stringContaining("workspace_agent") },
    });
    expect(result.metadata.error).toContain("The judge is no agent");
  });

  test("a run without workspaces cannot begin", async () => {
    const result = await runAgentic({ provider: null, steps: [] });
    expect(result.metadata.failure).toMatchObject({ category: "configuration", stage: "GenerateAnswer" });
    expect(result.answering.requests).toEqual([]);
  });
});

describe("an extraction that fails", () => {
  test("is made good by the report's own object, with a warning", async () => {
    const looking = async () => 'It throws.\n{"works": false, "_unanswered_fields": []}';
    const result = await run({ looking, steps: ["no", "no"] });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.template).toMatchObject({
      agenticExtractionRecovery: "local_json",
      agenticExtractionError: expect.stringContaining("could not be read"),
    });
    expect(result.metadata.warnings).toEqual([expect.stringContaining("the investigation's own report")]);
  });

  test("a field that the report calls unanswered has no value, whatever stands there", async () => {
    const looking = async () => 'Unclear.\n{"works": true, "_unanswered_fields": ["works"]}';
    const result = await run({ looking, steps: ["no", "no"] });
    expect(result.template).toMatchObject({ verifyResult: false, parsedLlmResponse: { works: null } });
  });

  test.each([
    ["no object", "It throws."],
    ["an object that a file holds", 'result.json says {"works": true}'],
  ])("is an error where the report ends on %s; the trace is kept", async (_name, text) => {
    const looking = async () => ({ text, outputs: ['{"works":true}'] });
    const result = await run({ looking, steps: ["no", "no"] });
    expect(outcomeOf(result)).toBe("judge_failed");
    expect(result.template?.verifyResult).toBeNull();
    expect(result.template?.investigationTrace).toContain(text);
  });

  test("for lack of a connection is never made good: the report is whole, the run is not", async () => {
    const looking = async () => '{"works": true}';
    const result = await run({ looking, steps: [new TransportError("connection", "refused")] });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.template?.investigationTrace).toBe('{"works": true}');
  });
});

describe("trigger dynamic", () => {
  const dynamic = { parsing: { trigger: "dynamic" } } as const;

  test("a message that settles every field needs no agent", async () => {
    const json = { reasoning: "It says so.", sufficient: true, answer: { works: false } };
    const result = await run({ ...dynamic, steps: [{ json }] });
    expect(result.looks).toEqual([]);
    expect(result.template).toMatchObject({
      ...{ dynamicParsingPerformed: true, dynamicParseDecision: "direct" },
      ...{ dynamicDecisionReasoning: "It says so.", agenticParsingPerformed: false },
      ...{ investigationTrace: null, verifyResult: false },
    });
    expect(result.evaluationInput).toBe("I mended the parser.");
    expect(Object.keys(result.template?.usageMetadata ?? {})).toContain("dynamic_parsing_decision");
  });

  const reasoning = "It only claims: I mended the parser.";

  test("one that does not is looked into, with the reason as a note", async () => {
    const json = { reasoning, sufficient: false, answer: null };
    const parsing = { ...dynamic.parsing, context: "trace_and_workspace" } as const;
    const result = await run({ parsing, steps: [{ json }, recording] });
    expect(result.template).toMatchObject({
      ...{ dynamicParseDecision: "escalated", agenticParsingPerformed: true, verifyResult: false },
      dynamicDecisionReasoning: reasoning,
    });
    expect(JSON.stringify(result.looks[0]?.messages)).toContain(`<earlier_look>\\n${reasoning}`);
    expect(result.metadata.caveats).toEqual([]);
  });

  test("whoever is to see the workspace alone hears nothing of the message, not even by the reason", async () => {
    const json = { reasoning, sufficient: false, answer: null };
    const result = await run({ ...dynamic, steps: [{ json }, recording] });
    expect(result.template).toMatchObject({ verifyResult: false, dynamicDecisionReasoning: reasoning });
    const shown = JSON.stringify(result.looks[0]?.messages);
    for (const told of ["I mended", "It only claims", "earlier_look", "the record"])
      expect(shown).not.toContain(told);
  });

  test("a decision that cannot be read is looked into, and is a caveat", async () => {
    const result = await run({ ...dynamic, steps: ["perhaps", "perhaps", recording] });
    expect(result.template).toMatchObject({ dynamicParseDecision: "escalated", verifyResult: false });
    expect(result.metadata.caveats).toEqual(["parse_decision_malformed"]);
  });

  test("a decision that cannot be asked for costs nothing: the agent settles it", async () => {
    const result = await run({ ...dynamic, steps: [new TransportError("timeout", "no reply"), recording] });
    expect(outcomeOf(result)).toBe("wrong");
    expect(lacksInfrastructure(result)).toBe(false);
    expect(result.metadata.warnings).toEqual([expect.stringContaining("no reply")]);
  });

  test("the decision is kept where the investigation fails", async () => {
    const json = { reasoning: "It names no result.", sufficient: false, answer: null };
    const result = await run({ ...dynamic, looking: null, steps: [{ json }] });
    expect(result.template).toMatchObject({ dynamicParseDecision: "escalated", verifyResult: null });
  });
});

describe("stages around it", () => {
  test("a template that the trace decides asks nobody", async () => {
    const template = answerTemplate({
      claims: verified(z.boolean(), {
        description: "Claims success",
        groundTruth: true,
        verifyWith: traceContains({ substring: "I mended" }),
      }),
    });
    const result = await run({ template, steps: [] });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.looks).toEqual([]);
  });

  test.each([
    ["its turn limit", { text: "Still at it", limitReached: true }, "the agent ran into its turn limit"],
    ["silence", {}, "the model returned an empty answer"],
    ["a filter", { text: "No.", finishReason: "refusal" }, "the provider refused or filtered the answer"],
  ] as const)("an answer that ended on %s is not looked into", async (_name, end, reason) => {
    const result = await run({ answering: async () => end, steps: [] });
    expect(result.looks).toEqual([]);
    expect(result.stageOf("AgenticParseTemplate")).toMatchObject({ status: "skipped", reason });
    expect(result.template?.verifyResult).toBe(false);
  });

  test("examples end on the word that the answer follows; the note about files stands before it", async () => {
    const task = taskFor({
      answering: {
        kind: "agent",
        agent: scriptedAgent(async () => "done"),
        maxTurns: 1,
        timeoutMs: 1,
        tools: null,
      },
      judge: scriptedModel([]),
    });
    const fewShot = [{ question: "1 + 1?", answer: "2" }];
    const text = JSON.stringify(conversationFor({ ...task, fewShot }));
    expect(text).toMatch(/Question: What is .*Your working directory holds .*\\nAnswer:"/);
  });

  test.each(["workspace_only", "trace_only", "trace_and_workspace"] as const)(
    "work without a closing message is judged by what it left: %s",
    async (context) => {
      const answering: AgenticRun["answering"] = async ({ write }) => {
        await write("parser.ts", "whole");
        return { outputs: ["written"] };
      };
      const steps = context === "trace_only" ? ["The code is whole.", recording] : [recording];
      const result = await run({ answering, steps, parsing: { context } });
      expect(result.rulings.map(({ stage }) => stage)).toEqual(["VerifyTemplate"]);
      expect(outcomeOf(result)).toBe("pass");
      expect(result.traceExtractionError).toBeNull();
    },
  );

  test("an answer that its time limit cut off is looked into, and the judge knows", async () => {
    const cut = { text: "Halfway", timeoutReached: true };
    const answering: AgenticRun["answering"] = async ({ write }) => {
      await write("parser.ts", "broken");
      return cut;
    };
    const result = await run({ answering });
    expect(JSON.stringify(result.looks[0]?.messages)).toContain("A time limit stopped the other agent");
    expect(result.metadata.caveats).toEqual(["partial_content"]);
    const refused = await run({ answering, steps: [], options: { partialTraceScoring: false } });
    expect(refused.looks).toEqual([]);
    expect(outcomeOf(refused)).toBe("infrastructure_failed");
  });

  test("an answer that its length limit cut off is flagged, and one the provider refused is told as that", async () => {
    const cut = await run({ answering: async () => ({ text: "Halfway", finishReason: "length" }) });
    expect(cut.metadata).toMatchObject({ caveats: ["partial_content"], partialContent: "Halfway" });
    const refused = await run({ answering: async () => ({ finishReason: "refusal" }), steps: [] });
    expect(outcomeOf(refused)).toBe("no_answer");
    expect(refused.metadata.failure?.reason).toContain("refused");
  });

  test("after a refusal nothing is looked into", async () => {
    const abstained = { json: { reasoning: "It will not.", abstention_detected: true } };
    const result = await run({ steps: [abstained], options: { abstention: true } });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.looks).toEqual([]);
  });

  test("deep judgment does not apply: its stage skips, and the result says it was not done", async () => {
    const settings = { maxExcerpts: 3, threshold: 0.8, retryAttempts: 0 };
    const deepJudgment = { mode: "full", strategy: "batch", settings, search: null } as const;
    const result = await run({ answering: answeringWith("mended"), options: { deepJudgment } });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.stageOf("DeepJudgmentAutoFail")).toMatchObject({
      status: "skipped",
      reason: "deep judgment of the template was not performed",
    });
    expect(result.deepJudgment).toMatchObject({ deepJudgmentEnabled: true, deepJudgmentPerformed: false });
  });
});
