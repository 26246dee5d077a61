import fc from "fast-check";
import type { JsonObject } from "../../base/index.ts";
import { arbitraryDynamicRubric, arbitraryRubric } from "../../rubric/testing/arbitrary-rubric.ts";
import { anyTemplate } from "../../template/testing/any-template.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import type { Question } from "../question/question.ts";
import type { QuestionTemplate } from "../question/question-template.ts";

const text = fc.string({ unit: "grapheme", maxLength: 30 });
const oddText = fc.oneof(
  text,
  fc.constantFrom(
    "yes",
    "No",
    "14",
    "1.10",
    "null",
    "~",
    "- a",
    "a: b",
    "# x",
    " lead",
    "trail ",
    "a\nb\n\n",
    "\r\n",
  ),
  fc.constantFrom(
    "\u0007\u0085\u2028\ufeff",
    "2026-01-01",
    "*a",
    "&a",
    "!!js x",
    "{",
    "[",
    "|",
    "'\"",
    "\t",
    "\n a",
  ),
);
const someText = oddText.filter((one) => one !== "");
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
const object: fc.Arbitrary<JsonObject> = fc.dictionary(oddText, json, { maxKeys: 3 });
const date = fc.constantFrom("2026-05-01T12:00:00.000Z", "2026-05-02T12:00:00.000Z");

const template: fc.Arbitrary<QuestionTemplate | undefined> = fc.oneof(
  fc.constant(undefined),
  anyTemplate.map((one) => ({ kind: "native", template: one }) as const),
  oddText.map((code) => ({ kind: "source", source: { text: `${code}x`, language: "Python" } }) as const),
);

const spoken = oddText.filter((one) => one.trim() !== "");
const turn = fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), content: spoken });

const question: fc.Arbitrary<Omit<Question, "id">> = fc
  .record({
    question: someText,
    rawAnswer: oddText,
    template,
    keywords: fc.array(oddText, { maxLength: 3 }),
    fewShotExamples: fc.array(fc.record({ question: oddText, answer: oddText }), { maxLength: 2 }),
    answerNotes: fc.option(oddText, { nil: undefined }),
    author: fc.option(
      json.filter((value) => value !== null),
      { nil: undefined },
    ),
    sources: fc.option(
      json.filter((value) => value !== null),
      { nil: undefined },
    ),
    customMetadata: object,
    workspacePath: fc.constantFrom(undefined, "a/b"),
    messages: fc.option(fc.array(turn, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    systemPrompt: fc.option(spoken, { nil: undefined }),
    attachments: fc.constantFrom(undefined, [{ path: "a/b.png" }, { path: "c d.txt" }]),
    finished: fc.boolean(),
    dateCreated: date,
    dateModified: date,
    rubric: arbitraryRubric,
    dynamicRubric: arbitraryDynamicRubric,
  })
  .map((one) => one);

/** The content of benchmarks of all sorts, as far as a file holds it. */
export const arbitraryBenchmark: fc.Arbitrary<BenchmarkContent> = fc
  .record({
    id: fc.option(someText, { nil: undefined }),
    name: someText,
    description: oddText,
    version: oddText,
    creator: fc.constantFrom(undefined, "Ada", { "@type": "Person", name: "Ada" }),
    dateCreated: date,
    dateModified: date,
    customProperties: object,
    globalRubric: arbitraryRubric,
    globalDynamicRubric: arbitraryDynamicRubric,
    questions: fc
      .uniqueArray(fc.tuple(someText, question), { maxLength: 4, selector: ([id]) => id })
      .map((list) => list.map(([id, one]): Question => ({ id, ...one }))),
  })
  .map((content) => ({ ...content, scenarios: [], warnings: [] }));
