import { expect, test } from "vitest";
import * as z from "zod";
import type { JsonSchema, JsonValue } from "../../base/index.ts";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { LlmRequest } from "../../ports/index.ts";
import {
  callableTrait,
  dynamicRubric,
  llmTrait,
  metricTrait,
  type RubricTrait,
  regexTrait,
  rubric,
} from "../../rubric/index.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { detectPresence } from "./detect-presence.ts";
import { evaluateRubric } from "./evaluate-rubric.ts";

const classes = { formal: "No slang", casual: "Spoken" };
const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score" });
const right = llmTrait({ name: "right", kind: "boolean", includeGroundTruth: true });
const tone = llmTrait({ name: "tone", kind: "literal", classes });
const style = llmTrait({ name: "style", kind: "literal", classes });
const match = llmTrait({ name: "match", kind: "literal", classes, includeGroundTruth: true });
const safety = llmTrait({ name: "safety", kind: z.object({ warns: z.boolean() }) });
const dose = llmTrait({ name: "dose", kind: z.object({ stated: z.boolean() }) });
const content = metricTrait({ name: "content", metrics: ["recall"], tpInstructions: ["names the target"] });
const form = metricTrait({ name: "form", metrics: ["precision"], tpInstructions: ["cites a source"] });
const cites = regexTrait({ name: "cites", pattern: "\\[\\d\\]" });
const short = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 100 });

/** Something that fits the schema: what is asked for is answered, no call is repeated. */
function fill(schema: JsonSchema | undefined): JsonValue {
  const { type, properties, enum: options, items, minimum = 1 } = schema ?? {};
  if (options !== undefined) return options[0] ?? null;
  if (type === "object")
    return Object.fromEntries(Object.entries(properties ?? {}).map(([key, value]) => [key, fill(value)]));
  if (type === "array") {
    const names = items?.properties?.trait_name?.enum;
    return names === undefined ? [] : names.map((name) => ({ ...Object(fill(items)), trait_name: name }));
  }
  if (type === "boolean") return true;
  return type === "integer" ? minimum : "text";
}

const obliging = () =>
  scriptedModel(
    Array.from(
      { length: 20 },
      () => (request: LlmRequest) => JSON.stringify(fill(request.responseSchema?.schema)),
    ),
  );

const everything = [clear, depth, right, tone, style, match, safety, dose, content, form, cites, short];

interface Row {
  readonly name: string;
  readonly batch: number;
  readonly sequential: number;
  readonly traits: readonly RubricTrait[];
  readonly reference?: string;
}

const rows: readonly Row[] = [
  { name: "regex and callable traits", batch: 0, sequential: 0, traits: [cites, short] },
  { name: "boolean and score traits", batch: 1, sequential: 2, traits: [clear, depth] },
  {
    name: "one of them opted in to the reference answer",
    batch: 2,
    sequential: 3,
    traits: [clear, depth, right],
    reference: "BCL2",
  },
  {
    name: "opted in, a blank reference",
    batch: 1,
    sequential: 3,
    traits: [clear, depth, right],
    reference: " ",
  },
  { name: "all opted in", batch: 1, sequential: 1, traits: [right], reference: "BCL2" },
  { name: "literal traits", batch: 1, sequential: 2, traits: [tone, style] },
  { name: "literal, one opted in", batch: 2, sequential: 3, traits: [tone, style, match], reference: "BCL2" },
  { name: "template traits", batch: 2, sequential: 2, traits: [safety, dose] },
  { name: "metric traits", batch: 2, sequential: 2, traits: [content, form] },
  { name: "everything", batch: 8, sequential: 10, traits: everything, reference: "BCL2" },
];

test.each(rows)("$name: $batch in a batch, $sequential in sequence", async (row) => {
  for (const strategy of ["batch", "sequential"] as const) {
    const model = obliging();
    const { failures } = await evaluateRubric(judgeOf(model), {
      rubric: rubric(row.traits),
      strategy,
      question: "What is the target?",
      answer: "BCL2 [1]",
      referenceAnswer: row.reference ?? null,
      tools,
      callables: { evaluate: async () => true },
    });
    expect(failures).toEqual([]);
    expect(model.requests).toHaveLength(row[strategy]);
  }
});

test("the presence check: one call for all traits, none for no traits", async () => {
  const model = obliging();
  const present = await detectPresence(judgeOf(model), {
    rubric: dynamicRubric([
      llmTrait({ name: "risk", summary: "Risks", kind: "boolean" }),
      regexTrait({ name: "unit", summary: "Units", pattern: "mg" }),
    ]),
    answer: "BCL2",
  });
  expect([...present]).toEqual(["risk", "unit"]);
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.temperature).toBe(0);
  await detectPresence(judgeOf(model), { rubric: dynamicRubric([]), answer: "BCL2" });
  expect(model.requests).toHaveLength(1);
});
