import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import { isThorough } from "../base/testing/property-runs.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { echoServer } from "../mcp/testing/fault-source.ts";
import { hasClaudeProgram } from "../models/claude-agent-sdk/testing/claude-program.ts";
import { startAnthropicServer } from "../models/testing/anthropic-server.ts";
import {
  anthropicWire,
  type ModelServer,
  openAiWire,
  startModelServer,
  startOpenAiServer,
  type WireCall,
  type WireReply,
} from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";

const key = "vendor-secret-key-000001";
const environment = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, PATH: process.env.PATH };
const finalWord = "It is BCL2.";
const noRetries = { maxAttempts: 0 };
const prices = { input: 1000, output: 50_000 };
const retryPolicy = {
  ...{ connection: noRetries, timeout: noRetries },
  ...{ rateLimit: noRetries, serverError: noRetries },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "interfaces-"));
  await mkdir(path.join(folder, "task"));
  await writeFile(path.join(folder, "task", "note.txt"), "The target is BCL2.\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Asks for the tool first, and says the last word when it has its output. */
const turn = (body: JsonObject, call: WireCall | undefined): WireReply =>
  call === undefined || /"type":"tool_result"|"role":"tool"/.test(JSON.stringify(body.messages))
    ? { text: finalWord }
    : { text: "", calls: [call] };

type Start = (call: WireCall | undefined) => Promise<ModelServer>;
const anthropic: Start = (call) =>
  startAnthropicServer(({ body }) => ({ body: anthropicWire.reply(turn(body, call)) }));
const openAi: Start = (call) => startOpenAiServer({ chat: ({ body }) => turn(body, call) });

interface Subject {
  readonly name: string;
  readonly start: Start;
  model(url: string): ModelConfig;
  /** True where it names the cost of a run itself. */
  readonly namesCost?: boolean;
  /** What its model calls a tool of ours. */
  readonly prefix?: string;
}

const noCommands = { backend: "none" } as const;
const plain: readonly Subject[] = [
  {
    name: "claude_tool",
    start: anthropic,
    model: (url) => ({ modelName: "claude", interface: "claude_tool", anthropicBaseUrl: url }),
  },
  {
    name: "langchain with openai",
    start: openAi,
    model: (url) => ({
      ...{ modelName: "gpt-4.1-mini", interface: "langchain", modelProvider: "openai" },
      endpointBaseUrl: url,
    }),
  },
  {
    name: "langchain with anthropic",
    start: anthropic,
    model: (url) => ({
      ...{ modelName: "claude-haiku-4-5", interface: "langchain", modelProvider: "anthropic" },
      anthropicBaseUrl: url,
    }),
  },
];
const allDeep: readonly Subject[] = [
  {
    name: "langchain_deep_agents",
    start: anthropic,
    model: (url) => ({
      ...{ modelName: "claude-haiku-4-5", interface: "langchain_deep_agents", modelProvider: "anthropic" },
      ...{ anthropicBaseUrl: url, agentRuntime: noCommands },
    }),
  },
  {
    name: "claude_agent_sdk",
    start: anthropic,
    model: (url) => ({
      ...{ modelName: "claude-haiku-4-5", interface: "claude_agent_sdk", anthropicBaseUrl: url },
      // without commands it needs no sandbox, which test machines need not have
      agentRuntime: { accessMode: "read_only" },
    }),
    prefix: "mcp__tools__",
    namesCost: true,
  },
];
const deep = allDeep.filter(({ name }) => name !== "claude_agent_sdk" || hasClaudeProgram);

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Interfaces" });
  benchmark.workspaceRoot = folder;
  benchmark.addQuestion({
    ...{ id: "q1", question: "What is the target?", rawAnswer: "BCL2", workspacePath: "task" },
    template: answerTemplate({
      target: verified(z.string(), {
        ...{ description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() },
      }),
    }),
  });
  return benchmark;
}

/** One question, with a judge that reads what it is sent. */
async function answered(
  answering: ModelConfig,
  more: { readonly config?: VerificationConfig; readonly options?: RunVerificationOptions } = {},
) {
  await using judge = await startOpenAiServer({
    chat: ({ body }) =>
      JSON.stringify({ target: JSON.stringify(body.messages).includes("It is BCL2") ? "BCL2" : "none" }),
  });
  const warnings: string[] = [];
  const results = await sample().runVerification(
    {
      answeringModels: [answering],
      parsingModels: [{ modelName: "judge", endpointBaseUrl: judge.url }],
      retryPolicy,
      ...more.config,
    },
    { environment, warn: (warning) => warnings.push(warning), ...more.options },
  );
  const [result] = [...results];
  if (result === undefined) throw new Error("expected a result");
  return { result, warnings, judged: judge.requests.map(({ body }) => JSON.stringify(body)) };
}

/** Nothing but the question's own folder stays, and that as it was. */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(folder)).toEqual(["task"]);
  expect(await readdir(path.join(folder, "task"))).toEqual(["note.txt"]);
}

test.each(plain)("$name answers by one plain call without servers", async ({ start, model }) => {
  await using server = await start(undefined);
  const { result } = await answered(model(server.url));
  expect(result.metadata.error).toBeNull();
  expect(outcomeOf(result)).toBe("pass");
  expect(server.requests).toHaveLength(1);
  expect(result.metadata.answering.tools).toEqual([]);
  expect(result.template).toMatchObject({ agentMetrics: null, answeringMcpServers: null });
});

describe.each([...plain, ...deep])("$name", ({ start, model, prefix = "", namesCost = false }) => {
  // each starts the program, whose turn limit and key other tests show, too
  const testQuick = test.runIf(isThorough || !namesCost);

  test("answers with a tool of an MCP server, and the trace says what it did", async () => {
    await using server = await start({ id: "c1", name: `${prefix}echo`, input: { message: "BCL2" } });
    const { result, judged } = await answered({
      ...model(server.url),
      ...{ mcpUrlsDict: { everything: echoServer }, mcpToolFilter: ["echo"] },
      prices,
    });
    expect(result.metadata.error).toBeNull();
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.answering.tools).toEqual(["everything"]);
    expect(result.template?.answeringMcpServers).toEqual(["everything"]);
    expect(result.template?.traceMessages?.map(({ role }) => role)).toEqual([
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(result.template?.rawLlmResponse).toContain("Echo: BCL2");
    expect(result.template?.agentMetrics).toMatchObject({ iterations: 2, toolCalls: 1, limitReached: false });
    expect(result.template?.recursionLimitReached).toBe(false);
    const usage = result.template?.usageMetadata?.answer_generation;
    const cost =
      ((usage?.inputTokens ?? 0) * prices.input + (usage?.outputTokens ?? 0) * prices.output) / 1e6;
    expect(usage).toMatchObject({ totalTokens: 20, costUsd: namesCost ? expect.any(Number) : cost });
    // the judge reads the final message, not what tools said
    expect(judged.join()).not.toContain("Echo: BCL2");
    expect(JSON.stringify(result)).not.toContain(key);
    await expectNothingLeft();
  });

  testQuick("that repeats its key, as its name too, shows it to no judge and in no result", async () => {
    const reply = { text: `${finalWord} I was asked with ${key}.` };
    const wire = start === openAi ? openAiWire : anthropicWire;
    const body = () => ({ ...Object(wire.reply(reply)), model: `m-${key}` });
    await using server =
      start === openAi
        ? await startModelServer(() => ({ body: body() }))
        : await startAnthropicServer(() => ({ body: body() }));
    const { result, judged } = await answered(model(server.url));
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.rawLlmResponse).toContain(`${finalWord} I was asked with [hidden].`);
    expect(JSON.stringify([result, judged])).not.toContain(key);
  });

  testQuick(
    "that goes on asking for tools runs into its turn limit, which is no verdict of a judge",
    async () => {
      const call = { id: "c1", name: `${prefix}echo`, input: { message: "again" } };
      let asked = 0;
      const reply = () => {
        asked += 1;
        return { text: finalWord, calls: [{ ...call, id: `c${asked}` }] };
      };
      await using server =
        start === openAi
          ? await startOpenAiServer({ chat: reply })
          : await startAnthropicServer(() => ({ body: anthropicWire.reply(reply()) }));
      const { result, judged } = await answered({
        ...model(server.url),
        ...{ mcpUrlsDict: { everything: echoServer }, mcpToolFilter: ["echo"] },
        agentMiddleware: { limits: { modelCallLimit: 2 } },
      });
      expect(result.metadata.failure).toMatchObject({ category: "recursion_limit" });
      expect(result.template).toMatchObject({ recursionLimitReached: true, verifyResult: false });
      expect(result.template?.agentMetrics).toMatchObject({ iterations: 2, limitReached: true });
      expect(judged).toEqual([]);
      await expectNothingLeft();
    },
  );
});

describe.each(deep)("$name in a workspace", ({ start, model, name }) => {
  test("reads the files of its question in a copy", async () => {
    const call =
      name === "claude_agent_sdk"
        ? { id: "c1", name: "Read", input: { file_path: "note.txt" } }
        : { id: "c1", name: "read_file", input: { file_path: "/note.txt" } };
    await using server = await start(call);
    const { result } = await answered(model(server.url));
    expect(result.metadata.error).toBeNull();
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.rawLlmResponse).toContain("The target is BCL2.");
    expect(result.metadata.answering.tools).toEqual([]);
    await expectNothingLeft();
  });
});

describe("a recorded run is replayed without its model", () => {
  test.each([...plain])("$name, with the server asked again", async ({ start, model }) => {
    const record = path.join(folder, "calls.jsonl");
    const servers = {
      mcpUrlsDict: { everything: echoServer },
      mcpToolFilter: ["echo"],
    };
    const first = await (async () => {
      await using server = await start({ id: "c1", name: "echo", input: { message: "BCL2" } });
      return await answered({ ...model(server.url), ...servers }, { options: { record } });
    })();
    expect(outcomeOf(first.result)).toBe("pass");
    expect(await readFile(record, "utf8")).not.toContain(key);
    const replay = (mcpToolFilter: readonly string[]) =>
      answered({
        ...{ modelName: model("").modelName ?? "", interface: "replay", replayFile: record },
        ...{ ...servers, mcpToolFilter: [...mcpToolFilter] },
      });
    const again = await replay(["echo"]);
    expect(again.result.metadata.error).toBeNull();
    expect(again.result.template?.traceMessages).toEqual(first.result.template?.traceMessages);
    // asked with other tools it is another question, and the result says so
    const other = await replay(["echo", "get-sum"]);
    expect(other.result.metadata.error).toContain("No recorded reply");
    expect(other.result.metadata.error).toContain("other tools");
  });
});
