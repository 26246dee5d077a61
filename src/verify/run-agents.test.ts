import { symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import { cachedNode, echoServer } from "../mcp/testing/fault-source.ts";
import { startOpenAiServer, type WireReply } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { agenticTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "agents-"));
  await mkdir(path.join(folder, "task", "data"), { recursive: true });
  await writeFile(path.join(folder, "task", "data", "note.txt"), "The target is BCL2.\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noRetries = { maxAttempts: 0 };
const retryPolicy = {
  ...{ connection: noRetries, timeout: noRetries },
  ...{ rateLimit: noRetries, serverError: noRetries },
};

function sample(workspacePath?: string): Benchmark {
  const benchmark = Benchmark.create({ name: "Agents" });
  benchmark.addQuestion({
    id: "q1",
    question: "What is the target?",
    rawAnswer: "BCL2",
    template: answerTemplate({
      target: verified(z.string(), {
        description: "The target",
        groundTruth: "BCL2",
        verifyWith: exactMatch(),
      }),
    }),
    ...(workspacePath !== undefined && { workspacePath }),
  });
  return benchmark;
}

type Said = readonly { readonly role: string; readonly content?: unknown }[];

/** Asks for the calls one after the other, then says the last word; asked for JSON it fills the template in. */
function scripted(
  calls: readonly { readonly name: string; readonly input: JsonObject }[],
  finalWord: string,
) {
  return ({ body }: { readonly body: JsonObject }): string | WireReply => {
    if (body.response_format !== undefined)
      return JSON.stringify(
        JSON.stringify(body.response_format).includes("target") ? { target: "BCL2" } : { result: true },
      );
    const messages = body.messages as unknown as Said; // a chat request has messages
    const done = messages.filter(({ role }) => role === "tool").length;
    const next = calls[done];
    if (next === undefined || body.tools === undefined) return finalWord;
    return { text: "", calls: [{ id: `call-${done}`, ...next }] };
  };
}

const bodyTexts = (server: { readonly requests: readonly { readonly body: JsonObject }[] }) =>
  server.requests.map(({ body }) => JSON.stringify(body));

const program = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);
const mcpUrlsDict = { everything: `${cachedNode} '${program}' stdio` };

test("an answer whose model is lost in the middle is a failure with its trace, and never judged", async () => {
  const asking = scripted([{ name: "echo", input: { message: "BCL2" } }], "It is BCL2.");
  await using server = await startOpenAiServer({
    chat: (request, index) => (index === 0 ? asking(request) : { truncated: "{" }),
  });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const results = await sample().runVerification({
    answeringModels: [{ ...model, mcpUrlsDict: { everything: echoServer } }],
    parsingModels: [model],
    retryPolicy,
  });
  const [result] = [...results];
  expect(result?.metadata.failure).toMatchObject({ category: "connection" });
  expect(result && outcomeOf(result)).not.toMatch(/pass|wrong/);
  expect(result?.template?.rawLlmResponse).toContain("Echo: BCL2");
  expect(result?.template?.traceMessages?.map(({ role }) => role)).toEqual(["assistant", "tool"]);
  expect(server.requests).toHaveLength(2);
});

test("a model is given the tools of an MCP server", async () => {
  await using server = await startOpenAiServer({
    chat: scripted([{ name: "echo", input: { message: "BCL2" } }], "It is BCL2."),
  });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const results = await sample().runVerification({
    answeringModels: [{ ...model, mcpUrlsDict, mcpToolFilter: ["echo"] }],
    parsingModels: [model],
    retryPolicy,
  });
  const [result] = [...results];
  expect(result && outcomeOf(result)).toBe("pass");
  expect(result?.metadata.answering.tools).toEqual(["everything"]);
  expect(result?.template?.traceMessages?.map(({ role }) => role)).toEqual([
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(bodyTexts(server)[1]).toContain("Echo: BCL2");
});

test("an agent whose model fails in the middle keeps what it did until then", async () => {
  await using server = await startOpenAiServer({
    chat: (_request, index) =>
      index === 0
        ? { text: "", calls: [{ id: "c", name: "echo", input: { message: "BCL2" } }] }
        : { status: 500, body: { error: { message: "down" } } },
  });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const results = await sample().runVerification({
    answeringModels: [{ ...model, mcpUrlsDict: { everything: echoServer } }],
    parsingModels: [model],
    retryPolicy,
  });
  const [result] = [...results];
  expect(result && outcomeOf(result)).toBe("infrastructure_failed");
  expect(result?.metadata.failure).toMatchObject({ category: "server_error", stage: "GenerateAnswer" });
  expect(result?.template?.traceMessages?.map(({ role }) => role)).toEqual(["assistant", "tool"]);
  expect(result?.metadata.partialContent).toContain("Echo: BCL2");
});

describe("agents in workspaces", () => {
  const agentAt = (url: string) => ({
    ...{ modelName: "m", endpointBaseUrl: url, interface: "workspace_agent" as const },
    agentRuntime: { backend: "none" as const },
  });
  const readNote = { name: "read_file", input: { path: "data/note.txt" } };
  const writeAnswer = { name: "write_file", input: { path: "answer.txt", content: "BCL2" } };
  const configFor = (url: string, more: VerificationConfig = {}): VerificationConfig => ({
    ...{ answeringModels: [agentAt(url)], parsingModels: [agentAt(url)], retryPolicy },
    ...more,
  });

  test("answer from the files of their question, and judges look what they left", async () => {
    await using server = await startOpenAiServer({
      chat: scripted([readNote, writeAnswer], "I wrote BCL2 to answer.txt."),
    });
    const benchmark = sample("task");
    benchmark.workspaceRoot = folder;
    const kept = path.join(folder, "kept");
    const warnings: string[] = [];
    const results = await benchmark.runVerification(
      configFor(server.url, {
        agenticParsing: true,
        workspaceOutputMode: "produced",
        workspaceOutputDir: kept,
      }),
      { warn: (text) => warnings.push(text) },
    );
    const [result] = [...results];
    expect(result?.metadata.failure).toBeNull();
    expect(result && outcomeOf(result)).toBe("pass");
    expect(result?.template).toMatchObject({ agenticParsingPerformed: true });
    expect(result?.template?.investigationTrace).toContain("The target is BCL2.");
    expect(warnings).toEqual([]);
    const produced = (await readdir(kept, { recursive: true })).filter((name) => name.endsWith(".txt"));
    expect(produced).toEqual([expect.stringMatching(/answer\.txt$/)]);
    expect(await readFile(path.join(kept, produced[0] ?? ""), "utf8")).toBe("BCL2");
    // the question's own folder is as it was, and copies are gone
    expect(await readdir(path.join(folder, "task"))).toEqual(["data"]);
    expect((await readdir(folder)).sort()).toEqual(["kept", "task"]);
  });

  test("an agent that worked and ends without a word is judged by what it left", async () => {
    await using judge = await startOpenAiServer({ chat: scripted([readNote], "I read BCL2.") });
    await using server = await startOpenAiServer({ chat: scripted([writeAnswer], "") });
    const benchmark = sample("task");
    benchmark.workspaceRoot = folder;
    const results = await benchmark.runVerification({
      ...configFor(server.url, { agenticParsing: true }),
      parsingModels: [agentAt(judge.url)],
    });
    const [result] = [...results];
    expect(result && outcomeOf(result)).toBe("pass");
    expect(result?.rulings.map(({ stage }) => stage)).toEqual(["VerifyTemplate"]);
  });

  test("a trait is investigated by its own model", async () => {
    await using judge = await startOpenAiServer({ chat: scripted([readNote], "It runs.") });
    await using server = await startOpenAiServer({ chat: scripted([], "It is BCL2.") });
    const benchmark = sample("task");
    benchmark.workspaceRoot = folder;
    const { agentRuntime, ...own } = agentAt(judge.url);
    benchmark.addGlobalTrait(
      agenticTrait({
        name: "runs",
        description: "Does it run?",
        kind: "boolean",
        modelOverride: {
          model_name: own.modelName,
          endpoint_base_url: own.endpointBaseUrl,
          interface: own.interface,
          agent_runtime: { backend: agentRuntime.backend },
        },
      }),
    );
    const results = await benchmark.runVerification(
      configFor(server.url, {
        evaluationMode: "template_and_rubric",
        parsingModels: [{ modelName: "m", endpointBaseUrl: server.url }],
      }),
    );
    const [result] = [...results];
    expect(result?.metadata.failure).toBeNull();
    expect(result?.rubric?.agenticTraitScores).toEqual({ runs: true });
    expect(judge.requests.length).toBeGreaterThan(1);
    expect(bodyTexts(server).some((text) => text.includes("Does it run?"))).toBe(false);
  });

  test.each<[string, (benchmark: Benchmark) => void, VerificationConfig, object]>([
    [
      "without a workspace root",
      (benchmark) => {
        benchmark.workspaceRoot = undefined;
      },
      { agenticParsing: true },
      { code: "configuration", message: expect.stringContaining("needs a workspace root") },
    ],
    [
      "with files that cannot be found without one",
      (benchmark) => {
        benchmark.workspaceRoot = undefined;
      },
      {},
      { code: "configuration", message: expect.stringContaining("without a workspace root: q1") },
    ],
    [
      "with a folder that is not there",
      (benchmark) => benchmark.updateQuestion("q1", { workspacePath: "nowhere" }),
      {},
      { code: "file_not_found", message: expect.stringContaining("q1: nowhere") },
    ],
    [
      "with the root itself for a folder",
      (benchmark) => benchmark.updateQuestion("q1", { workspacePath: "." }),
      {},
      { code: "invalid_input", message: expect.stringMatching(/q1: .*it names the root itself/) },
    ],
    [
      "with a folder outside of the root",
      (benchmark) => {
        symlinkSync(tmpdir(), path.join(folder, "link"));
        benchmark.updateQuestion("q1", { workspacePath: "link" });
      },
      {},
      { code: "invalid_input", message: expect.stringMatching(/q1: .*it leads to/) },
    ],
    [
      "with a trait whose model does not exist",
      (benchmark) =>
        benchmark.addGlobalTrait(
          agenticTrait({
            name: "runs",
            description: "?",
            kind: "boolean",
            modelOverride: { model_nam: "m" },
          }),
        ),
      { evaluationMode: "template_and_rubric" },
      { code: "configuration", message: expect.stringMatching(/"runs" \(q1\): its model: .*model_nam/s) },
    ],
    [
      "with captures that have nowhere to go",
      () => undefined,
      { workspaceOutputMode: "full" },
      { code: "configuration" },
    ],
  ])("do not start %s", async (_, change, more, error) => {
    await using server = await startOpenAiServer({ chat: () => "It is BCL2." });
    const benchmark = sample("task");
    benchmark.workspaceRoot = folder;
    change(benchmark);
    await expect(benchmark.runVerification(configFor(server.url, more))).rejects.toMatchObject(error);
    expect(server.requests).toHaveLength(0);
  });
});
