import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { messageOf } from "../base/index.ts";
import { isThorough } from "../base/testing/property-runs.ts";
import { chooseCommandRunner } from "../commands/index.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { hasClaudeProgram } from "../models/claude-agent-sdk/testing/claude-program.ts";
import { hasClaudeSandbox } from "../models/claude-agent-sdk/testing/has-claude-sandbox.ts";
import { isMessageRequest, startAnthropicServer } from "../models/testing/anthropic-server.ts";
import { anthropicWire, startOpenAiServer, type WireCall } from "../models/testing/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

const key = "vendor-secret-key-000001";
const retryPolicy = { connection: { maxAttempts: 0 }, serverError: { maxAttempts: 0 } };

let project: string;
let home: string;
let benchmark: Benchmark;
beforeEach(async () => {
  [project, home] = (await Promise.all(
    ["project-", "home-"].map((name) => mkdtemp(path.join(tmpdir(), `hidden-${name}`))),
  )) as [string, string];
  for (const task of ["t1", "t2"]) await mkdir(path.join(project, "tasks", task), { recursive: true });
  await writeFile(path.join(project, "tasks", "t1", "note.txt"), "seen: the files of the question");
  await writeFile(path.join(project, "tasks", "t2", "other.txt"), "QQ-other-question");
  await writeFile(path.join(project, ".env"), "OPENAI_API_KEY=QQ-environment");
  await mkdir(path.join(project, "karenina-results"));
  await writeFile(path.join(project, "karenina-results", "run.jsonl"), "QQ-results");
  benchmark = Benchmark.create({ name: "Hidden" });
  for (const id of ["t1", "t2"])
    benchmark.addQuestion({
      ...{ id, question: "What is the target?", rawAnswer: "QQ-raw-answer", workspacePath: `tasks/${id}` },
      template: answerTemplate({
        target: verified(z.string(), {
          ...{ description: "The target", groundTruth: "QQ-ground-truth", verifyWith: exactMatch() },
        }),
      }),
    });
  benchmark.workspaceRoot = project;
  await benchmark.save(path.join(project, "benchmark.jsonld"));
});
afterEach(async () => {
  for (const folder of [project, home]) await rm(folder, { recursive: true, force: true });
});

/** Everything a curious command can try, by names and by looking. */
const look = (): string => {
  const ups = ["..", "../..", "../../..", project];
  const files = ["benchmark.jsonld", ".env", "karenina-results/run.jsonl", "tasks/t2/other.txt"];
  return [
    "cat note.txt",
    `cat ${ups.flatMap((up) => files.map((file) => `${up}/${file}`)).join(" ")}`,
    `ln -s ${project}/benchmark.jsonld link.txt; cat link.txt`,
    `find .. ../.. ${project} -maxdepth 3 -path "*task*" -type f -exec cat {} +`,
    "cat /proc/[0-9]*/root/proc/self/environ /proc/[0-9]*/environ",
    "true",
  ].join("; ");
};

/** The same with the tools for files, which are no commands. */
const claudeCalls = (): readonly WireCall[] => [
  { id: "bash", name: "Bash", input: { command: look() } },
  { id: "read", name: "Read", input: { file_path: path.join(project, "benchmark.jsonld") } },
  { id: "link", name: "Read", input: { file_path: "link.txt" } },
  { id: "grep", name: "Grep", input: { pattern: "Q{2}-", path: project, output_mode: "content" } },
  { id: "up", name: "Grep", input: { pattern: "Q{2}-", path: "../..", output_mode: "content" } },
  { id: "glob", name: "Glob", input: { pattern: `${project}/**/*.jsonld` } },
];

const bothSides = (model: ModelConfig, environment: NodeJS.ProcessEnv) =>
  benchmark.runVerification(
    {
      ...{ answeringModels: [model], parsingModels: [model], agenticParsing: true, retryPolicy },
    },
    { questionIds: ["t1"], environment },
  );

const sandboxProblem = await chooseCommandRunner().then(
  (runner) => runner[Symbol.asyncDispose](),
  (error) => messageOf(error),
);

describe("nothing around a workspace reaches a model, wherever the project lies", () => {
  it.runIf(isThorough && hasClaudeProgram && hasClaudeSandbox)(
    "claude_agent_sdk (needs its program, bubblewrap and socat)",
    async () => {
      await using server = await startAnthropicServer(({ body }) => {
        const isAsked = JSON.stringify(body.messages).includes("tool_result");
        return {
          body: anthropicWire.reply({ text: isAsked ? "done" : "", calls: isAsked ? [] : claudeCalls() }),
        };
      });
      await bothSides(
        { modelName: "claude-haiku-4-5", interface: "claude_agent_sdk", anthropicBaseUrl: server.url },
        { PATH: process.env.PATH, HOME: home, ANTHROPIC_API_KEY: key },
      );
      const asked = server.requests.filter(isMessageRequest).map(({ body }) => JSON.stringify(body));
      expect(asked.filter((text) => text.includes("seen: the files of the question"))).toHaveLength(2);
      expect(asked.filter((text) => /QQ-|vendor-secret/.test(text))).toEqual([]);
    },
  );

  it.skipIf(sandboxProblem !== undefined)("workspace_agent (needs a sandbox for commands)", async () => {
    await using server = await startOpenAiServer({
      chat: ({ body }) => {
        if (body.response_format !== undefined) return JSON.stringify({ target: "unknown" });
        if (JSON.stringify(body.messages).includes('"role":"tool"')) return "done";
        return { text: "", calls: [{ id: "run", name: "run_command", input: { command: look() } }] };
      },
    });
    await bothSides(
      { modelName: "m", interface: "workspace_agent", endpointBaseUrl: server.url },
      { PATH: process.env.PATH, HOME: home, OPENAI_API_KEY: key },
    );
    const asked = server.requests.map(({ body }) => JSON.stringify(body));
    expect(asked.filter((text) => text.includes("seen: the files of the question")).length).toBeGreaterThan(
      1,
    );
    expect(asked.filter((text) => /QQ-|vendor-secret/.test(text))).toEqual([]);
  });
});
