// What the older system does to rubrics in files, and what happens here.
import { expect, test } from "vitest";
import * as z from "zod";
import { FromCode, type JsonObject } from "../../../base/index.ts";
import {
  agenticTrait,
  allTraits,
  callableTrait,
  emptyRubric,
  llmTrait,
  type RubricTrait,
  regexTrait,
} from "../../../rubric/index.ts";
import { Benchmark } from "../../benchmark.ts";
import { checkpointText, itemDraft, propertyDraft, ratingDraft } from "../fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "../read-checkpoint.ts";
import { writeCheckpoint } from "../write-checkpoint.ts";

const open = (text: string) => new Benchmark({ content: readCheckpoint(text, "test.jsonld") });
const write = (benchmark: Benchmark) => writeCheckpoint(benchmark.content);
const withGlobal = (...traits: readonly RubricTrait[]) => {
  const benchmark = Benchmark.create({ name: "x" });
  benchmark.setGlobalRubric(traits);
  return benchmark;
};
const reopened = (...traits: readonly RubricTrait[]) => open(write(withGlobal(...traits))).getGlobalRubric();

const clear = llmTrait({ name: "clear", summary: "clarity", kind: "boolean" });
const cites = regexTrait({ name: "cites", summary: "citations", pattern: "x" });
const globalDraft = (name: string, term: string, properties: readonly object[] = []) =>
  ratingDraft({
    name,
    description: "d",
    additionalType: `karenina:Global${term}`,
    additionalProperty: properties,
  });
const dynamicDraft = globalDraft("dose", "DynamicRubricTrait", [
  propertyDraft("pattern", "mg"),
  propertyDraft("dynamic_trait_type", "regex"),
  propertyDraft("summary", "doses"),
]);

test("include_ground_truth was never written", () => {
  const trait = llmTrait({ name: "exact", kind: "boolean", includeGroundTruth: true });
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("a score from 0 to 1 came back as a boolean", () => {
  const trait = llmTrait({ name: "share", kind: "score", minScore: 0, maxScore: 1 });
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("deep judgment was dropped unless the save was told otherwise", () => {
  const trait = llmTrait({
    name: "deep",
    kind: "score",
    deepJudgmentEnabled: true,
    deepJudgmentMaxExcerpts: 2,
  });
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("template traits lost their range, and did not load again with a direction", () => {
  const trait = llmTrait({ name: "claims", kind: z.object({ count: z.int() }) });
  expect(reopened(trait).llmTraits).toEqual([trait]);
  const properties = [
    propertyDraft("kind", trait.kind),
    propertyDraft("min_score", 2),
    propertyDraft("max_score", 9),
    propertyDraft("higher_is_better", true),
  ];
  const text = checkpointText([], { rating: [globalDraft("claims", "LLMRubricTrait", properties)] });
  expect(write(open(text))).toBe(text);
});

test("a score's range was silently 1 to 5 where a file only has best and worst rating; now a warning says so", () => {
  const rating = [{ ...globalDraft("depth", "RubricTrait"), bestRating: 3 }];
  const benchmark = open(checkpointText([], { rating }));
  expect(benchmark.getGlobalRubric().llmTraits).toMatchObject([{ kind: "score", minScore: 1, maxScore: 5 }]);
  expect(benchmark.warnings).toMatchObject([
    { questionId: null, path: "$.rating[0].bestRating", message: expect.stringContaining("not from 0 to 3") },
  ]);
});

test("a secret in a model override made the save fail; now it is left out of what is written anew", () => {
  const modelOverride = new FromCode<JsonObject>({ model_name: "m", endpoint_api_key: "secret" });
  const trait = agenticTrait({
    name: "a",
    description: "d",
    kind: "boolean",
    modelOverride: { model_name: "m" },
  });
  const benchmark = withGlobal({ ...trait, modelOverride });
  for (const text of [write(benchmark), JSON.stringify(benchmark.toDict())]) {
    expect(text).toContain("model_name");
    expect(text).not.toContain("secret");
  }
});

test("reading a dynamic rubric damaged it, and a save wrote the damage", () => {
  const text = checkpointText([], { rating: [dynamicDraft] });
  const benchmark = open(text);
  for (const _ of ["once", "twice"])
    expect(benchmark.getGlobalDynamicRubric()?.regexTraits).toMatchObject([
      { name: "dose", summary: "doses" },
    ]);
  expect(write(benchmark)).toBe(text);
});

test("adding, replacing or clearing static traits dropped the dynamic ones", () => {
  const benchmark = open(checkpointText([], { rating: [globalDraft("tone", "RubricTrait"), dynamicDraft] }));
  benchmark.addGlobalTrait(clear);
  const names = () => JSON.parse(write(benchmark)).rating.map(({ name }: { name: string }) => name);
  expect(names()).toEqual(["tone", "clear", "dose"]);
  benchmark.setGlobalRubric([cites]);
  expect(names()).toEqual(["cites", "dose"]);
  benchmark.clearGlobalRubric();
  expect(names()).toEqual(["dose"]);
  benchmark.clearGlobalDynamicRubric();
  expect(JSON.parse(write(benchmark))).not.toHaveProperty("rating");
});

test("dynamic traits of a question were neither written nor read", () => {
  const benchmark = Benchmark.create({ name: "x" });
  const id = benchmark.addQuestion({
    question: "q",
    rawAnswer: "a",
    rubric: [clear],
    dynamicRubric: [cites],
  });
  const again = open(write(benchmark));
  expect(again.getQuestionDynamicRubric(id)?.regexTraits).toEqual([cites]);
  expect(again.getQuestionRubric(id).llmTraits).toEqual([clear]);
});

test("a broken trait failed later, or kept the file from opening; it is kept as it stands and named", () => {
  const rating = [globalDraft("cites", "RegexTrait", [propertyDraft("pattern", "(")])];
  const text = checkpointText([], { rating }).replace('"bestRating": 1', '"bestRating": 1.0');
  const benchmark = open(text);
  expect(benchmark.warnings).toMatchObject([
    { questionId: null, path: "$.rating[0].additionalProperty[0].value" },
  ]);
  expect(benchmark.validateRubrics()).toEqual([]);
  benchmark.addGlobalTrait(clear);
  const written = write(benchmark);
  expect(JSON.parse(written).rating).toMatchObject([rating[0], { name: "clear" }]);
  expect(written).toContain('"bestRating": 1.0');
  expect(open(written).getGlobalRubric().regexTraits).toMatchObject([{ name: "cites", unusable: {} }]);
});

test("broken traits of a question gave a raw validation error; all of them are named with their places", () => {
  const rating = [
    ratingDraft({ name: "a.b" }),
    ratingDraft({ additionalType: "karenina:QuestionSpecificMetricRubricTrait" }),
    ratingDraft({ name: "same" }),
    ratingDraft({ name: "same" }),
  ];
  const at = "$.dataFeedElement[0].item.rating";
  const benchmark = open(checkpointText([itemDraft({ question: { rating } })]));
  expect(benchmark.warnings.map(({ path }) => path)).toEqual([
    `${at}[0].name`,
    `${at}[1].additionalProperty`,
    `${at}[2].name`,
    `${at}[3].name`,
  ]);
  expect(JSON.parse(write(benchmark)).dataFeedElement[0].item.rating).toEqual(rating);
});

test("a trait of a dynamic rubric in an unknown kind was skipped in silence and lost", () => {
  const unknown = globalDraft("x", "DynamicRubricTrait", [propertyDraft("dynamic_trait_type", "mood")]);
  const benchmark = open(checkpointText([], { rating: [unknown, dynamicDraft] }));
  expect(benchmark.warnings).toMatchObject([{ path: "$.rating[0].additionalProperty[0].value" }]);
  expect(allTraits(benchmark.getGlobalDynamicRubric() ?? emptyRubric)).toMatchObject([
    { name: "x", unusable: { reason: expect.stringContaining("mood") } },
    {},
  ]);
  expect(JSON.parse(write(benchmark)).rating).toEqual([unknown, dynamicDraft]);
});

test("names that stand twice were taken, and made the rubric unreadable", () => {
  const benchmark = withGlobal(clear);
  expect(() => benchmark.addGlobalTrait(clear)).toThrow('the name "clear" is used by 2 traits');
  expect(open(write(benchmark)).getGlobalRubric().llmTraits).toHaveLength(1);
});

test("summaries and exports knew LLM traits only, and the JSON export failed with question rubrics", () => {
  const agent = agenticTrait({ name: "builds", description: "d", kind: "boolean" });
  const benchmark = withGlobal(cites, agent);
  benchmark.addQuestion({ id: "q", question: "q", rawAnswer: "a", rubric: [clear] });
  expect(benchmark.getSummary().globalTraitCount).toBe(2);
  expect(benchmark.toMarkdown()).toContain("- **cites (regex)**: citations\n- **builds (agentic)**: d");
  const record = JSON.parse(JSON.stringify(benchmark.toDict()));
  expect(record.global_rubric.agentic_traits).toMatchObject([{ name: "builds", max_turns: 15 }]);
  expect(record.questions[0].question_rubric.llm_traits).toMatchObject([{ name: "clear" }]);
});

test("equality ignored the benchmark's own rubrics", () => {
  expect(withGlobal(clear).equals(withGlobal(clear))).toBe(true);
  expect(withGlobal(clear).equals(withGlobal(cites))).toBe(false);
});

test("pickled functions were executed; here they are kept, and a function of the program is written as source", () => {
  const pickle = globalDraft("words", "CallableTrait", [
    propertyDraft("callable_code", "gASVCwAAAAAAAACMB2J1aWx0aW5zlC4="),
    propertyDraft("kind", "score"),
  ]);
  const benchmark = open(checkpointText([], { rating: [pickle] }));
  benchmark.addGlobalTrait(
    callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 9 }),
  );
  const again = open(write(benchmark));
  expect(JSON.parse(write(again)).rating[0]).toEqual(pickle);
  expect(allTraits(again.getGlobalRubric())).toMatchObject([
    { name: "words", code: { kind: "pickle" } },
    { name: "short", code: { kind: "source", text: "export default (text) => text.length < 9;\n" } },
  ]);
});
