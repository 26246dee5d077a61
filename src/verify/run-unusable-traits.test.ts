import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../models/testing/index.ts";
import { Benchmark } from "./benchmark.ts";

type Properties = { readonly [name: string]: unknown };

const rating = (term: string, name: string, properties: Properties, more: object = {}) => ({
  "@type": "Rating",
  name,
  description: "What is asked for",
  bestRating: 1.0,
  worstRating: 0.0,
  additionalType: `karenina:Global${term}`,
  additionalProperty: Object.entries(properties).map(([key, value]) => ({
    "@type": "PropertyValue",
    name: key,
    value,
  })),
  ...more,
});
const regex = (name: string, pattern: string) => rating("RegexTrait", name, { pattern });
const score = (name: string, properties: Properties) =>
  rating("RubricTrait", name, { min_score: 1, max_score: 5, ...properties }, { bestRating: 5 });

/** Traits that Python takes, and what keeps them from being judged here. */
const odd = [
  [regex("conditional", "(a*)b(?(1)c|d)"), /^pattern: .*a condition on group 1, which can match nothing/],
  [regex("named", "\\N{BULLET}"), /^pattern: .*characters by their names/],
  [score("flat", { min_score: 3, max_score: 3 }), /^min_score: /],
  [score("upside down", { min_score: 5, max_score: 1 }), /^min_score: /],
  [rating("AgenticRubricTrait", "flat agent", { kind: "score", min_score: 2, max_score: 2 }), /^min_score: /],
  [score("eighty", { deep_judgment_fuzzy_match_threshold: 80.0 }), /threshold: expected at most 1, found 80/],
  [score("none", { deep_judgment_max_excerpts: 0 }), /^deep_judgment_max_excerpts: /],
  [score("less", { deep_judgment_excerpt_retry_attempts: -1 }), /^deep_judgment_excerpt_retry_attempts: /],
  [regex("empty", ""), /^pattern: expected a pattern, found an empty one, which matches every answer$/],
  [rating("RegexTrait", "no pattern", {}), /^pattern: expected text, found nothing$/],
  [rating("RegexTrait", "null pattern", { pattern: null }), /^pattern: expected text, found null$/],
  [
    rating("RegexTrait", "null property", {}, { additionalProperty: null }),
    /^pattern: expected text, found nothing$/,
  ],
  [
    rating(
      "RegexTrait",
      "two patterns",
      {},
      {
        additionalProperty: ["BCL", "x"].map((value) => ({
          "@type": "PropertyValue",
          name: "pattern",
          value,
        })),
      },
    ),
    /^pattern: expected one value, found 2 that differ$/,
  ],
  [regex("a.b", "x"), /^name: expected a name without "\."/],
  [regex("twice", "x"), /^name: expected a name of its own, found "twice"/],
  [
    rating("DynamicRubricTrait", "nothing said", { dynamic_trait_type: "llm" }, { description: undefined }),
    /^summary: expected a summary or a description/,
  ],
] as const;

const file = {
  "@context": { "@version": 1.1 },
  "@type": "DataFeed",
  name: "Odd",
  dateCreated: "2025-01-01T00:00:00",
  dateModified: "2025-01-01T00:00:00",
  rating: [...odd.map(([node]) => node), regex("twice", "y"), regex("fine", "BCL")],
  dataFeedElement: [
    {
      "@type": "DataFeedItem",
      "@id": "q1",
      dateCreated: "2025-01-01T00:00:00",
      dateModified: "2025-01-01T00:00:00",
      item: {
        "@type": "Question",
        text: "Which protein?",
        acceptedAnswer: { "@type": "Answer", text: "BCL2" },
        hasPart: { "@type": "SoftwareSourceCode", name: "t", text: "", programmingLanguage: "Python" },
        additionalProperty: [{ "@type": "PropertyValue", name: "finished", value: true }],
      },
    },
  ],
};

test("a file with traits that cannot be judged opens; they are kept as they stand, and each says why it has no value", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "odd-"));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await using server = await startOpenAiServer({ chat: () => "It is BCL2." });
  const source = path.join(folder, "odd.jsonld");
  const text = JSON.stringify(file, null, 2).replaceAll('"worstRating": 0', '"worstRating": 0.0');
  await writeFile(source, text);

  const benchmark = await Benchmark.load(source);
  // the traits, one that stands twice, and the template without text
  expect(benchmark.warnings.map(({ message }) => message)).toHaveLength(odd.length + 2);
  benchmark.setMetadata({ description: "changed" });
  const saved = await readFile(await benchmark.save(path.join(folder, "saved.jsonld")), "utf8");
  expect(ratingsIn(saved)).toBe(ratingsIn(text));

  const model = { modelName: "m", endpointBaseUrl: server.url };
  const warnings: string[] = [];
  const results = await benchmark.runVerification(
    { answeringModels: [model], parsingModels: [model], evaluationMode: "rubric_only" },
    { warn: (warning) => warnings.push(warning) },
  );
  const [result] = [...results];
  expect(result?.rubric?.regexTraitScores).toEqual({ fine: true });
  expect(result?.rubric?.traitFailures).toEqual(
    Object.fromEntries(odd.map(([{ name }, reason]) => [name, expect.stringMatching(reason)])),
  );
  expect(server.requests).toHaveLength(1);
  for (const [{ name }] of odd)
    expect(warnings).toContainEqual(expect.stringContaining(`The trait "${name}" gets no value: `));
});

/** The text of the file's Rating nodes. */
function ratingsIn(text: string): string {
  return /"rating": \[\n.*?\n {2}\]/s.exec(text)?.[0] ?? "";
}
