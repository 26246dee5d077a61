import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../models/testing/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "deep-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const benchmark = Benchmark.create({ name: "Sample" });
benchmark.addQuestion({
  id: "q1",
  question: "Which protein?",
  rawAnswer: "BCL2",
  template: answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  }),
});

/** Fills in what each step of the judge asks for. */
const fill: NonNullable<OpenAiScript["chat"]> = ({ body }) => {
  const asked = JSON.stringify(body.response_format ?? "");
  if (asked === '""') return "It binds to BCL2.";
  if (asked.includes('"excerpts"'))
    return JSON.stringify({ excerpts: { target: [{ text: "binds to BCL2", confidence: "high" }] } });
  if (asked.includes('"reasoning"')) return JSON.stringify({ reasoning: { target: "It names BCL2." } });
  if (asked.includes('"assessments"')) return JSON.stringify({ assessments: [] });
  return JSON.stringify({ target: "BCL2" });
};

const configOf = (url: string, more: VerificationConfig): VerificationConfig => {
  const model = { modelName: "m", endpointBaseUrl: url };
  return { answeringModels: [model], parsingModels: [model], deepJudgmentMode: "full", ...more };
};

test("a run with a search of the program's own: what was found is looked up", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const queries: string[] = [];
  const search = (query: string) => {
    queries.push(query);
    return [{ title: "BCL2", content: "Venetoclax binds to BCL2.", url: null }];
  };
  const more = { deepJudgmentSearchEnabled: true, deepJudgmentSearchTool: search };
  const output = path.join(folder, "run.jsonl");
  const [result] = await benchmark.runVerification(configOf(server.url, more), { output });
  expect(result?.template?.verifyResult).toBe(true);
  expect(result?.deepJudgment?.extractedExcerpts).toMatchObject({
    target: [{ text: "binds to BCL2", similarityScore: 1 }],
  });
  expect(queries).toEqual(["binds to BCL2"]);
  const [header] = (await readFile(output, "utf8")).split("\n");
  expect(JSON.parse(header ?? "").config).toMatchObject({
    deep_judgment_search_tool: "a function of the program",
  });
});

test("a search without its key ends the run before any call", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const config = configOf(server.url, { deepJudgmentSearchEnabled: true });
  await expect(benchmark.runVerification(config, { environment: {} })).rejects.toMatchObject({
    code: "missing_key",
    message: expect.stringContaining("TAVILY_API_KEY"),
  });
  expect(server.requests).toEqual([]);
});
