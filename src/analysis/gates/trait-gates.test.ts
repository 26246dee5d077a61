import { expect, it } from "vitest";
import { rubricSection } from "../../result/index.ts";
import { llmTrait, rubric } from "../../rubric/index.ts";
import { checkGates, checkTraitGates, summarize } from "../index.ts";
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

const clarity = llmTrait({ name: "clarity", kind: "score", minScore: 1, maxScore: 5 });
const concise = llmTrait({ name: "concise", kind: "boolean" });

it.each([
  [{ min: 0.8, unit: "share" }, "clarity is on a scale from 1 to 5, of which a percent means nothing"],
  [{ min: 0.8 }, "clarity is on a scale from 1 to 5, so min=0.8 would always hold"],
  [{ min: 9 }, "clarity is on a scale from 1 to 5, so min=9 could never hold"],
  [{ min: 2, max: 9 }, "clarity is on a scale from 1 to 5, so max=9 would always hold"],
  [{ max: 0 }, "clarity is on a scale from 1 to 5, so max=0 could never hold"],
] as const)("bounds %j mean nothing on the scale of a score, and are not met", async (bounds, told) => {
  const results = [result({ question: "q", traits: { clarity: 3 } })];
  const rubrics = [rubric([clarity])];
  const gate = { gate: "trait", trait: "clarity", ...bounds } as const;
  const problem = `${told}; give a number of that scale`;
  const summary = await summarize(results, { rubrics });
  const verdicts = checkGates({ summary }, [gate]);
  expect(verdicts.length).toBeGreaterThan(0);
  for (const verdict of verdicts)
    expect(verdict).toMatchObject({ met: false, observed: null, interval: null, problem });
  expect(() => checkTraitGates([gate], rubrics)).toThrow(`The gate on the trait clarity: ${problem}.`);
});

it("a percent is of a rate, and of no number whose scale nobody knows", async () => {
  const results = [result({ question: "q", traits: { clarity: 3, concise: true } })];
  const percent = (trait: string) => ({ gate: "trait", trait, min: 0.8, unit: "share" }) as const;
  const over = { gate: "trait", trait: "concise", min: 80 } as const;
  const verdicts = await check(results, percent("concise"), percent("clarity"), over);
  expect(verdicts).toMatchObject([
    { met: true, observed: 1, problem: null },
    { met: false, problem: expect.stringMatching(/^the scale of clarity is not known, so a percent/) },
    {
      met: false,
      problem: expect.stringMatching(/^concise is on a scale from 0 to 1, so min=80 could never/),
    },
  ]);
  expect(() => checkTraitGates([percent("concise"), percent("other")], [rubric([concise])])).not.toThrow();
  expect(() => checkTraitGates([over], [rubric([concise])])).toThrow(/from 0 to 1, so min=80/);
});

it("says of a bound at the end of the scale that every value holds it", async () => {
  const summary = await summarize([result({ question: "q", traits: { clarity: 3 } })], {
    rubrics: [rubric([clarity])],
  });
  const [low, middle] = checkGates(
    { summary },
    [1, 2].map((min) => ({ gate: "trait", trait: "clarity", min }) as const),
  );
  expect(low).toMatchObject({ met: true, notes: ["this is the end of the scale, so every value holds it"] });
  expect(middle).toMatchObject({ met: true, notes: [] });
});
