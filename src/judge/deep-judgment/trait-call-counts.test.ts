import { expect, test } from "vitest";
import { llmTrait } from "../../rubric/index.ts";
import { evidenceModel, quoting, wrongQuote } from "./testing/evidence-model.ts";
import { judgeDeep } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";

// The rows of docs/judging.md about traits judged from evidence.

const traits = [
  llmTrait({ name: "clear", kind: "boolean" }),
  llmTrait({ name: "depth", kind: "score" }),
  llmTrait({ name: "tone", kind: "literal", classes: { formal: "No slang", casual: "Spoken" } }),
];

/** A judge whose first replies hold no quote from the answer. */
const failing = (attempts: number) =>
  evidenceModel(({ form, traits: asked, before }) =>
    form === "excerpts" && before < attempts ? quoting(wrongQuote, asked) : undefined,
  );

test.each([
  { name: "with excerpts", settings: {}, attempts: 0, each: 3 },
  { name: "with excerpts, looked up", settings: { searchEnabled: true }, attempts: 0, each: 4 },
  { name: "without excerpts", settings: { excerptEnabled: false }, attempts: 0, each: 2 },
  {
    name: "without excerpts, a search asked for",
    settings: { excerptEnabled: false, searchEnabled: true },
    attempts: 0,
    each: 2,
  },
  { name: "one failed attempt", settings: {}, attempts: 1, each: 4 },
  { name: "two failed attempts, looked up", settings: { searchEnabled: true }, attempts: 2, each: 6 },
  { name: "every attempt failed", settings: {}, attempts: 3, each: 3 },
  { name: "no attempt but the first", settings: { retryAttempts: 0 }, attempts: 1, each: 1 },
])("$name: $each calls per trait, and $each for all of them in a batch", async (row) => {
  const { settings, attempts, each } = row;
  for (const strategy of ["sequential", "batch"] as const) {
    const model = failing(attempts);
    const { deepJudgment } = await judgeDeep(model, traits, {
      strategy,
      settings,
      search: scriptedSearch(() => oneResult),
    });
    const calls = strategy === "batch" ? each : each * traits.length;
    expect(model.requests).toHaveLength(calls);
    expect(deepJudgment.modelCalls).toBe(calls);
    expect(Object.values(deepJudgment.traits).map(({ modelCalls }) => modelCalls)).toEqual([
      each,
      each,
      each,
    ]);
    const retries = Math.min(attempts, settings.retryAttempts ?? 2);
    expect(deepJudgment.excerptRetries).toBe(retries * traits.length);
  }
});

test("a call that does not come back is not counted; one that cannot be read is", async () => {
  const model = evidenceModel(({ form }) => (form === "reasoning" ? "no" : undefined));
  const { deepJudgment } = await judgeDeep(model, traits.slice(0, 1));
  expect(deepJudgment.traits.clear?.modelCalls).toBe(4);
  expect(deepJudgment.modelCalls).toBe(4);
});
