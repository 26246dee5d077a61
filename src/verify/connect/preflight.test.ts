import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { systemClock } from "../../base/index.ts";
import { hurriedClock } from "../../base/testing/hurried-clock.ts";
import type { VerificationConfig } from "../../config/index.ts";
import type { ModelConfig } from "../../config/settings/model-config.ts";
import {
  anthropicWire,
  openAiWire,
  type ServedReply,
  type ServedRequest,
  startModelServer,
} from "../../models/testing/index.ts";
import { outcomeOf } from "../../result/index.ts";
import { probeText } from "../../run/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "preflight-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({
    id: "q",
    question: "What is it?",
    rawAnswer: "BCL2",
    template: answerTemplate({
      target: verified(z.string(), { description: "Target", groundTruth: "BCL2", verifyWith: exactMatch() }),
    }),
  });
  return benchmark;
}

const isProbe = ({ body }: ServedRequest) => JSON.stringify(body).includes(probeText);
const right = ({ body }: ServedRequest): ServedReply => ({
  body: openAiWire.reply({ text: body.response_format === undefined ? "BCL2" : '{"target":"BCL2"}' }),
});

/** A server that answers probes as a test says, and everything else rightly. */
const serve = (onProbe: (request: ServedRequest) => ServedReply | undefined) =>
  startModelServer((request) => (isProbe(request) ? onProbe(request) : undefined) ?? right(request), {
    probes: true,
  });

const local = (url: string, modelName = "m"): ModelConfig => ({ modelName, endpointBaseUrl: url });
const both = (model: ModelConfig): VerificationConfig => ({
  answeringModels: [model],
  parsingModels: [model],
});

const run = (config: VerificationConfig, options: RunVerificationOptions = {}) =>
  sample().runVerification(config, { clock: hurriedClock(), ...options });

describe("a run that could only fail ends before its first task", () => {
  test("with a wrong key", async () => {
    await using server = await serve(() => ({
      status: 401,
      body: openAiWire.error("Incorrect API key provided", "invalid_api_key"),
    }));
    const output = path.join(folder, "run.jsonl");
    const config = both({ ...local(server.url), apiKeyEnv: "MY_KEY" });
    await expect(run(config, { output, environment: { MY_KEY: "wrong-key-1234" } })).rejects.toMatchObject({
      code: "configuration",
      message: `Nothing was run: Model "m" at ${server.url}/v1/chat/completions answered with status 401: Incorrect API key provided`,
      hint: "Check the key in MY_KEY and that it may use this model.",
    });
    expect(server.requests).toHaveLength(1);
    expect(existsSync(output)).toBe(false);
  });

  test.each(["ai_sdk", "claude_tool", "langchain"] as const)(
    "with a wrong key, whose variable %s names",
    async (name) => {
      await using server = await startModelServer(() => ({ status: 401, body: {} }), { probes: true });
      const provider = name === "claude_tool" ? {} : { modelProvider: "anthropic" };
      const config = both({
        ...{ interface: name, modelName: "m", ...provider },
        ...{ anthropicBaseUrl: server.url, apiKeyEnv: "MY_KEY" },
      });
      await expect(run(config, { environment: { MY_KEY: "wrong-key-1234" } })).rejects.toMatchObject({
        hint: "Check the key in MY_KEY and that it may use this model.",
      });
    },
  );

  test("without a key where one is wanted: it says that none was sent", async () => {
    await using server = await serve(() => ({ status: 401, body: openAiWire.error("No key", "no_key") }));
    await expect(run(both(local(server.url)))).rejects.toMatchObject({
      hint: expect.stringContaining(
        "No key was sent. Name the environment variable that holds one with --api-key-env",
      ),
    });
  });

  test("with a model that the server does not have: it says what it has", async () => {
    await using server = await startModelServer(
      (request) =>
        request.path === "/v1/models"
          ? { body: { object: "list", data: [{ id: "qwen3-8b" }, { id: "llama-3.2" }] } }
          : { status: 404, body: openAiWire.error("The model `qwen-8b` does not exist.", "NotFoundError") },
      { probes: true },
    );
    await expect(run(both(local(server.url, "qwen-8b")))).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("The model `qwen-8b` does not exist."),
      hint: 'Did you mean "qwen3-8b"? The server offers "qwen3-8b", "llama-3.2".',
    });
  });

  test("with an address where there is nothing", async () => {
    await expect(run(both(local("http://127.0.0.1:9")))).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^Nothing was run: Model "m" at .*ECONNREFUSED$/),
      hint: "Is the server running at this address?",
    });
  });

  test("with the address of something else: its first words are shown", async () => {
    await using server = await serve(() => ({ body: "<!doctype html>\n<title>My router</title>" }));
    await expect(run(both(local(server.url)))).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining('status 200 and a body that is not JSON but a page with "My router"'),
      hint: "Does this address speak the interface you chose?",
    });
  });

  test("with a setting that the model refuses in every call", async () => {
    await using server = await serve(() => ({
      status: 400,
      body: openAiWire.error("Unsupported value: temperature does not support 0.1", "invalid_request_error"),
    }));
    await expect(run(both(local(server.url)))).rejects.toThrow("temperature does not support 0.1");
    expect(server.requests).toHaveLength(2);
  });

  test("and says it of every model that cannot be used", async () => {
    await using server = await serve(({ body }) =>
      body.model === "good" ? undefined : { status: 401, body: openAiWire.error(`no ${body.model}`) },
    );
    const running = run(
      {
        answeringModels: [local(server.url, "good"), local(server.url, "bad")],
        parsingModels: [local(server.url, "worse")],
      },
      { clock: systemClock },
    );
    await expect(running).rejects.toThrow(/^Nothing was run:\n.*no bad\n.*no worse$/);
    expect(server.requests.filter((request) => !isProbe(request))).toEqual([]);
  });

  test.each<[string, ModelConfig, (url: string) => ModelConfig]>([
    ["claude_tool", { modelName: "c", interface: "claude_tool" }, (url) => ({ anthropicBaseUrl: url })],
    ["ai_sdk", { modelName: "c", modelProvider: "anthropic" }, (url) => ({ anthropicBaseUrl: `${url}/v1` })],
    [
      "langchain",
      { modelName: "c", interface: "langchain", modelProvider: "anthropic" },
      (url) => ({ anthropicBaseUrl: url }),
    ],
    [
      "langchain_deep_agents",
      { modelName: "c", interface: "langchain_deep_agents", modelProvider: "anthropic" },
      (url) => ({ anthropicBaseUrl: url, agentRuntime: { backend: "none" } }),
    ],
  ])("through %s too", async (_name, model, place) => {
    await using server = await startModelServer(
      [{ status: 401, body: anthropicWire.error("invalid x-api-key", "authentication_error") }],
      { probes: true },
    );
    const benchmark = sample();
    benchmark.workspaceRoot = folder;
    const config = {
      answeringModels: [{ ...model, ...place(server.url) }],
      parsingModels: [{ modelName: "c", interface: "claude_tool" as const, anthropicBaseUrl: server.url }],
    };
    const environment = { ANTHROPIC_API_KEY: "wrong-key-1234", PATH: process.env.PATH };
    await expect(
      benchmark.runVerification(config, { environment, clock: hurriedClock() }),
    ).rejects.toMatchObject({ code: "configuration", message: expect.stringContaining("invalid x-api-key") });
    for (const { body } of server.requests) expect(JSON.stringify(body)).toContain(probeText);
  });
});

describe("a run begins", () => {
  test.each<[string, ServedReply]>([
    ["too many requests", { status: 429, headers: { "retry-after": "60" }, body: {} }],
    ["a server that is busy", { status: 503, body: {} }],
    ["a reply that is cut off", { body: openAiWire.reply({ text: "", finish: "length" }) }],
    ["a refusal", { body: openAiWire.reply({ text: "", finish: "refusal" }) }],
  ])("in spite of %s", async (_name, reply) => {
    await using server = await serve(() => reply);
    expect([...(await run(both(local(server.url))))].map(outcomeOf)).toEqual(["pass"]);
  });

  test("with a model that refuses replies so short", async () => {
    await using server = await serve(({ body }) =>
      Number(body.max_tokens) < 100
        ? { status: 400, body: openAiWire.error("max_tokens must be at least 100", "invalid_request_error") }
        : undefined,
    );
    expect([...(await run(both(local(server.url))))].map(outcomeOf)).toEqual(["pass"]);
  });

  test("after one connection that broke off", async () => {
    let cuts = 1;
    await using server = await serve(() => {
      cuts -= 1;
      return cuts >= 0 ? { truncated: "" } : undefined;
    });
    expect([...(await run(both(local(server.url))))].map(outcomeOf)).toEqual(["pass"]);
  });

  test("without a question to anybody where that is not wanted", async () => {
    await using server = await serve(() => ({ status: 401, body: {} }));
    const results = await run({ ...both(local(server.url)), preflight: false });
    expect([...results].map(outcomeOf)).toEqual(["pass"]);
    expect(server.requests).toHaveLength(2);
  });
});

test("each server is asked once for each of its models, a few tokens, and nothing of it is in results and recordings", async () => {
  await using server = await serve(() => undefined);
  const record = path.join(folder, "calls.jsonl");
  const results = await run(
    {
      answeringModels: [local(server.url, "a"), { ...local(server.url, "b"), id: "other" }],
      parsingModels: [local(server.url, "a")],
    },
    { record },
  );
  const probes = server.requests.filter(isProbe);
  expect(probes.map(({ body }) => body.model).toSorted()).toEqual(["a", "b"]);
  expect(probes.map(({ body }) => body.max_tokens)).toEqual([16, 16]);
  expect(await readFile(record, "utf8")).not.toContain(probeText);
  expect(results.at(0)?.stages.reduce((sum, { modelCalls }) => sum + modelCalls, 0)).toBe(2);
  expect(results.at(0)?.template?.usageMetadata?.total).toMatchObject({ totalTokens: 20 });
});

test("a run with nothing left to do asks nobody", async () => {
  const output = path.join(folder, "run.jsonl");
  const server = await serve(() => undefined);
  const config = both(local(server.url));
  await run(config, { output });
  await server[Symbol.asyncDispose]();
  const results = await run(config, { output, resume: true });
  expect([...results].map(outcomeOf)).toEqual(["pass"]);
});

test("whoever interrupts while models are asked does not wait for them", async () => {
  const stop = new AbortController();
  await using server = await serve(() => {
    stop.abort();
    return { hang: true };
  });
  await expect(run(both(local(server.url)), { signal: stop.signal })).rejects.toMatchObject({
    code: "cancelled",
  });
});
