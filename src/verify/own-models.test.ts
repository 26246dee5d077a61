import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MockLanguageModelV4 } from "ai/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TransportError } from "../base/index.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { scriptedModel } from "../pipeline/testing/scripted-model.ts";
import type { AgentPort } from "../ports/index.ts";
import { outcomeOf } from "../result/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import { judgeLlm, runOne, runOwn } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "own-models-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a function", () => {
  test("answers questions, and is named in results by what it is", async () => {
    const asked: unknown[] = [];
    const result = await runOne({
      model: {
        id: "mine",
        systemPrompt: "Be brief.",
        answer: async ({ question, messages, tools, signal }) => {
          asked.push(
            question,
            messages.map(({ role }) => role),
            tools,
            signal.aborted,
          );
          return "It is BCL2.";
        },
      },
    });
    expect(asked).toEqual(["What does venetoclax bind?", ["system", "user"], [], false]);
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.answering).toMatchObject({ interface: "value", modelName: "mine" });
    expect(result.template?.rawLlmResponse).toContain("It is BCL2.");
  });

  test("says how it came to its answer, and what that cost", async () => {
    const trace = [
      {
        role: "assistant" as const,
        content: [{ type: "tool_use" as const, id: "1", name: "look", input: { drug: "venetoclax" } }],
      },
      {
        role: "tool" as const,
        content: [{ type: "tool_result" as const, toolUseId: "1", content: "binds BCL2", isError: false }],
      },
    ];
    const usage = { inputTokens: 30, outputTokens: 4, costUsd: 0.25 };
    const result = await runOne({
      model: { id: "mine", answer: () => ({ text: "It is BCL2.", trace, usage, model: "chain-3" }) },
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.rawLlmResponse).toContain("binds BCL2");
    expect(result.template?.usageMetadata?.answer_generation).toMatchObject({
      inputTokens: 30,
      outputTokens: 4,
      totalTokens: 34,
    });
  });

  test("says what it has looked up, which stands in the result without a key of the run", async () => {
    const key = "sk-lab-0123456789abcdef";
    const contexts = [
      { text: `Venetoclax binds BCL2. ${key}`, source: "labels/venetoclax.md", id: "17", score: 0.75 },
      { text: "Imatinib binds ABL1." },
    ];
    const model = { id: "mine", answer: () => ({ text: "It is BCL2.", contexts }) };
    const told = await runOne({ model, options: { environment: { MY_LAB_KEY: key } } });
    expect(told.template?.retrievedContexts).toEqual([
      { ...contexts[0], text: "Venetoclax binds BCL2. [hidden]" },
      { text: "Imatinib binds ABL1.", source: null, id: null, score: null },
    ]);
    const none = await runOne({ model: { id: "mine", answer: () => ({ text: "BCL2", contexts: [] }) } });
    expect(none.template?.retrievedContexts).toEqual([]);
    const unknown = await runOne({ model: { id: "mine", answer: () => "BCL2" } });
    expect(unknown.template?.retrievedContexts).toBeNull();
  });

  test.each([
    ["says so itself", Object.assign(new Error("busy"), { retryable: true }), "server_error"],
    ["is told to come again", Object.assign(new Error("slow down"), { status: 429 }), "rate_limit"],
    ["loses its server", Object.assign(new Error("gone"), { code: "ECONNRESET" }), "connection"],
    ["throws ours", new TransportError("timeout", "late"), "timeout"],
  ])("is asked again where it %s; a failure that stays is no verdict", async (_, error, category) => {
    let calls = 0;
    const result = await runOne({
      model: {
        id: "mine",
        answer: () => {
          calls += 1;
          throw error;
        },
      },
      config: { outagePatienceSeconds: 0 },
    });
    expect(calls).toBeGreaterThan(1);
    expect(result.metadata.failure).toMatchObject({ category });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      "throws anything else",
      () => {
        throw new TypeError("x is not a function");
      },
      /Model "mine" threw: x is not a function/,
    ],
    ["gives back nothing", () => undefined, /its answer must be a text or \{ text \}; found undefined/],
    [
      "gives back no text",
      () => ({ answer: "BCL2" }),
      /its answer must be a text or \{ text \}; found object/,
    ],
  ])("that %s is a failure of its task alone, and is not asked again", async (_, broken, reason) => {
    let calls = 0;
    const results = await runOwn({
      questions: ["Is this well?", "What does venetoclax bind?"],
      model: {
        id: "mine",
        answer: ({ question }) => {
          calls += 1;
          return question.startsWith("Is") ? (broken() as string) : "It is BCL2.";
        },
      },
    });
    expect(calls).toBe(2);
    expect(results.map(outcomeOf)).toEqual(["infrastructure_failed", "pass"]);
    expect(results[0]?.metadata.failure).toMatchObject({ category: "unexpected_error" });
    expect(results[0]?.metadata.failure?.reason).toMatch(reason);
  });

  test("is left behind at its time limit, and told", async () => {
    let signal: AbortSignal | undefined;
    const result = await runOne({
      model: {
        id: "mine",
        agentTimeout: 0.02,
        answer: (request) => {
          signal = request.signal;
          return new Promise(() => undefined);
        },
      },
      config: { outagePatienceSeconds: 0 },
    });
    expect(signal?.aborted).toBe(true);
    expect(result.metadata.failure).toMatchObject({
      category: "timeout",
      reason: expect.stringContaining('Model "mine" gave no answer within 0.02 s.'),
    });
  });

  test("is told when the run is cancelled", async () => {
    const controller = new AbortController();
    const cancelled = runOwn({
      model: {
        id: "mine",
        answer: ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason), { once: true });
            controller.abort();
          }),
      },
      options: { signal: controller.signal },
    });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  });

  test("that says nothing has not answered", async () => {
    const result = await runOne({ model: { id: "mine", answer: () => "" } });
    expect(outcomeOf(result)).toBe("no_answer");
  });

  test("cannot judge by itself", async () => {
    const judged = runOwn({
      model: { id: "mine", answer: () => "x" },
      judge: { id: "j", answer: () => "x" },
    });
    await expect(judged).rejects.toThrow("parsingModels[0]: can answer but not judge: hand over an `llm`");
  });
});

describe("a connection of the program's own", () => {
  test("answers and judges, is asked with the model's settings, and stays open", async () => {
    let closed = 0;
    const llm = {
      ...scriptedModel(["It is BCL2.", "It is BCL2."]),
      async [Symbol.asyncDispose]() {
        closed += 1;
      },
    };
    const judge = judgeLlm(2);
    const given = {
      model: { id: "mine", llm, temperature: 0.7, maxTokens: 55 },
      judge: { id: "j", llm: judge },
    };
    const first = await runOne(given);
    await runOwn(given);
    expect(outcomeOf(first)).toBe("pass");
    expect(llm.requests[0]).toMatchObject({ temperature: 0.7, maxTokens: 55 });
    expect(closed).toBe(0);
    judge.assertComplete();
    expect(first.template?.usageMetadata?.answer_generation).toMatchObject({ totalTokens: 15 });
    expect(first.metadata.parsing).toMatchObject({ interface: "value", modelName: "j" });
  });

  test("needs no more than a method", async () => {
    const reply = { usage: noUsage, usageKnown: false, model: "m", finishReason: "stop" } as const;
    const generate = async () => ({
      ...reply,
      text: "It is BCL2.",
      message: assistantMessage("It is BCL2."),
    });
    expect(outcomeOf(await runOne({ model: { id: "mine", llm: { generate } } }))).toBe("pass");
  });

  test("whose reply is none is a failure", async () => {
    const generate = async () => ({}) as never;
    const result = await runOne({ model: { id: "mine", llm: { generate } } });
    expect(result.metadata.failure?.reason).toBe('Model "mine": its reply has no text, message and usage');
  });

  test("is recorded, and replayed without it", async () => {
    const file = path.join(folder, "exchanges.jsonl");
    await runOwn({
      model: { id: "mine", llm: scriptedModel(["It is BCL2."]) },
      options: { record: file },
    });
    const replayed = await runOne({
      model: { id: "mine", modelName: "mine", replayFile: file },
      judge: { id: "judge", modelName: "judge", replayFile: file },
    });
    expect(outcomeOf(replayed)).toBe("pass");
  });

  test("is waited for: the run goes on when it can be reached again", async () => {
    let calls = 0;
    const llm = scriptedModel(Array<string>(3).fill("It is BCL2."));
    const flaky: ModelConfig = {
      id: "mine",
      llm: {
        generate: (request) => {
          calls += 1;
          if (calls <= 2) throw new TransportError("connection", "away");
          return llm.generate(request);
        },
      },
    };
    const result = await runOne({ model: flaky });
    expect(outcomeOf(result)).toBe("pass");
    expect(calls).toBe(3);
  });

  test("can be what the workspace agent is around", async () => {
    const llm = scriptedModel(["It is BCL2."]);
    const withTools = { ...llm, capabilities: { ...llm.capabilities, tools: true } };
    const result = await runOne({
      model: { id: "mine", interface: "workspace_agent", agentRuntime: { backend: "none" }, llm: withTools },
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.answering.interface).toBe("workspace_agent");
  });
});

describe("an agent of the program's own", () => {
  const agent = (more: Partial<Awaited<ReturnType<AgentPort["run"]>>> = {}): ModelConfig => ({
    id: "mine",
    agent: {
      run: async () => ({
        messages: [assistantMessage("It is BCL2.")],
        usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 },
        usageKnown: true,
        model: "m",
        turns: 1,
        limitReached: false,
        timeoutReached: false,
        ...more,
      }),
    },
  });

  test("answers, and one that tells nothing of its calls counts as one", async () => {
    const result = await runOne({ model: agent() });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.usageMetadata?.answer_generation).toMatchObject({ totalTokens: 7 });
    expect(result.stages.find(({ name }) => name === "GenerateAnswer")?.modelCalls).toBe(1);
  });

  test("that reaches its limit fails automatically", async () => {
    const result = await runOne({ model: agent({ limitReached: true }) });
    expect(result.metadata.failure?.category).toBe("recursion_limit");
  });

  test("judges with the model that is handed over with it", async () => {
    const result = await runOne({
      model: { id: "m", answer: () => "It is BCL2." },
      judge: { ...agent(), llm: judgeLlm() },
    });
    expect(outcomeOf(result)).toBe("pass");
  });
});

describe("a model of the AI SDK", () => {
  const sdkModel = (text: string, total: unknown = 9) =>
    new MockLanguageModelV4({
      modelId: "mock-1",
      doGenerate: {
        content: [{ type: "text", text }],
        finishReason: { unified: "stop", raw: undefined },
        usage: {
          inputTokens: { total: total as number, noCache: 9, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 3, text: 3, reasoning: undefined },
        },
        warnings: [],
      },
    });

  test("answers and judges", async () => {
    const answering = sdkModel("It is BCL2.");
    const result = await runOne({
      model: { model: answering },
      judge: { id: "j", model: sdkModel('{"target":"BCL2"}') },
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.answering).toMatchObject({ interface: "value", modelName: "mock-1" });
    expect(result.template?.usageMetadata?.answer_generation).toMatchObject({ totalTokens: 12 });
    expect(answering.doGenerateCalls[0]).toMatchObject({ temperature: 0.1, maxOutputTokens: 16_384 });
  });

  test("whose counts are none is a failure", async () => {
    const result = await runOne({ model: { model: sdkModel("It is BCL2.", "many") } });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.reason).toContain("usage.inputTokens: ");
  });

  test("is recorded, and replayed without it", async () => {
    const file = path.join(folder, "sdk.jsonl");
    await runOwn({
      model: { model: sdkModel("It is BCL2.") },
      judge: { id: "j", model: sdkModel('{"target":"BCL2"}') },
      options: { record: file },
    });
    const replayed = await runOne({
      model: { id: "a", modelName: "mock-1", replayFile: file },
      judge: { id: "j", modelName: "mock-1", replayFile: file },
    });
    expect(outcomeOf(replayed)).toBe("pass");
  });

  test("that hears no signal ends with the run", async () => {
    const controller = new AbortController();
    const deaf = new MockLanguageModelV4({
      doGenerate() {
        queueMicrotask(() => controller.abort());
        return new Promise(() => {});
      },
    });
    const run = runOne({ model: { model: deaf }, options: { signal: controller.signal } });
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
  });

  test("is the object, not its name", async () => {
    const named = runOwn({ model: { id: "m", model: "openai/gpt-5" as never } });
    await expect(named).rejects.toThrow(
      "answeringModels[0].model: expected a model object of the AI SDK, not its name",
    );
  });
});
