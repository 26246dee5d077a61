import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../models/testing/index.ts";
import { outcomeOf, type VerificationResult } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "run-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noRetries = { maxAttempts: 0 };
const retryPolicy = {
  connection: noRetries,
  timeout: noRetries,
  rateLimit: noRetries,
  serverError: noRetries,
};

const asksForJson: NonNullable<OpenAiScript["chat"]> = ({ body }) =>
  body.response_format === undefined ? "It is BCL2." : JSON.stringify({ target: "BCL2" });

function configFor(url: string, more: VerificationConfig = {}): VerificationConfig {
  const model = { modelName: "m", endpointBaseUrl: url };
  return { answeringModels: [model], parsingModels: [model], retryPolicy, ...more };
}

function benchmarkOf(count: number): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  const template = (groundTruth: string) =>
    answerTemplate({
      target: verified(z.string(), { description: "The target", groundTruth, verifyWith: exactMatch() }),
    });
  for (let index = 0; index < count; index += 1) {
    benchmark.addQuestion({
      id: `q${index}`,
      question: `Question ${index}?`,
      rawAnswer: "BCL2",
      template: template(index === 1 ? "MCL1" : "BCL2"),
      finished: index !== 3,
    });
  }
  return benchmark;
}

const ids = (results: Iterable<VerificationResult>) =>
  [...results].map((result) => result.metadata.questionId);

test("every finished question has its result, in the benchmark's order", async () => {
  await using server = await startOpenAiServer({
    chat: (request, index) => ({
      body: openAiReply(asksForJson(request, index)),
      delayMs: index === 0 ? 30 : 0,
    }),
  });
  const results = await benchmarkOf(5).runVerification(configFor(server.url, { replicateCount: 2 }));
  expect(ids(results)).toEqual(["q0", "q0", "q1", "q1", "q2", "q2", "q4", "q4"]);
  expect([...results].map(outcomeOf)).toEqual([
    "pass",
    "pass",
    "wrong",
    "wrong",
    "pass",
    "pass",
    "pass",
    "pass",
  ]);
});

test("questions by id, drafts too; one that does not exist is named", async () => {
  await using server = await startOpenAiServer({ chat: asksForJson });
  const results = await benchmarkOf(4).runVerification(configFor(server.url), {
    questionIds: ["q3", "q0"],
    runName: "r",
  });
  expect(ids(results)).toEqual(["q0", "q3"]);
  expect(results.at(0)?.metadata.runName).toBe("r");
  await expect(
    benchmarkOf(2).runVerification(configFor(server.url), { questionIds: ["q00"] }),
  ).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("q00"),
  });
});

test("a model that is down costs a result, not the run", async () => {
  await using server = await startOpenAiServer({
    chat: (request, index) =>
      JSON.stringify(request.body).includes("Question 1?")
        ? { status: 500, body: {} }
        : asksForJson(request, index),
  });
  const results = await benchmarkOf(3).runVerification(configFor(server.url));
  expect([...results].map(outcomeOf)).toEqual(["pass", "infrastructure_failed", "pass"]);
});

test("a template that cannot be used costs a result, not the run", async () => {
  await using server = await startOpenAiServer({ chat: asksForJson });
  const benchmark = benchmarkOf(1);
  benchmark.addQuestion({
    question: "Broken?",
    rawAnswer: "x",
    template: { text: "export default 3;", language: "TypeScript" },
  });
  benchmark.addQuestion({
    question: "A broken pattern?",
    rawAnswer: "x",
    template: {
      text: 'class Answer(BaseAnswer):\n    x: str = VerifiedField("d", "a", RegexMatch(pattern="("))\n',
      language: "Python",
    },
  });
  const results = await benchmark.runVerification(configFor(server.url));
  expect([...results].map(outcomeOf)).toEqual(["pass", "not_evaluable", "not_evaluable"]);
  expect(results.at(1)?.metadata.failure?.category).toBe("template_validation");
  expect(results.at(2)?.metadata.failure?.reason).toMatch(/^The answer template is not valid: .*[^.]\.$/);
});

describe("a results log", () => {
  test("an interrupted run goes on where it was", async () => {
    const output = path.join(folder, "run.jsonl");
    const stop = new AbortController();
    await using server = await startOpenAiServer({ chat: asksForJson });
    const config = configFor(server.url, { asyncEnabled: false });
    const options = { output, events: { taskFinished: () => stop.abort() }, signal: stop.signal };
    await expect(benchmarkOf(3).runVerification(config, options)).rejects.toMatchObject({
      code: "cancelled",
    });
    await expect(benchmarkOf(3).runVerification(config, { output })).rejects.toThrow("exists");
    const asked = server.requests.length;
    const results = await benchmarkOf(3).runVerification(config, { output, resume: true });
    expect(new Set(ids(results))).toEqual(new Set(["q0", "q1", "q2"]));
    expect(server.requests.length - asked).toBe(4);
  });

  test("another benchmark or other settings are refused", async () => {
    const output = path.join(folder, "run.jsonl");
    await using server = await startOpenAiServer({ chat: asksForJson });
    await benchmarkOf(1).runVerification(configFor(server.url), { output });
    const resume = { output, resume: true };
    await expect(benchmarkOf(2).runVerification(configFor(server.url), resume)).rejects.toThrow(
      "the benchmark has changed",
    );
    const other = configFor(server.url, { abstentionEnabled: true });
    await expect(benchmarkOf(1).runVerification(other, resume)).rejects.toThrow("the settings have changed");
  });
});

test("what was recorded can be replayed without the server", async () => {
  const record = path.join(folder, "calls.jsonl");
  const server = await startOpenAiServer({ chat: asksForJson });
  const recorded = await benchmarkOf(2).runVerification(configFor(server.url), { record });
  await server[Symbol.asyncDispose]();
  const model = { modelName: "m", replayFile: record };
  const replayed = await benchmarkOf(2).runVerification({ answeringModels: [model], parsingModels: [model] });
  expect([...replayed].map(outcomeOf)).toEqual([...recorded].map(outcomeOf));
  expect(replayed.at(0)?.metadata.answering.interface).toBe("replay");
});

test("nothing is written when a key is missing", async () => {
  const output = path.join(folder, "run.jsonl");
  const config = configFor("http://127.0.0.1:9", {
    parsingModels: [{ modelName: "m", modelProvider: "openai" }],
  });
  await expect(benchmarkOf(1).runVerification(config, { output, environment: {} })).rejects.toMatchObject({
    code: "missing_key",
  });
  await writeFile(output, "", { flag: "wx" });
});

function openAiReply(text: ReturnType<NonNullable<OpenAiScript["chat"]>>): object {
  const choice = { index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" };
  return {
    id: "x",
    object: "chat.completion",
    model: "m",
    choices: [choice],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  };
}

describe("what would lose or give away something is refused before any call", () => {
  test.each<[string, (file: string) => { config?: VerificationConfig; record?: string }]>([
    ["is named as two outputs", (file) => ({ record: file })],
    [
      "is read by this run; it cannot be an output as well",
      (file) => ({
        config: { answeringModels: [{ interface: "manual", manualTracesPath: file }] },
      }),
    ],
  ])("a file that %s", async (why, of) => {
    await using server = await startOpenAiServer({ chat: asksForJson });
    const output = path.join(folder, "run.jsonl");
    const { config, record } = of(output);
    const run = benchmarkOf(1).runVerification(configFor(server.url, config), {
      output,
      ...(record !== undefined && { record }),
    });
    await expect(run).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(why),
    });
    expect(server.requests).toHaveLength(0);
  });

  test("a key where the name of its variable can stand", async () => {
    await using server = await startOpenAiServer({ chat: asksForJson });
    const key = "ghp_litZ9k2Qm47Xw81Vb3litZ9k2Qm47Xw81Vb3";
    const mcpUrlsDict = { github: `http://127.0.0.1:9/mcp -H "Authorization: Bearer ${key}"` };
    const config = configFor(server.url);
    const answeringModels = config.answeringModels?.map((model) => ({ ...model, mcpUrlsDict })) ?? [];
    const failure = await benchmarkOf(1)
      .runVerification({ ...config, answeringModels })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "configuration" });
    expect(String(failure)).not.toContain(key);
    expect(server.requests).toHaveLength(0);
  });
});

test("templates from which no verdict can come are told before the run", async () => {
  await using server = await startOpenAiServer({ chat: asksForJson });
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({
    id: "broken",
    question: "Which target?",
    rawAnswer: "BCL2",
    template: { language: "TypeScript", text: "export default answerTemplate({" },
  });
  const warnings: string[] = [];
  await benchmark.runVerification(configFor(server.url), { warn: (text) => warnings.push(text) });
  expect(warnings).toContainEqual(
    expect.stringMatching(/^1 question with a template that cannot be read \(broken\);/),
  );
});
