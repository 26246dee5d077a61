import { expect, it } from "vitest";
import { rubricSection } from "../../result/index.ts";
import { llmTrait, rubric } from "../../rubric/index.ts";
import { checkGates, summarize } from "../index.ts";
import { check, result } from "./testing/gate-samples.ts";

it("shares of outcomes and of classes take questions as clusters", async () => {
  const results = Array.from({ length: 100 }, (_, at) =>
    result({
      question: `q${at % 10}`,
      ...(at % 10 === 0 ? { category: "parsing" } : { passed: true }),
    }),
  );
  const [verdict] = await check(results, { gate: "outcome_share", outcome: "judge_failed", max: 0.2 });
  expect(verdict).toMatchObject({ observed: 0.1, met: true, conclusive: false, n: 100 });
  const { low = 0, high = 0 } = verdict?.interval ?? {};
  expect([low, high].map((end) => Number(end.toFixed(3)))).toEqual([0.018, 0.404]);

  const colours = results.map((one, at) => ({
    ...one,
    rubric: rubricSection({
      llmTraitScores: { colour: at % 10 === 0 ? 0 : 1 },
      llmTraitLabels: { colour: at % 10 === 0 ? "red" : "blue" },
    }),
  }));
  const shareOf = (label: string) => ({ gate: "trait", trait: "colour", label, max: 0.2 }) as const;
  const [red] = await check(colours, shareOf("red"));
  expect(red?.interval).toEqual(verdict?.interval);
  expect(red).toMatchObject({ observed: 0.1, met: true, conclusive: false });

  const colour = llmTrait({
    ...{ name: "colour", kind: "literal" },
    classes: { red: "Warm", blue: "Cold", green: "Like grass" },
  });
  const summary = await summarize(colours, { rubrics: [rubric([colour])] });
  expect(checkGates({ summary }, ["green", "gren"].map(shareOf))).toMatchObject([
    { observed: 0, met: true, conclusive: false, n: 100 },
    {
      ...{ observed: null, met: false },
      problem: 'colour has no class gren, did you mean "green"?; there are red, blue, green',
    },
  ]);
});

it("a class is none of a trait whose values are no classes", async () => {
  const results = [result({ question: "q" })].map((one) => ({
    ...one,
    rubric: rubricSection({ llmTraitScores: { clarity: 5, concise: true } }),
  }));
  const gates = [
    { gate: "trait", trait: "clarity", label: "5", min: 0.5 },
    { gate: "trait", trait: "concise", label: "true", min: 0.5 },
    { gate: "trait", trait: "clarty", min: 0.5 },
  ] as const;
  const problems = (await check(results, ...gates)).map(({ met, problem }) => [met, problem]);
  expect(problems).toEqual([
    [false, "the values of clarity are no classes, so none is called 5"],
    [false, "the values of concise are no classes, so none is called true"],
    [false, 'no result has a trait clarty, did you mean "clarity"?'],
  ]);
});
