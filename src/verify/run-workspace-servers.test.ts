import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import { until } from "../base/testing/until.ts";
import type { VerificationConfig } from "../config/index.ts";
import { cachedNode } from "../mcp/testing/fault-source.ts";
import { isRunning } from "../mcp/testing/processes.ts";
import { startOpenAiServer, type WireReply } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

const require = createRequire(import.meta.url);
const filesystem = require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js");
const faults = path.resolve(import.meta.dirname, "../mcp/testing/fault-server.ts");
const files = `${cachedNode} '${filesystem}' {workspace}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "servers-"));
  for (const task of ["t1", "t2"]) {
    await mkdir(path.join(folder, task));
    await writeFile(path.join(folder, task, "note.txt"), `The target of ${task} is BCL2.`);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sample(...ids: readonly string[]): Benchmark {
  const benchmark = Benchmark.create({ name: "Servers" });
  for (const id of ids)
    benchmark.addQuestion({
      ...{ id, question: `What is the target of ${id}?`, rawAnswer: "BCL2", workspacePath: id },
      template: answerTemplate({
        target: verified(z.string(), {
          ...{ description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() },
        }),
      }),
    });
  benchmark.workspaceRoot = folder;
  return benchmark;
}

const last = (body: JsonObject): string => {
  const messages = body.messages as unknown as readonly { role: string; content?: unknown }[]; // a chat request has messages
  const message = messages.at(-1);
  return message?.role === "tool" ? String(message.content) : "";
};

/** Reads the note and writes a report of it; as a judge, reads that report. */
function working({ body }: { readonly body: JsonObject }): string | WireReply {
  const all = JSON.stringify(body);
  if (body.response_format !== undefined)
    return JSON.stringify({ target: all.includes("report says BCL2") ? "BCL2" : "none" });
  const output = last(body);
  const isJudge = all.includes('"run_command"') || all.includes('"list_files"');
  if (isJudge)
    return output === ""
      ? { text: "", calls: [{ id: "1", name: "read_file", input: { path: "report.txt" } }] }
      : `I looked. ${output}`;
  if (output === "")
    return { text: "", calls: [{ id: "1", name: "read_text_file", input: { path: "note.txt" } }] };
  const task = /target of (t\d) is/.exec(output)?.[1];
  if (task === undefined) return "done";
  const content = `report says BCL2 for ${task}`;
  return { text: "", calls: [{ id: "2", name: "write_file", input: { path: "report.txt", content } }] };
}

const configFor = (url: string, servers: Record<string, string>, more: VerificationConfig = {}) => ({
  answeringModels: [{ modelName: "m", endpointBaseUrl: url, mcpUrlsDict: servers }],
  parsingModels: [
    {
      ...{ modelName: "m", endpointBaseUrl: url, interface: "workspace_agent" as const },
      agentRuntime: { backend: "none" as const },
    },
  ],
  agenticParsing: true,
  ...more,
});

describe("a server that works in the folder of its task", () => {
  test.each([{ workspaceCopy: true }, { workspaceCopy: false }])(
    "is where the judge looks (%o)",
    async ({ workspaceCopy }) => {
      await using server = await startOpenAiServer({ chat: working });
      const warnings: string[] = [];
      const results = await sample("t1").runVerification(
        configFor(server.url, { files }, { workspaceCopy }),
        {
          warn: (text) => warnings.push(text),
        },
      );
      const [result] = [...results];
      expect(result?.metadata.failure).toBeNull();
      expect(result && outcomeOf(result)).toBe("pass");
      expect(warnings).toEqual([]);
      const original = await readdir(path.join(folder, "t1"));
      expect(original).toEqual(workspaceCopy ? ["note.txt"] : ["note.txt", "report.txt"]);
      expect((await readdir(folder)).sort()).toEqual(["t1", "t2"]);
    },
  );

  test("belongs to one task alone, and ends with it", async () => {
    const notes = path.join(folder, "notes");
    await using server = await startOpenAiServer({ chat: working });
    const kept = path.join(folder, "kept");
    const watcher = `ROOT={workspace} ${cachedNode} '${faults}' plain '${notes}'`;
    const results = await sample("t1", "t2").runVerification(
      configFor(
        server.url,
        { files, watcher },
        { replicateCount: 2, workspaceOutputMode: "produced", workspaceOutputDir: kept },
      ),
    );
    expect([...results].map((result) => outcomeOf(result))).toEqual(Array.from({ length: 4 }, () => "pass"));
    const reports = (await readdir(kept, { recursive: true })).filter((name) => name.endsWith("report.txt"));
    expect(reports).toHaveLength(4);
    for (const report of reports)
      expect(await readFile(path.join(kept, report), "utf8")).toBe(
        `report says BCL2 for ${report.slice(0, 2)}`,
      );
    // one for the trial before the first task, one for each answer
    expect((await readFile(notes, "utf8")).split("\n").filter(Boolean)).toHaveLength(5);
  });

  test("ends with everything it started when the run is cancelled", async () => {
    const stop = new AbortController();
    await using server = await startOpenAiServer({
      chat: ({ body }) => {
        if (last(body) === "") return { text: "", calls: [{ id: "1", name: "hang", input: {} }] };
        return "done";
      },
    });
    const stubborn = `${cachedNode} '${faults}' stubborn {workspace}/pids`;
    const run = sample("t1").runVerification(configFor(server.url, { stubborn }, { workspaceCopy: false }), {
      signal: stop.signal,
    });
    const pids = path.join(folder, "t1", "pids");
    await until(async () => (await readFile(pids, "utf8").catch(() => "")).includes("called"));
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    const started = (await readFile(pids, "utf8")).replace("called", "").trim().split(/\s+/).map(Number);
    expect(started.slice(0, 2).map(isRunning)).toEqual([false, false]);
  });

  test.each([
    ["a program that is not there", { files: "no-such-program {workspace}" }, { code: "configuration" }],
    [
      "a filter that names no tool of it",
      { files },
      { code: "configuration", message: expect.stringContaining('tool filter names "read_fil"') },
    ],
  ])("is tried before the run: %s", async (_, servers, error) => {
    await using server = await startOpenAiServer({ chat: working });
    const { answeringModels, ...config } = configFor(server.url, servers);
    const models = answeringModels.map((model) => ({ ...model, mcpToolFilter: ["read_fil"] }));
    const run = sample("t1").runVerification({ ...config, answeringModels: models });
    await expect(run).rejects.toMatchObject(error);
    expect(server.requests).toHaveLength(0);
    expect((await readdir(folder)).sort()).toEqual(["t1", "t2"]);
  });
});

test("a judge that is sent where the answering side cannot reach: the run says so before it starts", async () => {
  await using server = await startOpenAiServer({ chat: () => "It is BCL2." });
  const warnings: [string, number][] = [];
  const elsewhere = { files: `${cachedNode} '${filesystem}' '${folder}/t1'` };
  await sample("t1").runVerification(configFor(server.url, elsewhere), {
    warn: (text) => warnings.push([text, server.requests.length]),
  });
  expect(warnings).toEqual([
    [expect.stringMatching(/workspace that "m" \(openai_endpoint\) cannot reach.*\{workspace\}/), 0],
  ]);
});
