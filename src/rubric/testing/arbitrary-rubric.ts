import fc from "fast-check";
import { type RubricTrait, type TraitType, traitKind, traitTypes } from "../kinds/list.ts";
import { type Rubric, rubricFromTraits } from "../rubric.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const someText = fc
  .oneof(fc.constantFrom("1", "10", "2", "é", "__proto__", "constructor"), text)
  .filter((one) => one.trim() !== "");
const optional = fc.option(someText, { nil: null });
const direction = fc.option(fc.boolean(), { nil: null });
const texts = { description: optional, summary: optional };

const classes = fc
  .uniqueArray(fc.record({ name: someText, description: someText }), {
    minLength: 2,
    maxLength: 6,
    selector: ({ name }) => name.trim().toLowerCase(),
  })
  .map((list) => ({ kind: "literal", classes: list }));

const range = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 6 }))
  .map(([minScore, width]) => ({ minScore, maxScore: minScore + width }));

const scalar = fc.constantFrom("string", "number", "integer", "boolean").map((type) => ({ type }));
const property = fc.oneof(
  scalar,
  scalar.map((items) => ({ type: "array", items })),
  scalar.map((one) => ({ anyOf: [one, { type: "null" }], default: null })),
);
const template = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,4}$/), property, { minKeys: 1, maxKeys: 3 })
  .map((properties) => ({
    kind: { type: "template", schema: { type: "object", properties, required: Object.keys(properties) } },
    higherIsBetter: null,
  }));

const judged = fc.oneof(
  fc.record({ kind: fc.constant("boolean"), higherIsBetter: direction }),
  fc.tuple(range, direction).map(([ends, higherIsBetter]) => ({ kind: "score", ...ends, higherIsBetter })),
  classes,
  template,
);

const deepJudgment = fc.record({
  deepJudgmentExcerptEnabled: fc.boolean(),
  deepJudgmentSearchEnabled: fc.boolean(),
  deepJudgmentMaxExcerpts: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  deepJudgmentFuzzyMatchThreshold: fc.option(fc.constantFrom(0, 0.8, 1), { nil: null }),
  deepJudgmentExcerptRetryAttempts: fc.option(fc.nat(4), { nil: null }),
  includeGroundTruth: fc.boolean(),
});

const list = fc.array(text, { maxLength: 3 });
const code = fc.oneof(
  fc.constant({ kind: "source", text: "export default (text) => text.length > 3;\n" }),
  fc.base64String().map((base64) => ({ kind: "pickle", base64 })),
);

const fieldsByType: { readonly [Type in TraitType]?: fc.Arbitrary<object> } = {
  llm: fc.tuple(judged, deepJudgment).map(([one, other]) => ({ ...one, ...other })),
  regex: fc.record({
    pattern: fc.constantFrom("^", "a+", String.raw`\[\d+\]`, "(?i)x(?=y)"),
    caseSensitive: fc.boolean(),
    invertResult: fc.boolean(),
    higherIsBetter: direction,
  }),
  callable: fc
    .tuple(
      fc.oneof(
        fc.record({ kind: fc.constant("boolean"), invertResult: fc.boolean() }),
        range.map((ends) => ({ kind: "score", ...ends })),
        fc.constant({ kind: "score" }),
        classes,
      ),
      fc.record({ code, higherIsBetter: direction }),
    )
    .map(([one, other]) => ({ ...one, ...other })),
  metric: fc.record({
    evaluationMode: fc.constant("full_matrix"),
    metrics: fc.subarray(["precision", "recall", "specificity", "accuracy", "f1"], { minLength: 1 }),
    tpInstructions: list.map((items) => ["a", ...items]),
    tnInstructions: list.map((items) => ["b", ...items]),
    repeatedExtraction: fc.boolean(),
    higherIsBetter: direction,
  }),
  agentic: fc
    .tuple(
      judged,
      fc.record({
        description: someText,
        contextMode: fc.constantFrom("workspace_only", "trace_and_workspace", "trace_only"),
        persistTrace: fc.boolean(),
        maxTurns: fc.integer({ min: 1, max: 30 }),
        timeoutSeconds: fc.integer({ min: 1, max: 300 }),
        modelOverride: fc.option(fc.constant({ model_name: "m", extra_kwargs: { a: [1, null] } }), {
          nil: null,
        }),
      }),
    )
    .map(([one, other]) => ({ ...one, ...other })),
};

/** Valid traits of every type and kind. */
const arbitraryTrait: fc.Arbitrary<RubricTrait> = fc.constantFrom(...traitTypes).chain((type) =>
  fc
    .tuple(
      someText.filter((name) => !name.includes(".")),
      fc.record(texts),
      fieldsByType[type] ?? fc.constant(traitKind(type).placeholder),
    )
    .map(([name, told, fields]) => traitKind(type).schema.parse({ ...told, ...fields, name, type })),
);

/** Valid rubrics: traits with names of their own. */
export const arbitraryRubric: fc.Arbitrary<Rubric> = fc
  .uniqueArray(arbitraryTrait, { maxLength: 6, selector: ({ name }) => name })
  .map(rubricFromTraits);

/** Valid dynamic rubrics: every trait says what it is about. */
export const arbitraryDynamicRubric: fc.Arbitrary<Rubric> = fc
  .uniqueArray(arbitraryTrait, { maxLength: 4, selector: ({ name }) => name })
  .map((traits) =>
    rubricFromTraits(traits.map((trait) => ({ ...trait, summary: trait.summary ?? "a concept" }))),
  );
