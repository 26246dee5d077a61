import { expect, test } from "vitest";
import { indexText } from "../../evidence/index.ts";
import { failure, rubricSection } from "../../result/index.ts";
import { type SampleFields, sampleResult } from "../../result/testing/sample-result.ts";
import { resultView } from "../view/result-view.ts";
import { oneLineNote } from "./note-text.ts";

const noteOf = (fields: SampleFields) => oneLineNote(resultView(sampleResult(fields), { indexText }));
const template = {
  parsedGtResponse: { year: 1928, who: "Fleming" },
  parsedLlmResponse: { year: null, who: "Fleming" },
  fieldResults: { year: null, who: true },
};

test.each<[string, SampleFields, string]>([
  [
    "of a wrong answer the fields that are wrong",
    {
      metadata: {
        templateId: "t",
        failure: failure({ category: "content", stage: "S", reason: "not stated: year" }),
      },
      template: { ...template, verifyResult: false },
    },
    "year: expected 1928, got not stated",
  ],
  [
    "of a pass what was read",
    { template: { ...template, parsedLlmResponse: { year: 1928 } } },
    "year: 1928; who: seen in the trace",
  ],
  [
    "of another failure its reason on one line",
    { metadata: { failure: failure({ category: "timeout", stage: "S", reason: "no reply\nwithin 120 s" }) } },
    "no reply within 120 s",
  ],
  [
    "of traits alone their values",
    {
      template: null,
      metadata: { evaluationMode: "rubric_only" },
      rubric: rubricSection({ llmTraitScores: { clear: true, tone: 1 }, llmTraitLabels: { tone: "warm" } }),
    },
    "clear: true; tone: warm",
  ],
])("%s", (_, fields, note) => {
  expect(noteOf(fields)).toBe(note);
});

test("a long note ends between characters", () => {
  const note = noteOf({
    metadata: { failure: failure({ category: "timeout", stage: "S", reason: "💊".repeat(400) }) },
  });
  expect(note.length).toBeLessThanOrEqual(200);
  expect(note.isWellFormed()).toBe(true);
  expect(note.endsWith("💊…")).toBe(true);
});
