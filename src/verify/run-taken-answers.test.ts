import { expect, test } from "vitest";
import { NoAnswer } from "../models/application/index.ts";
import { openAiWire } from "../models/testing/index.ts";
import { outcomeOf, type VerificationResult, VerificationResultSet } from "../result/index.ts";
import type { Message } from "../trace/index.ts";
import { benchmarkOf, isProbe, model, run, serve } from "./testing/outage-run.ts";

const trace: readonly Message[] = [
  { role: "assistant", content: [{ type: "tool_use", id: "1", name: "look_up", input: { gene: "BCL2" } }] },
  { role: "tool", content: [{ type: "tool_result", toolUseId: "1", content: "a target", isError: false }] },
];

/** How the answers of an application can come out, by the number of the question. */
const answers = [
  () => ({
    text: "It is BCL2.",
    trace,
    contexts: [{ text: "BCL2 is the target.", source: "notes", score: 0.5 }],
    usage: { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, costUsd: 0.25 },
    log: "looked it up",
  }),
  () => "",
  () => {
    throw new NoAnswer("nothing was found");
  },
  () => "It is BCL2.",
];

/** What of a result is about its answer, and what its judgment came to. */
function ofAnswer({ metadata, template, evaluationInput, rulings }: VerificationResult) {
  const { answering, partialContent, failure } = metadata;
  return {
    ...{ answering, partialContent, failure, evaluationInput, rulings },
    template: { ...template, usageMetadata: template?.usageMetadata?.answer_generation },
  };
}

test("answers of every sort are judged as they were: traces, passages, logs, refusals, usage", async () => {
  await using server = await serve(() => undefined);
  const parsingModels = [model("j", server)];
  const app = {
    id: "app",
    answer: ({ question }: { readonly question: string }) =>
      answers[Number(/\d/.exec(question)?.[0])]?.() ?? "",
  };
  const benchmark = benchmarkOf(answers.length);
  const { results: earlier } = await run(benchmark, { answeringModels: [app], parsingModels });
  expect([...earlier].map(outcomeOf)).toEqual(["pass", "no_answer", "no_answer", "pass"]);
  expect(earlier.at(0)?.template).toMatchObject({
    answeringLog: "looked it up",
    agentMetrics: { toolCalls: 1 },
  });
  const asked = server.requests.filter((request) => !isProbe(request)).length;
  const { results } = await run(benchmark, { parsingModels }, { answersFrom: earlier });
  expect(server.requests.filter((request) => !isProbe(request)).length - asked).toBe(2);
  expect([...results].map(ofAnswer)).toEqual([...earlier].map(ofAnswer));
  expect(results.at(0)?.metadata.reused).toMatchObject({ inputTokens: 7, outputTokens: 3, costUsd: 0.25 });
});

test("an answer that was cut off, and one that was filtered, are so again", async () => {
  await using server = await serve(({ body }) => {
    if (body.response_format !== undefined) return undefined;
    const isFirst = JSON.stringify(body).includes("Question 0?");
    return {
      body: openAiWire.reply(
        isFirst ? { text: "It is BCL2", finish: "length" } : { text: "", finish: "refusal" },
      ),
    };
  });
  const parsingModels = [model("j", server)];
  const { results: earlier } = await run(benchmarkOf(2), {
    answeringModels: [model("m", server)],
    parsingModels,
  });
  expect([...earlier].map(({ metadata }) => metadata.partialContent)).toEqual(["It is BCL2", null]);
  const { results } = await run(benchmarkOf(2), { parsingModels }, { answersFrom: earlier });
  expect([...results].map(ofAnswer)).toEqual([...earlier].map(ofAnswer));
});

test.each([
  ["as they came", (results: VerificationResultSet) => results],
  [
    "the other way round",
    (results: VerificationResultSet) => new VerificationResultSet([...results].toReversed()),
  ],
])(
  "an answer judged by several has what it took from the one that it was asked for: %s",
  async (_, ordered) => {
    await using server = await serve(() => undefined);
    const parsingModels = [model("j", server), model("k", server)];
    const { results: earlier } = await run(benchmarkOf(3), {
      answeringModels: [model("m", server)],
      parsingModels,
    });
    const { results } = await run(benchmarkOf(3), { parsingModels }, { answersFrom: ordered(earlier) });
    expect(results).toHaveLength(6);
    for (const { metadata } of results) {
      expect(metadata.reused?.inputTokens).toBeGreaterThan(0);
      const asked = [...earlier].find(
        ({ metadata: { questionId }, stages }) =>
          questionId === metadata.questionId &&
          stages.some(({ name, modelCalls }) => name === "GenerateAnswer" && modelCalls > 0),
      );
      expect(metadata.reused?.resultId).toBe(asked?.metadata.resultId);
    }
  },
);

test("an answer that was given with tools of servers needs none of them", async () => {
  await using server = await serve(() => undefined);
  const parsingModels = [model("j", server)];
  const { results } = await run(benchmarkOf(1), { answeringModels: [model("m", server)], parsingModels });
  const earlier = new VerificationResultSet(
    [...results].map((result) => ({
      ...result,
      metadata: { ...result.metadata, answering: { ...result.metadata.answering, tools: ["search"] } },
      template: result.template && { ...result.template, answeringMcpServers: ["search"] },
    })),
  );
  const again = await run(benchmarkOf(1), { parsingModels }, { answersFrom: earlier });
  expect([...again.results].map(outcomeOf)).toEqual(["pass"]);
  expect(again.results.at(0)?.metadata.answering.tools).toEqual(["search"]);
});
