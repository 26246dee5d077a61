import { expect, test } from "vitest";
import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import type { Composition } from "../answer-template.ts";
import { answerTemplate, extracted, verified } from "../authoring/authoring.ts";
import { allOf, anyOf, atLeastN } from "../composition.ts";
import { conditionalGroundTruth } from "../ground-truth.ts";
import { primitives } from "../primitives/list.ts";
import { numericExact } from "../primitives/numeric/numeric-exact.ts";
import type { PrimitiveSpec } from "../primitives/primitive.ts";
import { resolvePrimitive } from "../primitives/resolve-primitive.ts";
import { booleanMatch } from "../primitives/text/boolean-match.ts";
import { exactMatch } from "../primitives/text/exact-match.ts";
import { templateWords } from "./template-words.ts";

const said: readonly (readonly [PrimitiveSpec, JsonValue, string])[] = [
  [{ type: "BooleanMatch" }, false, "it is no"],
  [{ type: "ExactMatch" }, "CFTR", 'it is "CFTR", whatever the case'],
  [{ type: "ExactMatch", normalize: [] }, "CFTR", 'it is "CFTR"'],
  [
    { type: "ExactMatch", normalize: ["lowercase", { mapping: { trna: "transfer rna" } }] },
    "transfer RNA",
    'it is "transfer RNA", whatever the case; also "trna"',
  ],
  [{ type: "ContainsAny", substrings: ["p53", "TP53"] }, "", 'it contains "p53" or "TP53"'],
  [
    { type: "ContainsAll", substrings: ["a", "b"], normalize: ["remove_punctuation"] },
    "",
    'it contains "a" and "b", whatever its punctuation',
  ],
  [{ type: "RegexMatch", pattern: "^NCT\\d+$", flags: ["I"] }, "", "the pattern ^NCT\\d+$ occurs in it (I)"],
  [
    { type: "SemanticMatch" },
    "a",
    'it means the same as "a": a similarity of 0.85 or more of their embeddings',
  ],
  [{ type: "LiteralMatch" }, "high", 'it is "high"'],
  [{ type: "NumericExact" }, 46, "it is 46"],
  [{ type: "NumericTolerance", tolerance: 0.01 }, -70, "it is within 1 % of -70 (-70.7 to -69.3)"],
  [
    { type: "NumericTolerance", tolerance: 0.1, mode: "absolute" },
    0.2,
    "it is within 0.1 of 0.2 (0.1 to 0.3)",
  ],
  [{ type: "NumericRange", min: 21, max: 23 }, 22, "it is from 21 to 23"],
  [{ type: "NumericRange", min: 21, max: 23, exclusiveMin: true }, 22, "it is above 21 and at most 23"],
  [{ type: "NumericMinimum" }, 5, "it is at least 5"],
  [{ type: "NumericMaximum", exclusive: true }, 5, "it is below 5"],
  [
    { type: "NumericGraded", cutoff: 0.2, fullCredit: 0.1 },
    10,
    "it is within 10 % of 10 (9 to 11); credit falls to none at 20 % of 10 (8 to 12)",
  ],
  [
    { type: "NumericRangeGraded", min: 1, max: 2, margin: 0.5 },
    1,
    "it is from 1 to 2; outside, credit falls to none over 0.5",
  ],
  [
    { type: "NumericThresholdGraded", direction: "max", margin: 0.5 },
    4,
    "it is at most 4; beyond, credit falls to none over 50 %",
  ],
  [{ type: "SetContainment" }, ["a", "b"], 'it lists "a", "b" and nothing else, in any order'],
  [{ type: "SetContainment", mode: "overlap", minOverlap: 2 }, ["a", "b"], 'it lists at least 2 of "a", "b"'],
  [
    { type: "OrderedMatch" },
    ["a", "b"],
    'it lists "a", "b", in this order and nothing else, whatever the case',
  ],
  [{ type: "DateMatch" }, "1953-04-25", "it is the day 1953-04-25"],
  [{ type: "DateTolerance", tolerance: 2 }, "1953-04-25", "it is at most 2 days away from 1953-04-25"],
  [{ type: "DateRange", min: "1953-01-01" }, "1953-04-25", "it is 1953-01-01 or a later day"],
  [
    { type: "TraceRegex", pattern: "\\[\\d+\\]", countMin: 2 },
    true,
    "the pattern \\[\\d+\\] occurs in the answer's text 2 times or more",
  ],
  [
    { type: "TraceContains", substring: "mg" },
    false,
    `the answer's text does not contain "mg", in this case`,
  ],
  [
    { type: "TraceLength", max: 80, unit: "words" },
    true,
    "the length of the answer's text is at most 80 words",
  ],
];

test.each(said)("%j with ground truth %j", (spec, truth, words) => {
  expect(resolvePrimitive(spec).rightWhen(truth)).toBe(words);
});

test("every primitive is among them", () => {
  expect(new Set(said.map(([{ type }]) => type))).toEqual(new Set(primitives.map(({ type }) => type)));
});

const text = verified(z.string(), { description: "Name", groundTruth: "a", verifyWith: exactMatch() });

test("fields, kinds, patterns and which of them have to be right", () => {
  const words = templateWords(
    answerTemplate(
      {
        dose: verified(z.number().nullable(), {
          ...{ description: "The dose in mg", groundTruth: 400, verifyWith: numericExact() },
          ...{ weight: 2, extractionHint: "Not the ramp-up" },
        }),
        phases: extracted(z.array(z.enum(["one", "two"])), { description: "Its phases" }),
      },
      { regex: { trial: { pattern: "NCT\\d{8}", expected: 1, matchType: "count" } } },
    ),
  );
  expect(words).toEqual({
    fields: [
      {
        ...{ name: "dose", asks: "The dose in mg", kind: "number", right: ["Right where it is 400."] },
        ...{ hint: "Not the ramp-up", weight: 2 },
      },
      { name: "phases", asks: "Its phases", kind: 'list of one of "one", "two"', right: [] },
    ],
    patterns: ["trial: right where the pattern NCT\\d{8} occurs exactly 1 times in the answer's text."],
    passes: "An answer is right where the field dose is and its pattern is too.",
  });
});

test("compositions and ground truths that depend on an earlier turn", () => {
  const fields = { a: text, b: text, c: text };
  const passes = (strategy: Composition<"a" | "b" | "c">) =>
    templateWords(answerTemplate(fields, { strategy })).passes;
  expect(templateWords(answerTemplate(fields)).passes).toBe(
    "An answer is right where all 3 checked fields are.",
  );
  expect(passes(allOf(["a", anyOf(["b", "c"])]))).toBe("An answer is right where a and (b or c) are right.");
  expect(passes(atLeastN(2, ["a", "b", "c"]))).toBe(
    "An answer is right where at least 2 of a, b, c are right.",
  );
  const groundTruth = conditionalGroundTruth({
    source: "node_results.triage.parsed.severity",
    cases: { high: { value: true } },
    default: { value: false },
  });
  const refer = verified(z.boolean(), { description: "d", groundTruth, verifyWith: booleanMatch() });
  expect(templateWords(answerTemplate({ refer })).fields[0]?.right).toEqual([
    'Where node_results.triage.parsed.severity is "high": right where it is yes.',
    "Else right where it is no.",
  ]);
});
