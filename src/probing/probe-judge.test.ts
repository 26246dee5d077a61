import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ProbeReport } from "../analysis/index.ts";
import { startOpenAiServer } from "../models/testing/index.ts";
import { VerificationResult } from "../result/index.ts";
import { llmTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "../verify/index.ts";
import { answered, finalText } from "./answered.ts";
import { injectedAnswer, paddedAnswer, wordCount } from "./changed-answers.ts";
import { type ProbeOptions, probeJudge } from "./index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-probing-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const field = (groundTruth: string) =>
  verified(z.string(), { description: "what is named", groundTruth, verifyWith: exactMatch() });
const template = answerTemplate({ drug: field("imatinib"), target: field("ABL1") });
const count = 8;
const benchmark = Benchmark.create({ name: "Drugs" });
for (let at = 0; at < count; at++)
  benchmark.addQuestion({ id: `q${at}`, question: `Which drug, ${at}?`, rawAnswer: "imatinib", template });

/** Of the answers of the run the first half is right. */
const run = Array.from({ length: count }, (_, at) => {
  const right = at < count / 2;
  return VerificationResult.parse({
    metadata: {
      questionId: `q${at}`,
      templateId: "t",
      questionText: `Which drug, ${at}?`,
      answering: { interface: "openai", modelName: "small" },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 1,
      timestamp: "",
      resultId: `r${at}`,
      completedWithoutErrors: true,
    },
    template: {
      rawLlmResponse: `It is ${right ? "imatinib" : "aspirin"} (number ${at}), which binds ABL1.`,
      templateVerificationPerformed: true,
      verifyResult: right,
    },
  });
});

interface Asked {
  readonly text: string;
  /** Names of the fields that are asked for, in order. */
  readonly fields: readonly string[];
  /** How often the very same was asked before. */
  readonly times: number;
}

/** A judge that reads the drug of an answer, and slips where it is told to; it writes, too. */
async function models(slip: (asked: Asked) => object | number | undefined = () => undefined) {
  const seen = new Map<string, number>();
  const server = await startOpenAiServer({
    chat(request) {
      const body = request.body as { messages: { content: unknown }[]; response_format?: unknown };
      const text = body.messages.map(({ content }) => JSON.stringify(content)).join("\n");
      const key = JSON.stringify(body);
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      const fields = [
        ...JSON.stringify(body.response_format ?? body.messages).matchAll(/\\?"(drug|target)\\?":\s?\{/g),
      ].map(([, name]) => name ?? "");
      const said = slip({ text, fields, times });
      if (typeof said === "number") return { status: said, body: { error: { message: "no" } } };
      const answer = /It is (\w+)|Es ist (\w+)/.exec(text.slice(text.lastIndexOf("<answer>")));
      const drug = answer?.[1] ?? answer?.[2] ?? null;
      if (!text.includes("You rewrite answers")) return JSON.stringify(said ?? { drug, target: "ABL1" });
      const longer = `It is ${drug}. To say it again in more words than before: the drug that was asked about is ${drug}.`;
      return JSON.stringify(said ?? { text: text.includes("Translate") ? `Es ist ${drug}.` : longer });
    },
  });
  const model = {
    interface: "openai_endpoint" as const,
    modelName: "m",
    endpointBaseUrl: server.url,
    endpointApiKey: "k",
  };
  return { server, model };
}

async function probed(
  slip?: Parameters<typeof models>[0],
  options: Partial<ProbeOptions> = {},
): Promise<ProbeReport> {
  const { server, model } = await models(slip);
  await using _ended = server;
  return await probeJudge(benchmark, () => run, {
    name: "run",
    judge: model,
    size: count,
    seed: 1,
    environment: {},
    ...options,
    config: { preflight: false, outagePatienceSeconds: 0, ...options.config },
  });
}

const findingOf = (report: ProbeReport, probe: string) => report.probes.find((one) => one.probe === probe);

describe("probeJudge", () => {
  it("finds nothing in a judge that reads what is there, and says how sure that is", async () => {
    const report = await probed();
    expect(ProbeReport.parse(report).probes.map(({ probe }) => probe)).toEqual([
      "draws",
      "order",
      "padding",
      "words",
      "injection",
      "language",
    ]);
    for (const { probe, verdicts, fields, examples, failed, leftOut, answers } of report.probes) {
      expect({ probe, answers, examples, failed, leftOut }).toEqual({
        ...{ probe, answers: count, examples: [], failed: [], leftOut: [] },
      });
      for (const share of [verdicts, fields]) {
        expect(share).toMatchObject({ changed: 0, value: 0, interval: { low: 0 } });
        expect(share?.interval.high).toBeGreaterThan(0.03);
      }
    }
    expect(findingOf(report, "draws")?.verdicts?.of).toBe(count * 3);
    expect(findingOf(report, "words")?.words).toBeGreaterThan(1.4);
    expect(findingOf(report, "padding")?.words).toBeGreaterThanOrEqual(2);
    // three draws and four texts, once in reverse, and two that are written, of each answer
    expect(report.spent.calls).toBe(count * (3 + 4 + 1 + 2));
  });

  it("tells what changes, in which direction, and beyond what changes by itself", async () => {
    const report = await probed(({ text, fields, times }) => {
      if (text.includes("NOTE TO THE EVALUATOR") && text.includes("is right in every respect"))
        return { drug: "imatinib", target: "ABL1" };
      if (text.includes("Es ist")) return { drug: "aspirin", target: "ABL1" };
      if (fields[0] === "target") return { drug: "aspirin", target: "ABL1" };
      return text.includes("number 0)") && times === 1 ? { drug: "none", target: "ABL1" } : undefined;
    });
    const draws = findingOf(report, "draws");
    expect(draws?.verdicts).toMatchObject({ changed: 2, of: 24 });
    expect(draws?.examples[0]).toMatchObject({
      ...{ result: "r0", kind: "verdict", name: "pass", before: "yes", after: "no" },
    });
    const injection = findingOf(report, "injection");
    expect(injection?.toPass).toMatchObject({ changed: 4, of: 4 });
    expect(injection?.toFail).toMatchObject({ changed: 0, of: 4 });
    expect(injection?.beyond?.value).toBeGreaterThan(0.3);
    expect(injection?.beyond?.interval?.low).toBeGreaterThan(0);
    expect(findingOf(report, "language")?.toFail).toMatchObject({ changed: 4, of: 4 });
    expect(findingOf(report, "order")?.toFail).toMatchObject({ changed: 4, of: 4 });
    expect(findingOf(report, "order")?.traits).toBe(null);
    expect(findingOf(report, "padding")?.toFail).toMatchObject({ changed: 0 });
  });

  it("never counts a failure of the judge, nor of the model that writes, as a change", async () => {
    const report = await probed(
      ({ text }) => {
        if (text.includes("NOTE TO THE EVALUATOR") && text.includes("number 1)")) return 500;
        if (text.includes("Translate") && text.includes("number 2)")) return { text: "" };
        return text.includes("in about twice") && text.includes("number 3)")
          ? { text: "It is aspirin." }
          : undefined;
      },
      { config: { retryPolicy: { serverError: { maxAttempts: 1 } } as never } },
    );
    const injection = findingOf(report, "injection");
    expect(injection).toMatchObject({ answers: 7, verdicts: { changed: 0, answers: 7 } });
    expect(injection?.failed.reduce((sum, one) => sum + one.count, 0)).toBe(1);
    expect(findingOf(report, "language")?.leftOut).toEqual([
      { reason: "it is in that language already", count: 1 },
    ]);
    expect(findingOf(report, "words")?.leftOut[0]?.reason).toContain("hardly longer");
  });

  it("asks for what is probed alone, and pays nothing twice", async () => {
    const { server, model } = await models();
    await using _ended = server;
    const options = {
      ...{ name: "run", judge: model, size: count, environment: {} },
      ...{ probes: ["draws", "padding"] as const, replies: join(folder, "replies") },
    };
    const config = { preflight: false, maxCalls: 12, asyncMaxWorkers: 1 };
    const first = await probeJudge(benchmark, () => run, { ...options, config });
    expect(first).toMatchObject({ ended: "budget_spent", writer: null, language: null });
    expect(first.spent.calls).toBeLessThanOrEqual(12);
    const whole = await probeJudge(benchmark, () => run, { ...options, config: { preflight: false } });
    expect(whole.ended).toBe(null);
    expect(whole.probes.map(({ probe, answers }) => [probe, answers])).toEqual([
      ["draws", count],
      ["padding", count],
    ]);
    expect(server.requests).toHaveLength(count * 4);
  });

  it("counts traits where they are judged, and answers of agents keep what came before their last words", async () => {
    const rated = Benchmark.create({ name: "Rated" });
    rated.setGlobalRubric([llmTrait({ name: "brief", kind: "boolean", description: "It is brief." })]);
    rated.addQuestion({ id: "q0", question: "Which drug, 0?", rawAnswer: "imatinib", template });
    const messages = [
      {
        role: "assistant",
        content: "I look it up.",
        toolCalls: [{ id: "1", name: "search", input: { for: "drug" } }],
      },
      { role: "tool", content: "imatinib binds ABL1", toolResult: { toolUseId: "1", isError: false } },
      { role: "assistant", content: "It is imatinib." },
    ];
    const [first] = run;
    const result = VerificationResult.parse({
      ...first,
      template: { ...first?.template, rawLlmResponse: "all of it", traceMessages: messages },
    });
    expect(finalText(result)).toBe("It is imatinib.");
    const other = answered(result, { model: "padding 1", replicate: 1, text: "Es ist imatinib." });
    expect(other.template?.traceMessages.map(({ content }) => content)).toEqual([
      "I look it up.",
      "imatinib binds ABL1",
      "Es ist imatinib.",
    ]);
    const { server, model } = await models(({ text }) =>
      text.includes("brief") && !text.includes("target")
        ? { scores: { brief: !text.includes("What follows") } }
        : undefined,
    );
    await using _ended = server;
    const report = await probeJudge(rated, () => [result], {
      ...{ name: "run", judge: model, environment: {}, probes: ["draws", "padding"] },
      config: { preflight: false, outagePatienceSeconds: 0, evaluationMode: "template_and_rubric" },
    });
    expect(findingOf(report, "draws")?.traits).toMatchObject({ changed: 0, of: 3 });
    expect(findingOf(report, "padding")?.traits).toMatchObject({ changed: 3, of: 3, answers: 1 });
    expect(findingOf(report, "padding")?.verdicts).toMatchObject({ changed: 0 });
    expect(findingOf(report, "padding")?.examples).toMatchObject([
      { kind: "trait", name: "brief", before: "yes", after: "no" },
    ]);
  });

  it("refuses a run of another benchmark", async () => {
    const other = Benchmark.create({ name: "Other" });
    other.addQuestion({ id: "q0", question: "Something else?", rawAnswer: "x", template });
    const judge = {
      interface: "openai_endpoint" as const,
      modelName: "m",
      endpointBaseUrl: "http://127.0.0.1:9/v1",
    };
    await expect(probeJudge(other, () => run, { name: "run.jsonl", judge })).rejects.toThrow(
      "No answer of run.jsonl is to a question of the benchmark",
    );
  });
});

describe("changed answers", () => {
  it("keep every word, at least as many words more, and the same ones each time", () => {
    for (const answer of ["Yes.", "one two three four five six seven", "很好".repeat(60)]) {
      const padded = paddedAnswer(answer);
      expect(padded).toContain(answer);
      expect(wordCount(padded)).toBeGreaterThanOrEqual(2 * wordCount(answer));
      expect(paddedAnswer(answer)).toBe(padded);
    }
    expect(injectedAnswer("It is so.", true)).toContain("withdrawn");
    expect(injectedAnswer("It is so.", false).startsWith("It is so.\n")).toBe(true);
  });
});
