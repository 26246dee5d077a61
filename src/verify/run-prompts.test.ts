import { expect, test } from "vitest";
import * as z from "zod";
import { summarize } from "../analysis/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { ModelServer, ServedRequest } from "../models/testing/index.ts";
import type { VerificationResultSet } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import type { Benchmark } from "./benchmark.ts";
import { benchmarkOf, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

const short = { id: "short", systemPrompt: "Answer in one word." };
const steps = { id: "step-by-step", userPrompt: "Think first. {{question}}" };

const messagesOf = ({ body }: ServedRequest) => body.messages;
const sentTo = ({ requests }: ModelServer, name: string) =>
  requests.filter((request) => !isProbe(request) && request.body.model === name);
const counts = (server: ModelServer, names: readonly string[]) =>
  names.map((name) => sentTo(server, name).length);

const one = (server: ModelServer): VerificationConfig => ({
  answeringModels: [model("m", server)],
  parsingModels: [model("j", server)],
});

/** A question that would fill templates, were it one. */
function trickyBenchmark(): Benchmark {
  const benchmark = benchmarkOf(0);
  benchmark.addQuestion({
    id: "q",
    question: "What is {{question}} in $& and {{system}}?",
    rawAnswer: "BCL2",
    template: answerTemplate({
      target: verified(z.string(), { description: "Target", groundTruth: "BCL2", verifyWith: exactMatch() }),
    }),
  });
  return benchmark;
}

test("each model is asked with each prompt, and judges share the answers", async () => {
  await using server = await serve(() => undefined);
  const { results } = await run(benchmarkOf(1), {
    answeringModels: [model("m", server), { ...model("n", server), id: "fast", systemPrompt: "Be kind." }],
    prompts: [short, steps],
    parsingModels: [model("j", server), model("k", server)],
  });
  expect(outcomes(results)).toEqual(passes(8));
  expect(counts(server, ["m", "n", "j", "k"])).toEqual([2, 2, 4, 4]);
  // a model is asked once whether it is there, whatever its prompts
  expect(server.requests.filter(isProbe)).toHaveLength(4);
  expect(sentTo(server, "n").map(messagesOf)).toEqual([
    [
      { role: "system", content: "Answer in one word." },
      { role: "user", content: "Question 0?" },
    ],
    [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Think first. Question 0?" },
    ],
  ]);
  expect(sentTo(server, "j").every((request) => !JSON.stringify(request.body).includes("Think first"))).toBe(
    true,
  );
  const facts = [...results].map(({ metadata: { answering, promptId, answeringSystemPrompt } }) => [
    answering.configId,
    promptId,
    answeringSystemPrompt,
  ]);
  expect(facts.filter((_, at) => at % 2 === 0)).toEqual([
    ["m / short", "short", "Answer in one word."],
    [
      "m / step-by-step",
      "step-by-step",
      "You are an expert assistant. Answer the question accurately and concisely.",
    ],
    ["fast / short", "short", "Answer in one word."],
    ["fast / step-by-step", "step-by-step", "Be kind."],
  ]);
  const summary = await summarize(results, { breakdowns: ["prompt"] });
  expect(summary.overall.breakdowns[0]?.groups.map(({ group, results: count }) => [group, count])).toEqual([
    ["short", 4],
    ["step-by-step", 4],
  ]);
});

test("a question is put into its place as it is, and examples stand before the whole", async () => {
  await using server = await serve(() => undefined);
  const config = {
    ...one(server),
    prompts: [steps],
    fewShotConfig: { globalExamples: [{ question: "{{question}}?", answer: "Yes." }] },
  };
  await run(trickyBenchmark(), config);
  expect(sentTo(server, "m").map(messagesOf)).toMatchObject([
    [
      { role: "system" },
      {
        role: "user",
        content:
          "Question: {{question}}?\nAnswer: Yes.\n\nQuestion: Think first. What is {{question}} in $& and {{system}}?\nAnswer:",
      },
    ],
  ]);
});

test("without prompts nothing of a result or its keys is other than it was, and a prompt that adds nothing has the same keys", async () => {
  await using server = await serve(() => undefined);
  const plain = await run(benchmarkOf(1), one(server));
  const prompted = await run(benchmarkOf(1), { ...one(server), prompts: [{ id: "plain" }, short] });
  const [bare] = plain.results;
  const [same, other] = prompted.results;
  expect(bare && "promptId" in bare.metadata).toBe(false);
  expect(same?.metadata.answerKey).toBe(bare?.metadata.answerKey);
  expect(other?.metadata.answerKey).not.toBe(bare?.metadata.answerKey);
});

test("a run extended by a prompt asks only with that one, and one that is called otherwise keeps its answers", async () => {
  await using server = await serve(() => undefined);
  const first = await run(benchmarkOf(3), { ...one(server), prompts: [short] });
  const before = server.requests.length;
  const { results } = await run(
    benchmarkOf(3),
    { ...one(server), prompts: [{ ...short, id: "brief" }, steps] },
    { extend: first.results },
  );
  const later = server.requests.slice(before).filter((request) => !isProbe(request));
  expect(later.map(({ body }) => body.model).toSorted()).toEqual(["j", "j", "j", "m", "m", "m"]);
  expect(
    later
      .filter(({ body }) => body.model === "m")
      .every(({ body }) => JSON.stringify(body).includes("Think first.")),
  ).toBe(true);
  expect(
    [...results].map(({ metadata }) => [
      metadata.answering.configId,
      metadata.promptId,
      metadata.reused?.what,
    ]),
  ).toEqual(
    [0, 1, 2].flatMap(() => [
      ["m / brief", "brief", "result"],
      ["m / step-by-step", "step-by-step", undefined],
    ]),
  );
});

test("answers of a run are judged again prompt by prompt, without its models and without the prompts", async () => {
  await using server = await serve(() => undefined);
  const first = await run(benchmarkOf(2), { ...one(server), prompts: [short, steps] });
  const judge = { parsingModels: [model("k", server)] };
  const { results } = await run(benchmarkOf(2), judge, { answersFrom: first.results });
  expect(counts(server, ["m", "k"])).toEqual([4, 4]);
  const named = (set: VerificationResultSet) =>
    [...set].map(({ metadata: { questionId, answering, promptId } }) => [questionId, answering, promptId]);
  expect(named(results)).toEqual(named(first.results));
  await expect(
    run(benchmarkOf(2), { ...judge, prompts: [short] }, { answersFrom: first.results }),
  ).rejects.toThrow('prompts: model "m / short": its answers are there already, whatever the prompt');
});

test("a limit of answers in the making counts for a model with all its prompts", async () => {
  let [now, most] = [0, 0];
  const answer = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return "It is BCL2.";
  };
  await using server = await serve(() => undefined);
  const config = {
    answeringModels: [{ id: "app", answer }],
    prompts: [short, steps, { id: "plain" }],
    parsingModels: [model("j", server)],
  };
  await run(benchmarkOf(3), config);
  expect(most).toBeGreaterThan(1);
  most = 0;
  await run(benchmarkOf(3), { ...config, answererConcurrencyLimits: { app: 1 } });
  expect(most).toBe(1);
});

test("an application is given the question in its prompt, and the system prompt as a message", async () => {
  const asked: unknown[] = [];
  await using server = await serve(() => undefined);
  await run(benchmarkOf(1), {
    answeringModels: [
      {
        id: "app",
        answer: ({ question, messages }) => {
          asked.push([question, messages[0]?.content]);
          return "It is BCL2.";
        },
      },
    ],
    prompts: [{ ...short, ...steps }],
    parsingModels: [model("j", server)],
  });
  expect(asked).toEqual([["Think first. Question 0?", [{ type: "text", text: "Answer in one word." }]]]);
});

const judge = { modelName: "j", endpointBaseUrl: "http://127.0.0.1:9/v1" };
test.each<[string, VerificationConfig, string]>([
  [
    "a template without a place",
    { prompts: [{ id: "a", userPrompt: "Think." }] },
    "prompts[0].userPrompt: expected {{question}} exactly once, found it nowhere",
  ],
  [
    "a template with two",
    { prompts: [{ id: "a", userPrompt: "{{question}} {{ question }}" }] },
    "expected {{question}} exactly once, found it 2 times",
  ],
  ["an id twice", { prompts: [short, short] }, 'expected a different id for each, found "short" twice'],
  ["an id that is no name", { prompts: [{ id: "a / b" }] }, "prompts[0].id: expected letters, digits"],
  ["no prompt", { prompts: [] }, "prompts: expected at least one prompt"],
  [
    "prepared answers",
    { prompts: [short], answeringModels: [{ id: "old", manualTracesPath: "answers.json" }] },
    'model "old": its answers are there already, whatever the prompt',
  ],
  [
    "a service that is sent no system prompt",
    { prompts: [steps, short], answeringModels: [{ id: "rag", http: "http://127.0.0.1:9/" }] },
    'the system prompt of "short" has no place in the request; add {{system}} or {{messages}} to http_body',
  ],
])("%s is refused before anything is asked", async (_, config, message) => {
  const asked = run(benchmarkOf(1), { answeringModels: [judge], parsingModels: [judge], ...config });
  await expect(asked).rejects.toThrow(message);
});
