// function.ts
import { type AnswerRequest, answerTemplate, Benchmark, exactMatch, outcomeOf, verified } from "karenina";
import { scriptedModel } from "karenina/testing";
import * as z from "zod";

const benchmark = Benchmark.create({ name: "Drug targets" });
const template = (target: string) =>
  answerTemplate({
    target: verified(z.string(), {
      description: "The protein that the answer names as the target",
      groundTruth: target,
      verifyWith: exactMatch(),
    }),
  });
for (const [drug, target] of Object.entries({ venetoclax: "BCL2", imatinib: "ABL1" }))
  benchmark.addQuestion({
    question: `What does ${drug} bind?`,
    rawAnswer: target,
    template: template(target),
  });

/** What is tested: in its place a chain, a service, a program. */
const targets = new Map([["venetoclax", "BCL2"]]);
async function lookUp({ question }: AnswerRequest): Promise<string> {
  const drug = /What does (\w+) bind/.exec(question)?.[1] ?? "";
  return `It binds ${targets.get(drug) ?? "nothing that I know of"}.`;
}

/** In place of a judge that reads answers: two prepared readings, in the order of the questions. */
const judge = scriptedModel([{ json: { target: "BCL2" } }, { json: { target: "nothing" } }]);

const results = await benchmark.runVerification({
  answeringModels: [{ id: "table", answer: lookUp }],
  parsingModels: [{ id: "judge", llm: judge }],
  asyncEnabled: false,
});
for (const result of results) console.log(result.metadata.questionText, outcomeOf(result));
