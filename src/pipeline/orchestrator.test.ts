import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import type { AgentPort, AgentReply } from "../ports/index.ts";
import { outcomeOf } from "../result/index.ts";
import { type AnswerTemplate, answerTemplate, exactMatch, traceLength, verified } from "../template/index.ts";
import { assistantMessage, type Message } from "../trace/index.ts";
import { builtInStages, defineStage, StageOrchestrator } from "./index.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});

const signal = new AbortController().signal;

describe("validateDependencies", () => {
  test("the built-in list is sound", () => {
    expect(StageOrchestrator.fromConfig().validateDependencies()).toEqual([]);
  });

  test("names what is missing, doubled or misplaced, and refuses to run", async () => {
    const { ParseTemplate, VerifyTemplate, FinalizeResult } = builtInStages;
    const stages = [FinalizeResult, VerifyTemplate, ParseTemplate, ParseTemplate];
    const orchestrator = new StageOrchestrator(stages);
    expect(orchestrator.validateDependencies()).toEqual([
      "FinalizeResult reads parsed, which ParseTemplate produces only later",
      "FinalizeResult reads verification, which VerifyTemplate produces only later",
      "VerifyTemplate requires template, response, parsed, which no earlier stage produces",
      "ParseTemplate requires template, response, which no earlier stage produces",
      "ParseTemplate stands in the list twice",
      "ParseTemplate requires template, response, which no earlier stage produces",
      "parsed is produced by both ParseTemplate and ParseTemplate",
      "FinalizeResult must be the last stage",
    ]);
    const judge = scriptedModel([]);
    const task = taskFor({ template, answering: judge, judge });
    const services = await plainServices();
    await expect(orchestrator.execute(task, { services, signal })).rejects.toMatchObject({
      code: "composition",
    });
  });

  test("finds a stage that stands before what it only looks at", () => {
    const { DeepJudgmentAutoFail, TraceValidationAutoFail } = builtInStages;
    const others = StageOrchestrator.fromConfig().stages;
    const stages = [DeepJudgmentAutoFail, ...others];
    expect(new StageOrchestrator(stages).validateDependencies()).toEqual([
      "DeepJudgmentAutoFail reads template, which ValidateTemplate produces only later",
      "DeepJudgmentAutoFail reads parsed, which ParseTemplate produces only later",
      "DeepJudgmentAutoFail reads verification, which VerifyTemplate produces only later",
      "DeepJudgmentAutoFail reads embedding, which EmbeddingCheck produces only later",
    ]);
    const without = others.filter((stage) => stage !== TraceValidationAutoFail);
    expect(new StageOrchestrator(without).validateDependencies()).toEqual([]);
  });

  test("a fact that a stage does not name is not there for it, and the compiler says so", () => {
    const stage = defineStage({
      name: "Curious",
      requires: ["response"],
      reads: ["abstention"],
      produces: [],
      // @ts-expect-error template is named nowhere
      skip: ({ response, abstention, template }) => {
        // @ts-expect-error abstention may be missing
        return [response.trace, abstention.reasoning, template].join();
      },
      run: async () => ({}),
    });
    expect(stage.reads).toEqual(["abstention"]);
  });

  test("an agent can take the place of the one call that fills the template in", () => {
    const names = StageOrchestrator.fromConfig({ agenticParsing: true }).stages.map(({ name }) => name);
    expect(names).toContain("AgenticParseTemplate");
    expect(names).not.toContain("ParseTemplate");
  });
});

describe("fromConfig", () => {
  test.each([
    [{ evaluationMode: "bogus" }, "evaluationMode"],
    [{ evaluationmode: "rubric_only" }, "evaluationmode"],
    [{ abstentionEnabled: "yes" }, "abstentionEnabled"],
  ])("refuses %j", (options, named) => {
    expect(() => StageOrchestrator.fromConfig(options as object)).toThrowError(
      expect.objectContaining({ code: "configuration", message: expect.stringContaining(named) }),
    );
  });
});

describe("custom stages", () => {
  test("rule on their own facts and are part of the record", async () => {
    const wordLimit = defineStage({
      name: "WordLimit",
      requires: ["response"],
      produces: [],
      async run({ response }) {
        return response.trace.split(/\s+/).length > 2
          ? { ruling: { verifyResult: false, kind: "auto_fail", reason: "more than two words" } }
          : {};
      },
    });
    const stages = [...StageOrchestrator.fromConfig().stages];
    stages.splice(-1, 0, wordLimit);
    const task = taskFor({
      template,
      answering: scriptedModel(["It is BCL2"]),
      judge: scriptedModel([{ json: { target: "BCL2" } }]),
    });
    const services = await plainServices();
    const result = await new StageOrchestrator(stages).execute(task, { services, signal });
    expect(result.rulings.map(({ stage, verifyResult }) => [stage, verifyResult])).toEqual([
      ["VerifyTemplate", true],
      ["WordLimit", false],
    ]);
    expect(result.template?.verifyResult).toBe(false);
  });

  test("one that says why it failed has that in its record, and the last stage has one too", async () => {
    const failing = defineStage({
      name: "Failing",
      requires: [],
      produces: [],
      run: async () => ({ error: new RangeError("out of range") }),
    });
    const judge = scriptedModel([]);
    const task = taskFor({ template, answering: judge, judge });
    const services = await plainServices();
    const orchestrator = new StageOrchestrator([failing, ...StageOrchestrator.fromConfig().stages]);
    const { stages } = await orchestrator.execute(task, { services, signal });
    expect(stages[0]).toMatchObject({ status: "failed", reason: "out of range" });
    expect(stages[1]).toMatchObject({ status: "skipped", reason: "Failing failed" });
    expect(stages.at(-1)).toMatchObject({ name: "FinalizeResult", status: "ran" });
    expect(stages.at(-1)?.durationMs).toBeGreaterThan(0);
  });

  test("one that throws ends in a result with the error, never in an exception", async () => {
    const broken = defineStage({
      name: "Broken",
      requires: [],
      produces: [],
      async run() {
        throw new RangeError("out of range");
      },
    });
    const stages = [broken, ...StageOrchestrator.fromConfig().stages];
    const judge = scriptedModel([]);
    const task = taskFor({ template, answering: judge, judge });
    const services = await plainServices();
    const result = await new StageOrchestrator(stages).execute(task, { services, signal });
    expect(result.metadata).toMatchObject({
      failure: { category: "unexpected_error", stage: "Broken", reason: "out of range" },
      error: "out of range",
      completedWithoutErrors: false,
    });
    expect(result.stages[0]).toMatchObject({ name: "Broken", status: "failed", reason: "out of range" });
  });
});

describe("agents", () => {
  const agent = (reply: Partial<AgentReply>): AgentPort => ({
    tier: "tool_loop",
    async run() {
      return {
        messages: [assistantMessage("BCL2")],
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        usageKnown: true,
        model: "agent",
        turns: 1,
        limitReached: false,
        timeoutReached: false,
        ...reply,
      };
    },
    async [Symbol.asyncDispose]() {},
  });

  const run = async (
    reply: Partial<AgentReply>,
    partialTraceScoring = true,
    used: AnswerTemplate = template,
  ) => {
    const task = taskFor({
      template: used,
      answering: {
        kind: "agent",
        agent: agent(reply),
        maxTurns: 5,
        timeoutMs: 1000,
        tools: { servers: ["search"], tools: async () => [], async [Symbol.asyncDispose]() {} },
      },
      judge: scriptedModel([{ json: { target: "BCL2" } }]),
      options: { partialTraceScoring },
    });
    return StageOrchestrator.fromConfig().execute(task, { services: await plainServices(), signal });
  };

  const endsInTool: readonly Message[] = [
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "search", input: {} }] },
    { role: "tool", content: [{ type: "tool_result", toolUseId: "1", content: "x", isError: false }] },
  ];

  test("the turn limit fails automatically by state; the trace is kept", async () => {
    const result = await run({ limitReached: true, messages: endsInTool });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.metadata.failure).toMatchObject({
      category: "recursion_limit",
      stage: "RecursionLimitAutoFail",
    });
    expect(result.template).toMatchObject({
      recursionLimitReached: true,
      templateVerificationPerformed: false,
    });
    expect(result.template?.traceMessages).toHaveLength(2);
  });

  test("the turn limit stays a failure where nothing was said and no judge is needed", async () => {
    const short = answerTemplate({
      short: verified(z.boolean(), {
        description: "Short",
        groundTruth: true,
        verifyWith: traceLength({ max: 100 }),
      }),
    });
    const result = await run({ limitReached: true, messages: [] }, true, short);
    expect(result.template?.verifyResult).toBe(false);
    expect(result.metadata.failure?.category).toBe("recursion_limit");
  });

  test("time that ran out before anything was said is a timeout, not a missing answer", async () => {
    const thinking: Message = { role: "assistant", content: [{ type: "thinking", thinking: "Hm." }] };
    const result = await run({ timeoutReached: true, messages: [thinking] });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.category).toBe("timeout");
  });

  test("a trace that does not end in an answer fails automatically", async () => {
    const result = await run({ messages: endsInTool });
    expect(result.metadata.failure?.category).toBe("trace_validation");
    expect(result.template?.answeringMcpServers).toEqual(["search"]);
  });

  test("a recorded trace that does not end in an answer is no answer, and no judge is asked", async () => {
    const task = taskFor({
      template,
      answering: {
        kind: "agent",
        agent: agent({ messages: endsInTool }),
        maxTurns: 5,
        timeoutMs: 1000,
        tools: null,
      },
      judge: scriptedModel([]),
    });
    const services = await plainServices();
    const result = await StageOrchestrator.fromConfig().execute(task, { services, signal });
    expect(outcomeOf(result)).toBe("no_answer");
  });

  test("an agent whose model fails in the middle is a failed infrastructure, and keeps its trace", async () => {
    const error = new TransportError("server_error", "status 500", { status: 500 });
    const result = await run({ error, messages: endsInTool });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure).toMatchObject({ category: "server_error", stage: "GenerateAnswer" });
    expect(result.template?.traceMessages).toHaveLength(2);
    expect(result.metadata.partialContent).toContain("--- Tool Message");
    expect(result.template?.verifyResult).toBeNull();
  });

  test("an agent whose time ran out before its final message is a timeout", async () => {
    const result = await run({ timeoutReached: true, messages: endsInTool });
    expect(result.metadata.failure?.category).toBe("timeout");
  });

  test("an answer cut off by time is judged, and marked", async () => {
    const result = await run({ timeoutReached: true });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.caveats).toEqual(["partial_content"]);
    expect(result.template?.responseTimeoutPartial).toBe(true);
  });

  test("or is not judged, where that is not wanted, and is a timeout", async () => {
    const result = await run({ timeoutReached: true }, false);
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.category).toBe("timeout");
    expect(result.template?.traceMessages).toHaveLength(1);
  });
});

test("cancelling rejects with a code and gives no result", async () => {
  const controller = new AbortController();
  const answering = scriptedModel([
    () => {
      controller.abort();
      return "BCL2";
    },
  ]);
  const task = taskFor({ template, answering, judge: scriptedModel([]) });
  const services = await plainServices();
  const running = StageOrchestrator.fromConfig().execute(task, { services, signal: controller.signal });
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
});
