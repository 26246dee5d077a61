import { expect, test } from "vitest";
import * as z from "zod";
import type { AnswerRequest } from "../models/application/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { judgeLlm, runOwn } from "./testing/own-model-run.ts";

const judge = { id: "judge", llm: judgeLlm(99) };

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sweep" });
  const template = answerTemplate({
    target: verified(z.string(), { description: "d", groundTruth: "BCL2", verifyWith: exactMatch() }),
  });
  for (const question of ["One?", "Two?"]) benchmark.addQuestion({ question, rawAnswer: "x", template });
  return benchmark;
}

test("a run is of what it was asked for: what changes later is of the next one", async () => {
  const benchmark = sample();
  const asked: string[] = [];
  const model = {
    id: "mine",
    systemPrompt: "",
    llm: judgeLlm(99),
    extraKwargs: { of: { prompt: "" } },
  };
  const config = { answeringModels: [model], parsingModels: [judge], asyncEnabled: false };
  const questionIds = benchmark.content.questions.map(({ id }) => id);
  const runs = [];
  for (const systemPrompt of ["first", "second"]) {
    model.systemPrompt = systemPrompt;
    runs.push(benchmark.runVerification(config, { environment: {}, questionIds }));
    questionIds.pop();
    benchmark.addQuestion({ question: `${systemPrompt}?`, rawAnswer: "x" });
  }
  for (const results of await Promise.all(runs))
    for (const { metadata } of results)
      asked.push(`${metadata.questionText} ${metadata.answeringSystemPrompt}`);
  expect(asked).toEqual(["One? first", "Two? first", "One? second"]);
});

test("a question that is removed while a run goes on keeps its result", async () => {
  const benchmark = sample();
  const [first] = benchmark.content.questions;
  const answer = ({ question }: AnswerRequest) => {
    if (first !== undefined && benchmark.has(first.id)) benchmark.removeQuestion(first.id);
    return question;
  };
  const results = await benchmark.runVerification(
    { answeringModels: [{ id: "mine", answer }], parsingModels: [judge] },
    { environment: {} },
  );
  expect(results.length).toBe(2);
  expect(benchmark.size).toBe(1);
});

test("a reporter cannot change a result, and is told the same task each time", async () => {
  const begun = new Set<object>();
  const warnings: string[] = [];
  const known: boolean[] = [];
  const [result] = await runOwn({
    model: { id: "mine", answer: () => "It is BCL2." },
    options: {
      warn: (warning) => warnings.push(warning),
      events: [
        {
          taskStarted: ({ task }) => begun.add(task),
          taskFinished: (event) => known.push(begun.has(event.task)),
        },
        { taskFinished: (event) => Object.assign(event.result.template ?? {}, { verifyResult: false }) },
      ],
    },
  });
  expect(result && outcomeOf(result)).toBe("pass");
  expect(known).toEqual([true]);
  expect(warnings).toEqual([
    expect.stringContaining("A reporter threw and was not called again: Cannot assign"),
  ]);
});

test("a configuration that is none is refused", async () => {
  for (const config of [null, []])
    await expect(sample().runVerification(config as never)).rejects.toMatchObject({ code: "configuration" });
});
