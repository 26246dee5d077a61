import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
    'error: edge 2 (a → a): The template of "a" has no field "dosis", did you mean "dose"?',
    "warning: edge 3 (a → a): its condition is code in Python, which has to be run to be known",
  ]);
});

test("of two scenarios with one name in a file each has its own problems", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scenarios-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const benchmark = Benchmark.create({ name: "B" });
  const own = (name: string) =>
    new Scenario(name)
      .addNode("a", { question: { question: "A?", rawAnswer: "a" } })
      .addEdge("a", "a", { when: { language: "Python", text: "lambda s: s.turn < 3" } })
      .addEdge("a", END)
      .setEntry("a");
  benchmark.addScenario(own("one"));
  benchmark.addScenario(own("other"));
  const path = await benchmark.save(join(folder, "b.jsonld"));
  const [before, after] = (await readFile(path, "utf8")).split('"name": "other"');
  await writeFile(path, `${before}"name": "one", "turnLimit": 0${after}`);
  const checks = await checkScenarios(await Benchmark.load(path));
  expect(checks.map(({ definition: { name }, problems }) => [name, ...problems.map(problemText)])).toEqual([
    ["one"],
    ["one", "turnLimit: expected a whole number of at least 1"],
  ]);
});
