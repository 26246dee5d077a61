import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcomeOf, VerificationResultSet } from "../result/index.ts";
import { benchmarkOf, cut, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "answers-from-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A run of so many questions into a log. */
async function earlierRun(count: number, output = path.join(folder, "earlier.jsonl")) {
  await using server = await serve(() => undefined);
  const config = { answeringModels: [model("m", server)], parsingModels: [model("old", server)] };
  const { results } = await run(benchmarkOf(count), config, { output, runName: "earlier" });
  return { output, results };
}

describe("answers of an earlier run", () => {
  test("are judged anew: 200 of them make 200 calls of the judge and none of their model", async () => {
    const { output } = await earlierRun(200);
    await using judge = await serve(() => undefined);
    const { results, warnings } = await run(
      benchmarkOf(200),
      { parsingModels: [model("new", judge)], asyncMaxWorkers: 20 },
      { answersFrom: output },
    );
    expect(outcomes(results)).toEqual(passes(200));
    const asked = judge.requests.filter((request) => !isProbe(request));
    expect(asked).toHaveLength(200);
    expect(new Set(asked.map(({ body }) => body.model))).toEqual(new Set(["new"]));
    expect(warnings).toEqual([
      `Taken over from ${output}: 200 answers to be judged; 200 tasks to be judged in all.`,
    ]);
  }, 60_000);

  test("keep who gave them and what they took; the run that judges them has spent none of it", async () => {
    const { results: earlier } = await earlierRun(1);
    await using judge = await serve(() => undefined);
    const { results } = await run(
      benchmarkOf(1),
      { parsingModels: [model("new", judge)] },
      { answersFrom: earlier, runName: "again" },
    );
    const [before, after] = [earlier.at(0), results.at(0)];
    expect(after?.metadata).toMatchObject({
      answering: before?.metadata.answering,
      answeringSystemPrompt: before?.metadata.answeringSystemPrompt,
      answerKey: before?.metadata.answerKey,
      runName: "again",
      reused: {
        what: "answer",
        resultId: before?.metadata.resultId,
        runName: "earlier",
        timestamp: before?.metadata.timestamp,
        inputTokens: before?.template?.usageMetadata?.answer_generation?.inputTokens,
      },
    });
    expect(after?.metadata.resultId).not.toBe(before?.metadata.resultId);
    expect(after?.metadata.judgmentKey).not.toBe(before?.metadata.judgmentKey);
    expect(after?.template).toMatchObject({
      rawLlmResponse: before?.template?.rawLlmResponse,
      traceMessages: before?.template?.traceMessages,
      conversationContext: before?.template?.conversationContext,
      agentMetrics: before?.template?.agentMetrics,
      answeringMcpServers: before?.template?.answeringMcpServers,
    });
    expect(after?.stages.find(({ name }) => name === "GenerateAnswer")).toMatchObject({
      status: "ran",
      modelCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: null,
    });
  });

  test("to questions whose text has changed, and failures, are left out and listed, or asked for", async () => {
    await using server = await serve(({ body }) =>
      JSON.stringify(body).includes("Question 1?") ? cut : undefined,
    );
    const config = { answeringModels: [model("m", server)], parsingModels: [model("j", server)] };
    const { results: earlier } = await run(benchmarkOf(3), config, {});
    expect(outcomes(earlier)).toEqual(["pass", "infrastructure_failed", "pass"]);
    const benchmark = benchmarkOf(4);
    benchmark.updateQuestion("q2", { question: "Another question?" });
    await using next = await serve(() => undefined);
    const again = { answeringModels: [model("m", next)], parsingModels: [model("j", next)] };

    const left = await run(benchmark, again, { answersFrom: earlier });
    expect([...left.results].map(({ metadata }) => metadata.questionId)).toEqual(["q0"]);
    expect(left.warnings).toEqual([
      "Taken over from the run that was given: 1 answer to be judged; 1 task to be judged in all.",
      "1 answer left out, as the run has none: q3.",
      "1 answer left out, as the question asks something else now: q2.",
      "1 answer left out, as the model could not be reached then: q1.",
    ]);
    expect(next.requests.filter((request) => !isProbe(request))).toHaveLength(1);

    const asked = await run(benchmark, again, { answersFrom: earlier, missingAnswers: "ask" });
    expect(outcomes(asked.results)).toEqual(passes(4));
    expect(next.requests.filter((request) => !isProbe(request))).toHaveLength(1 + 3 + 4);
    expect([...asked.results].map(({ metadata }) => metadata.reused?.what ?? null)).toEqual([
      "answer",
      null,
      null,
      null,
    ]);
  });

  test("need neither key nor server of their model", async () => {
    const { output } = await earlierRun(2);
    await using judge = await serve(() => undefined);
    const { results } = await run(
      benchmarkOf(2),
      {
        answeringModels: [{ modelName: "m", modelProvider: "openai", apiKeyEnv: "NOT_SET" }],
        parsingModels: [model("new", judge)],
      },
      { answersFrom: output, environment: {} },
    );
    expect(outcomes(results)).toEqual(passes(2));
    expect(results.at(0)?.metadata.answering.interface).toBe("openai_endpoint");
  });

  test("that are all of other models or questions end the run before it begins", async () => {
    const { output } = await earlierRun(1);
    await using server = await serve(() => undefined);
    const other = { answeringModels: [model("other", server)], parsingModels: [model("j", server)] };
    await expect(run(benchmarkOf(1), other, { answersFrom: output })).rejects.toThrow(
      `Nothing of ${output} can be taken over. 1 answer left out, as the run has none: q0.`,
    );
    expect(server.requests).toEqual([]);
  });

  test("that an agent would judge in a folder which is gone are refused before the run", async () => {
    const { output } = await earlierRun(1);
    await using server = await serve(() => undefined);
    const config = {
      parsingModels: [
        {
          modelName: "j",
          interface: "workspace_agent",
          endpointBaseUrl: server.url,
          agentRuntime: { backend: "none" },
        },
      ],
      agenticParsing: true,
    } as const;
    const benchmark = benchmarkOf(1);
    benchmark.workspaceRoot = folder;
    await expect(run(benchmark, config, { answersFrom: output })).rejects.toThrow(
      /looks at the folder that the answer was worked out in/,
    );
    expect(server.requests).toEqual([]);
  });
});

test("a run with answers from another is resumed from its log", async () => {
  const { output: source } = await earlierRun(3);
  await using judge = await serve(() => undefined);
  const output = path.join(folder, "again.jsonl");
  const config = { parsingModels: [model("new", judge)] };
  const first = { answersFrom: source, output, questionIds: ["q0"] };
  await run(benchmarkOf(3), config, first);
  const before = judge.requests.length;
  const { results } = await run(benchmarkOf(3), config, { answersFrom: source, output, resume: true });
  expect([...results].map(outcomeOf)).toEqual(passes(3));
  expect(judge.requests.slice(before).filter((request) => !isProbe(request))).toHaveLength(2);
  expect(await VerificationResultSet.fromLog(output)).toHaveLength(3);
});

describe("models that share a name", () => {
  /** Two models that other programs call the same, with two answers each. */
  async function twoModels() {
    const { results } = await earlierRun(2);
    const of = (name: string, text: string) =>
      [...results].map(({ metadata, template, ...rest }) => ({
        ...rest,
        metadata: {
          ...metadata,
          answering: { ...metadata.answering, interface: name, modelName: "m1", configId: null },
        },
        template: template && { ...template, rawLlmResponse: text, traceMessages: [] },
      }));
    return new VerificationResultSet([
      ...of("openai_endpoint", "BCL2 of one"),
      ...of("langchain", "BCL2 of two"),
    ]);
  }

  test("are judged each on its own", async () => {
    const earlier = await twoModels();
    await using judge = await serve(() => undefined);
    const { results } = await run(
      benchmarkOf(2),
      { parsingModels: [model("new", judge)] },
      { answersFrom: earlier },
    );
    expect(outcomes(results)).toEqual(passes(4));
    expect(
      [...results].map(({ metadata, template }) => [metadata.answering.interface, template?.rawLlmResponse]),
    ).toEqual([
      ["openai_endpoint", "BCL2 of one"],
      ["langchain", "BCL2 of two"],
      ["openai_endpoint", "BCL2 of one"],
      ["langchain", "BCL2 of two"],
    ]);
    expect(new Set([...results].map(({ metadata }) => metadata.resultId)).size).toBe(4);
  });

  test("are named as a whole, and none of them fills the gaps of another", async () => {
    const earlier = await twoModels();
    await using judge = await serve(() => undefined);
    const parsingModels = [model("new", judge)];
    const one = { ...model("m1", judge), id: "langchain:m1" };
    await expect(
      run(
        benchmarkOf(2),
        { answeringModels: [{ ...one, id: "m1" }], parsingModels },
        { answersFrom: earlier },
      ),
    ).rejects.toThrow(/2 models that are called "m1": openai_endpoint:m1, langchain:m1/);
    const gap = new VerificationResultSet([...earlier].slice(0, 3));
    const { results } = await run(
      benchmarkOf(2),
      { answeringModels: [one], parsingModels },
      { answersFrom: gap },
    );
    expect([...results].map(({ template }) => template?.rawLlmResponse)).toEqual(["BCL2 of two"]);
  });
});
