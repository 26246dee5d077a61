import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../models/testing/index.ts";
import { outcomeOf, VerificationResultSet } from "../result/index.ts";
import { llmTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "evidence-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const question = "How is it dosed?";
const benchmark = Benchmark.create({ name: "Evidence" });
benchmark.addQuestion({
  id: "q",
  question,
  rawAnswer: "5 mg",
  template: answerTemplate({
    dose: verified(z.string(), { description: "The dose", groundTruth: "5 mg", verifyWith: exactMatch() }),
  }),
});
benchmark.setGlobalRubric([llmTrait({ name: "clear", description: "Is it clear?", kind: "boolean" })]);

const said = "Adults take 5 mg of it twice a day, and they take it with a glass of water.";
const wrong = said.replace("5 mg", "50 mg");
const quoting = (name: string, text: string) =>
  JSON.stringify({ excerpts: { [name]: [{ text, confidence: "high" }] } });

/** Runs the benchmark over a recorded answer; `quote` gives the text to quote in each attempt. */
async function judged(answer: unknown, config: VerificationConfig, quote: (attempt: number) => string) {
  const asked: string[] = [];
  const chat: OpenAiScript["chat"] = ({ body }) => {
    const form = JSON.stringify(body.response_format);
    const name = form.includes('"clear"') ? "clear" : "dose";
    if (form.includes('"excerpts"')) {
      asked.push(JSON.stringify(body.messages));
      return quoting(name, quote(asked.length));
    }
    if (form.includes('"reasoning"')) return JSON.stringify({ reasoning: { [name]: "So it says." } });
    return JSON.stringify(form.includes('"result"') ? { result: true } : { dose: "5 mg" });
  };
  await using server = await startOpenAiServer({ chat });
  const file = path.join(folder, "answers.json");
  await writeFile(file, JSON.stringify({ answers: [{ question, answer }] }));
  const set = await benchmark.runVerification({
    answeringModels: [{ interface: "manual", manualTracesPath: file }],
    parsingModels: [{ modelName: "judge", endpointBaseUrl: server.url }],
    ...config,
  });
  // what is told of a result is what a file of it tells
  const stored = path.join(folder, "results.json");
  await writeFile(stored, JSON.stringify(set));
  const [result] = await VerificationResultSet.fromJson(stored);
  if (result === undefined) throw new Error("the run gave no result");
  return { result, asked };
}

const template: VerificationConfig = { deepJudgmentMode: "full" };
const traits: VerificationConfig = { evaluationMode: "rubric_only", deepJudgmentRubricMode: "enable_all" };

describe("a quotation with another number", () => {
  const rejected = {
    ...{ text: wrong, confidence: "high", threshold: 0.8, reason: "altered", nearestPassage: said },
    differences: [{ quoted: "50", said: "5", changes: "number" }],
  };

  test("is told to the judge by its very word, kept beside the good one, and fails nothing then", async () => {
    const { result, asked } = await judged(said, template, (attempt) => (attempt === 1 ? wrong : said));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.replaceAll("\\", "")).toContain('- "50": the answer says "5"');
    expect(outcomeOf(result)).toBe("pass");
    expect(result.deepJudgment?.rejectedExcerpts).toMatchObject({ dose: [{ ...rejected, attempt: 1 }] });
    expect(result.deepJudgment?.extractedExcerpts?.dose).toMatchObject([{ text: said, similarityScore: 1 }]);
  });

  test("to the end fails the answer, with every attempt in the result", async () => {
    const { result } = await judged(said, template, () => wrong);
    expect(result.metadata.failure).toMatchObject({ category: "deep_judgment" });
    const kept = result.deepJudgment?.rejectedExcerpts?.dose;
    expect(kept?.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(kept?.[2]?.similarityScore).toBeGreaterThan(0.9);
  });

  test("of a trait likewise", async () => {
    const { result } = await judged(said, traits, () => wrong);
    expect(result.metadata.failure).toMatchObject({ category: "deep_judgment_rubric" });
    expect(result.deepJudgmentRubric?.extractedRubricExcerpts?.clear).toEqual([]);
    expect(result.deepJudgmentRubric?.rejectedRubricExcerpts?.clear).toMatchObject([
      { ...rejected, attempt: 1 },
      { ...rejected, attempt: 2 },
      { ...rejected, attempt: 3 },
    ]);
  });
});

describe("what a tool was given or gave back", () => {
  const calls = [{ id: "c1", name: "look_up", input: { text: "Never take it with alcohol" } }];
  const run = [
    { role: "assistant", content: "", tool_calls: calls },
    { role: "tool", content: said, tool_result: { tool_use_id: "c1", is_error: false } },
    { role: "assistant", content: "I do not know." },
  ];

  test.each([
    ["Never take it with alcohol", "tool_call"],
    [said, "tool_output"],
    ["I do not know.", "message"],
  ])("counts as evidence for a trait, and the result says so: %s is of a %s", async (text, source) => {
    const { result } = await judged(run, traits, () => text);
    expect(result.rubric?.llmTraitScores).toEqual({ clear: true });
    expect(result.deepJudgmentRubric?.extractedRubricExcerpts?.clear).toMatchObject([{ text, source }]);
  });

  test("does not where only the model's own messages do", async () => {
    const own = { ...traits, deepJudgmentRubricExcerptSources: "messages" } as const;
    const { result, asked } = await judged(run, own, () => said);
    expect(asked[0]).toContain("quote only what the agent itself says");
    expect(asked[1]).toContain("Only what the answering model itself says counts here.");
    expect(result.deepJudgmentRubric?.traitsWithoutValidExcerpts).toEqual(["clear"]);
    expect(result.deepJudgmentRubric?.rejectedRubricExcerpts?.clear?.[0]).toMatchObject({
      ...{ text: said, reason: "other_source", source: "tool_output", similarityScore: 1 },
    });
  });

  test("likewise for a template that is judged by the whole trace", async () => {
    const whole = { ...template, useFullTraceForTemplate: true } as const;
    const all = await judged(run, whole, () => said);
    expect(all.result.deepJudgment?.extractedExcerpts?.dose).toMatchObject([{ source: "tool_output" }]);
    const own = await judged(run, { ...whole, deepJudgmentExcerptSources: "messages" }, () => said);
    expect(own.result.deepJudgment?.attributesWithoutExcerpts).toEqual(["dose"]);
    expect(own.result.deepJudgment?.rejectedExcerpts?.dose?.[0]).toMatchObject({ reason: "other_source" });
  });

  test("of an answer without tools nothing is said", async () => {
    const { result } = await judged(said, traits, () => said);
    const [excerpt] = result.deepJudgmentRubric?.extractedRubricExcerpts?.clear ?? [];
    expect(excerpt).not.toHaveProperty("source");
    expect(result.deepJudgmentRubric?.rejectedRubricExcerpts).toBeNull();
  });
});
