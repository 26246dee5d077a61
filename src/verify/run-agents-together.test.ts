import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { startOpenAiServer, type WireReply } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";

const noRetries = { maxAttempts: 0 };
const retryPolicy = {
  ...{ connection: noRetries, timeout: noRetries },
  ...{ rateLimit: noRetries, serverError: noRetries },
};
const hangingServer = path.join(import.meta.dirname, "../mcp/testing/fault-server.ts");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "together-"));
  for (const name of ["one", "two"]) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, "note.txt"), `The target of ${name} is BCL2.\n`);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sample(questions: readonly string[] = ["one", "two"]): Benchmark {
  const benchmark = Benchmark.create({ name: "Together" });
  benchmark.workspaceRoot = folder;
  for (const workspacePath of questions)
    benchmark.addQuestion({
      ...{
        id: workspacePath,
        question: `What is the target of ${workspacePath}?`,
        rawAnswer: "BCL2",
        workspacePath,
      },
      template: answerTemplate({
        target: verified(z.string(), {
          ...{ description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() },
        }),
      }),
    });
  return benchmark;
}

type Call = { readonly name: string; readonly input: JsonObject };
const list: Call = { name: "list_files", input: {} };
const write = (name: string): Call => ({ name: "write_file", input: { path: name, content: "seen" } });

/** Makes these calls one after the other, then says what the last of them gave; asked for JSON it fills the template in. */
function working(calls: readonly Call[]) {
  return ({ body }: { readonly body: JsonObject }): string | WireReply => {
    if (body.response_format !== undefined) return JSON.stringify({ target: "BCL2" });
    const said = body.messages as unknown as readonly { readonly role: string; readonly content?: unknown }[]; // a chat request has messages
    const outputs = said.filter(({ role }) => role === "tool");
    const next = calls[outputs.length];
    if (next !== undefined) return { text: "", calls: [{ id: `call-${outputs.length}`, ...next }] };
    return `I found: ${JSON.stringify(outputs.at(-1)?.content ?? "nothing")}`;
  };
}

const agentAt = (url: string, more: ModelConfig = {}): ModelConfig => ({
  ...{ modelName: "m", endpointBaseUrl: url, interface: "workspace_agent" },
  agentRuntime: { backend: "none" },
  ...more,
});

async function run(config: VerificationConfig, options: RunVerificationOptions = {}, benchmark = sample()) {
  const results = await benchmark.runVerification({ retryPolicy, ...config }, options);
  return [...results];
}

const expectNothingLeft = async () =>
  expect(
    (await readdir(folder, { recursive: true })).filter((name) => /_run_|\.karenina/.test(name)),
  ).toEqual([]);

test("two judges look into one answer; neither sees what the other did, nor does the capture", async () => {
  await using model = await startOpenAiServer({ chat: working([write("answer.txt"), list]) });
  await using first = await startOpenAiServer({ chat: working([list, write("first.txt"), list]) });
  await using second = await startOpenAiServer({ chat: working([list, write("second.txt"), list]) });
  const kept = path.join(folder, "kept");
  const results = await run({
    answeringModels: [agentAt(model.url)],
    parsingModels: [agentAt(first.url, { id: "first" }), agentAt(second.url, { id: "second" })],
    ...{ agenticParsing: true, workspaceOutputMode: "full", workspaceOutputDir: kept },
    ...{ asyncMaxWorkers: 4, maxConcurrentRequests: 1 },
  });
  expect(results.map(outcomeOf)).toEqual(["pass", "pass", "pass", "pass"]);
  // each answer was given once
  expect(model.requests).toHaveLength(6);
  for (const { template, metadata } of results) {
    const [own, other] = metadata.parsing.configId === "first" ? ["first", "second"] : ["second", "first"];
    expect(template?.investigationTrace).toContain(`${own}.txt`);
    expect(template?.investigationTrace).not.toContain(`${other}.txt`);
    expect(template?.investigationTrace).toContain("answer.txt");
  }
  const captured = (await readdir(kept, { recursive: true })).filter((name) => name.endsWith(".txt"));
  expect(captured.map((name) => path.basename(name)).sort()).toEqual(
    [...Array(4).fill("answer.txt"), ...Array(4).fill("note.txt")].sort(),
  );
  await expectNothingLeft();
});

describe("an answer that its time limit cut off", () => {
  test.each([
    [true, "pass"],
    [false, "infrastructure_failed"],
  ])("with allow_partial_trace_scoring %s: %s", async (allowPartialTraceScoring, outcome) => {
    let asked = 0;
    await using model = await startOpenAiServer({
      chat: () => {
        asked += 1;
        return asked === 1
          ? { text: "BCL2, I think.", calls: [{ id: "c", ...list }] }
          : { text: "Surely BCL2.", calls: [{ id: "c2", name: "hang", input: {} }] };
      },
    });
    await using judge = await startOpenAiServer({ chat: working([]) });
    const [result] = await run(
      {
        answeringModels: [
          agentAt(model.url, {
            agentTimeout: 1,
            mcpUrlsDict: {
              hanging: `${process.execPath} '${hangingServer}' plain '${path.join(folder, "notes")}'`,
            },
            mcpToolFilter: ["hang"],
          }),
        ],
        parsingModels: [{ modelName: "judge", endpointBaseUrl: judge.url }],
        allowPartialTraceScoring,
      },
      {},
      sample(["one"]),
    );
    expect(result && outcomeOf(result)).toBe(outcome);
    expect(result?.metadata.caveats).toContain("partial_content");
    expect(result?.template).toMatchObject({ responseTimeoutPartial: true, recursionLimitReached: false });
    expect(judge.requests).toHaveLength(allowPartialTraceScoring ? 1 : 0);
    expect(await readFile(path.join(folder, "notes"), "utf8")).toContain("called");
    await expectNothingLeft();
  });
});

test("an aborted run ends at once, its tools with it, and is gone on with", async () => {
  const cancelling = new AbortController();
  const notes = path.join(folder, "notes");
  const output = path.join(folder, "results.jsonl");
  let hangs = true;
  await using model = await startOpenAiServer({
    chat: ({ body }) => {
      const text = JSON.stringify(body.messages);
      if (!text.includes("target of two") || !hangs) return "It is BCL2.";
      setTimeout(() => cancelling.abort(), 300);
      return { text: "", calls: [{ id: "c", name: "hang", input: {} }] };
    },
  });
  await using judge = await startOpenAiServer({ chat: working([]) });
  const config: VerificationConfig = {
    answeringModels: [
      agentAt(model.url, {
        mcpUrlsDict: { hanging: `${process.execPath} '${hangingServer}' plain '${notes}'` },
        mcpToolFilter: ["hang"],
      }),
    ],
    parsingModels: [{ modelName: "judge", endpointBaseUrl: judge.url }],
    asyncMaxWorkers: 1,
  };
  const ended = run(config, { signal: cancelling.signal, output });
  await expect(ended).rejects.toMatchObject({ code: "cancelled" });
  expect(await readFile(notes, "utf8")).toMatch(/called[\s\S]*cancelled/);
  await expectNothingLeft();
  hangs = false;
  const results = await run(config, { output, resume: true });
  expect(results.map(outcomeOf)).toEqual(["pass", "pass"]);
  const asked = model.requests.filter(({ body }) => JSON.stringify(body).includes("target of one"));
  expect(asked).toHaveLength(1);
  await expectNothingLeft();
});
