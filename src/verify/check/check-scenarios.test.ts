import { expect, test } from "vitest";
import * as z from "zod";
import { Benchmark, Scenario } from "../../benchmark/index.ts";
import { END, problemText } from "../../scenario/index.ts";
import { answerTemplate, numericExact, verified } from "../../template/index.ts";
import { checkScenarios } from "./check-scenarios.ts";

test("conditions in Python are read where they are simple, and what they name is checked", async () => {
  const python = (text: string) => ({ when: { language: "Python", text } });
  const template = answerTemplate({
    dose: verified(z.number(), { description: "d", groundTruth: 3, verifyWith: numericExact() }),
  });
  const benchmark = Benchmark.create({ name: "B" });
  const draft = new Scenario("s")
    .addNode("a", { question: { question: "A?", rawAnswer: "a", template } })
    .addEdge("a", "a", python('lambda s: s.parsed["dose"] >= 3'))
    .addEdge("a", "a", python('lambda s: s.parsed["dosis"] >= 3'))
    .addEdge("a", "a", python("lambda s: odd(s)"))
    .addEdge("a", END)
    .setEntry("a");
  benchmark.addScenario(draft);
  const [check] = await checkScenarios(benchmark);
  expect(check?.definition.edges.map(({ when, decide }) => [when.length, decide !== undefined])).toEqual([
    [1, false],
    [1, false],
    [0, true],
    [0, false],
  ]);
  expect(check?.problems.map((one) => `${one.severity}: ${problemText(one)}`)).toEqual([
    "warning: edge 3 (a → a): its condition is code in Python, which has to be run to be known",
    'error: edge 2 (a → a): The template of "a" has no field "dosis", did you mean "dose"?',
  ]);
});
