import { expect, test } from "vitest";
import { llmTrait } from "../../rubric/index.ts";
import { documentedCalls } from "./testing/documented-calls.ts";
import { evidenceModel, quoting, wrongQuote } from "./testing/evidence-model.ts";
import { judgeDeep } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";

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

/** Rows of docs/judging.md; `attempts` of the judge fail, `r` of them are repeated. */
test.each([
  { name: "with excerpts", settings: {}, attempts: 0, r: 0 },
  { name: "with excerpts", settings: {}, attempts: 1, r: 1 },
  { name: "with excerpts, searched", settings: { searchEnabled: true }, attempts: 0, r: 0 },
  { name: "with excerpts, searched", settings: { searchEnabled: true }, attempts: 2, r: 2 },
  { name: "without excerpts, searched or not", settings: { excerptEnabled: false }, attempts: 0, r: 0 },
  {
    name: "without excerpts, searched or not",
    settings: { excerptEnabled: false, searchEnabled: true },
    attempts: 0,
    r: 0,
  },
  { name: "no valid excerpt to the end", settings: {}, attempts: 3, r: 2 },
  { name: "no valid excerpt to the end", settings: { retryAttempts: 0 }, attempts: 1, r: 0 },
])(
  "$name, $attempts failed attempts: calls per trait, and for all in a batch, as documented",
  async (row) => {
    const { name, settings, attempts, r } = row;
    const each = documentedCalls("deep judgment of traits", name, { r });
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
      expect(deepJudgment.excerptRetries).toBe(r * traits.length);
    }
  },
);

test("a call that does not come back is not counted; one that cannot be read is", async () => {
  const model = evidenceModel(({ form }) => (form === "reasoning" ? "no" : undefined));
  const { deepJudgment } = await judgeDeep(model, traits.slice(0, 1));
  expect(deepJudgment.traits.clear?.modelCalls).toBe(4);
  expect(deepJudgment.modelCalls).toBe(4);
});
