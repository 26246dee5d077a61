import { describe, expect, it } from "vitest";
import {
  agenticTrait,
  allTraits,
  callableTrait,
  emptyRubric,
  llmTrait,
  metricTrait,
  type Rubric,
  regexTrait,
  rubric,
} from "../rubric/index.ts";
import { Benchmark } from "./benchmark.ts";
import { dynamicRubricOf, globalDynamicRubricOf, globalRubricOf, rubricOf } from "./rubrics/rubrics.ts";

const tone = llmTrait({ name: "tone", summary: "formality", kind: "boolean" });
const cites = regexTrait({ name: "cites", summary: "citations", pattern: String.raw`\[\d+\]` });
const short = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 500 });
const covers = metricTrait({ name: "covers", metrics: ["recall"], tpInstructions: ["names the target"] });
const builds = agenticTrait({ name: "builds", description: "Does it build?", kind: "boolean" });
const everyType = [tone, cites, short, covers, builds];

const create = () => {
  const benchmark = Benchmark.create({ name: "Rubrics" });
  for (const id of ["a", "b"]) benchmark.addQuestion({ id, question: `${id}?`, rawAnswer: id });
  return benchmark;
};
const names = (traits: Rubric | null) => traits && allTraits(traits).map(({ name }) => name);

describe("the traits of a question", () => {
  it("come as a list or as a rubric", () => {
    const benchmark = create();
    benchmark.addQuestion({ id: "c", question: "c?", rawAnswer: "c", rubric: everyType, dynamicRubric: [] });
    expect(benchmark.getQuestionRubric("c")).toEqual(rubric(everyType));
    expect(benchmark.getQuestionDynamicRubric("c")).toBeNull();
    benchmark.updateQuestion("c", { rubric: rubric([tone]), dynamicRubric: { regexTraits: [cites] } });
    expect(names(benchmark.getQuestionRubric("c"))).toEqual(["tone"]);
    expect(names(benchmark.getQuestionDynamicRubric("c"))).toEqual(["cites"]);
    benchmark.updateQuestion("c", { rubric: null });
    expect(rubricOf(benchmark.getQuestion("c"))).toBe(emptyRubric);
    expect(names(dynamicRubricOf(benchmark.getQuestion("c")))).toEqual(["cites"]);
  });

  it("are added and removed one by one, the families apart", () => {
    const benchmark = create();
    benchmark.addQuestionTrait("a", tone);
    benchmark.addQuestionTrait("a", short);
    benchmark.addQuestionDynamicTrait("a", cites);
    expect(names(benchmark.getQuestionRubric("a"))).toEqual(["tone", "short"]);
    expect(benchmark.removeQuestionTrait("a", "cites")).toBe(false);
    expect(benchmark.removeQuestionTrait("a", "tone")).toBe(true);
    expect(benchmark.removeQuestionDynamicTrait("a", "tone")).toBe(false);
    benchmark.removeQuestionRubric("a");
    expect(names(benchmark.getQuestionDynamicRubric("a"))).toEqual(["cites"]);
    expect(benchmark.removeQuestionDynamicTrait("a", "cites")).toBe(true);
    benchmark.setQuestionDynamicRubric("a", [cites]);
    benchmark.removeQuestionDynamicRubric("a");
    expect(benchmark.filterQuestions({ hasRubric: true })).toEqual([]);
    expect(() => benchmark.setQuestionRubric("z", [])).toThrow('No question has the id "z".');
  });

  it("keep a function of the program as it is", () => {
    const benchmark = create();
    benchmark.setQuestionRubric("a", [short]);
    expect(benchmark.getQuestionRubric("a").callableTraits).toEqual([short]);
  });

  it("are frozen and apart from what they were made of", () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const traits = [{ ...tone, kind: { type: "template" as const, schema }, higherIsBetter: null }];
    const benchmark = create();
    benchmark.setQuestionRubric("a", traits);
    traits.pop();
    schema.required.pop();
    const [kept] = benchmark.getQuestionRubric("a").llmTraits;
    expect(kept?.kind).toMatchObject({ schema: { required: ["n"] } });
    expect(() => Object.assign(benchmark.getQuestionRubric("a").llmTraits, { 0: tone })).toThrow(TypeError);
  });
});

describe("the traits of the benchmark", () => {
  it("are set, added, removed and cleared, the families apart", () => {
    const benchmark = create();
    expect(benchmark.getGlobalRubric()).toBe(emptyRubric);
    expect(benchmark.getGlobalDynamicRubric()).toBeNull();
    benchmark.setGlobalRubric(everyType.slice(2));
    benchmark.addGlobalTrait(tone);
    benchmark.addGlobalDynamicTrait(cites);
    expect(names(globalRubricOf(benchmark.content))).toEqual(["tone", "short", "covers", "builds"]);
    expect(names(globalDynamicRubricOf(benchmark.content))).toEqual(["cites"]);
    expect(benchmark.removeGlobalTrait("cites")).toBe(false);
    expect(benchmark.removeGlobalTrait("short")).toBe(true);
    benchmark.clearGlobalRubric();
    expect(names(benchmark.getGlobalDynamicRubric())).toEqual(["cites"]);
    expect(benchmark.removeGlobalDynamicTrait("tone")).toBe(false);
    expect(benchmark.removeGlobalDynamicTrait("cites")).toBe(true);
    benchmark.setGlobalDynamicRubric([cites]);
    benchmark.clearGlobalDynamicRubric();
    expect(benchmark.getGlobalDynamicRubric()).toBeNull();
  });

  it("go with all others when everything is cleared, and a count says of how many", () => {
    const benchmark = create();
    expect(benchmark.clearAllRubrics()).toBe(0);
    benchmark.setGlobalDynamicRubric([cites]);
    benchmark.setQuestionRubric("a", [tone]);
    benchmark.setQuestionDynamicRubric("b", [tone]);
    expect(benchmark.clearAllRubrics()).toBe(3);
    expect(benchmark.getStatistics().traitCounts).toEqual({
      llm: 0,
      regex: 0,
      callable: 0,
      metric: 0,
      retrieval: 0,
      agentic: 0,
    });
  });

  it("are merged with a question's, and each name says where it comes from", () => {
    const benchmark = create();
    benchmark.setGlobalRubric([tone, builds]);
    benchmark.setQuestionRubric("a", [cites]);
    expect(benchmark.mergedRubric("a")).toEqual({
      rubric: rubric([tone, cites, builds]),
      provenance: { tone: "global", builds: "global", cites: "question_specific" },
    });
    expect(benchmark.mergedRubric("b").provenance).toEqual({ tone: "global", builds: "global" });
  });
});

describe("what cannot be a rubric", () => {
  const other = regexTrait({ name: "tone", summary: "x", pattern: "x" });
  it.each<[string, (benchmark: Benchmark) => void, string]>([
    [
      "a name twice in one rubric, whatever the types",
      (benchmark) => benchmark.setGlobalRubric([tone, other]),
      'the name "tone" is used by 2 traits (llm, regex)',
    ],
    [
      "a name twice by adding",
      (benchmark) => {
        benchmark.addQuestionTrait("a", tone);
        benchmark.addQuestionTrait("a", tone);
      },
      'the name "tone" is used by 2 traits (llm, llm)',
    ],
    [
      "a name of the benchmark on a question",
      (benchmark) => {
        benchmark.addGlobalTrait(tone);
        benchmark.addQuestionTrait("a", other);
      },
      'Expected trait names of their own: the trait name "tone" is used more than once: llm trait in the rubric of the benchmark, regex trait in the rubric of question "a"',
    ],
    [
      "a name of a question on the benchmark",
      (benchmark) => {
        benchmark.addQuestionTrait("b", tone);
        benchmark.setGlobalDynamicRubric([other]);
      },
      'regex trait in the dynamic rubric of the benchmark, llm trait in the rubric of question "b"',
    ],
    [
      "a dynamic trait called like one that always applies",
      (benchmark) => benchmark.updateQuestion("a", { rubric: [tone], dynamicRubric: [other] }),
      'llm trait in the rubric of question "a", regex trait in the dynamic rubric of question "a"',
    ],
    [
      "a wrong trait",
      (benchmark) => benchmark.addGlobalTrait({ ...cites, pattern: "(" }),
      'Regex trait "cites", pattern:',
    ],
    [
      "a dynamic trait that does not say what it is about",
      (benchmark) => benchmark.addGlobalDynamicTrait(short),
      "summary: expected a summary or a description",
    ],
    [
      "a function without source",
      (benchmark) =>
        benchmark.addGlobalTrait({ ...short, code: { kind: "native", evaluate: (() => true).bind(null) } }),
      'Callable trait "short": its function cannot be written to a file',
    ],
    [
      "something else",
      // Wrong on purpose, as from plain JavaScript.
      (benchmark) => benchmark.setGlobalRubric([{ name: "x" }] as never),
      "rubric: expected a list of traits or a rubric, found a list",
    ],
  ])("%s", (_what, change, message) => {
    const benchmark = create();
    expect(() => change(benchmark)).toThrow(message);
    expect(benchmark.validateRubrics()).toEqual([]);
  });

  it("leaves the benchmark as it was", () => {
    const benchmark = create();
    benchmark.addGlobalTrait(tone);
    const before = benchmark.clone();
    expect(() => benchmark.addQuestion({ question: "c?", rawAnswer: "c", rubric: [tone, cites] })).toThrow();
    expect(() => benchmark.addQuestionTrait("a", tone)).toThrow();
    expect(() => benchmark.setGlobalRubric([{ ...tone, name: "" }])).toThrow();
    expect(benchmark.equals(before)).toBe(true);
  });

  it("lists the first of many clashes", () => {
    const benchmark = create();
    const traits = Array.from({ length: 12 }, (_, index) => ({ ...tone, name: `t${index}` }));
    benchmark.setQuestionRubric("a", traits);
    expect(() => benchmark.setGlobalRubric(traits)).toThrow(/t0"(.|\n)*t9"(.|\n)*- and 2 more$/);
  });
});
