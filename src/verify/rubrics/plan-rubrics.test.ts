import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { BenchmarkContent } from "../../benchmark/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import type { TaskRubric } from "../../pipeline/index.ts";
import {
  agenticTrait,
  allTraits,
  CallableRubricTrait,
  dynamicRubric,
  emptyRubric,
  llmTrait,
  metricTrait,
  type RubricTrait,
  regexTrait,
  rubric,
} from "../../rubric/index.ts";
import { type AnswerTemplate, answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import { composePipelines } from "../plan/pipelines.ts";
import { runWarnings } from "../plan/run-warnings.ts";
import { planRubrics } from "./plan-rubrics.ts";

const tone = llmTrait({ name: "tone", description: "Is it polite?", kind: "boolean" });
const cites = regexTrait({ name: "cites", pattern: "x" });
const effects = metricTrait({ name: "effects", metrics: ["recall"], tpInstructions: ["nausea"] });
const safety = llmTrait({ name: "safety", description: "Does it warn of risks?", kind: "boolean" });
const pickled = CallableRubricTrait.parse({
  type: "callable",
  name: "words",
  kind: "boolean",
  code: { kind: "pickle", base64: "gAR9" },
});
const agentic = agenticTrait({ name: "agent", description: "Does the code run?", kind: "boolean" });

const template = answerTemplate({
  target: verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() }),
});

interface Given {
  readonly rubric?: readonly RubricTrait[];
  readonly dynamic?: readonly RubricTrait[];
  readonly template?: AnswerTemplate;
}

/** A benchmark as a file may hold it: nobody has checked one rubric against the other. */
function contentOf(global: Given, questions: Readonly<Record<string, Given>>): BenchmarkContent {
  const benchmark = Benchmark.create({ name: "Sample" });
  for (const [id, { template }] of Object.entries(questions))
    benchmark.addQuestion({ id, question: `${id}?`, rawAnswer: id, template });
  const { content } = benchmark;
  const rubricsOf = ({ rubric: traits = [], dynamic = [] }: Given) => ({
    rubric: rubric(traits),
    dynamicRubric: dynamicRubric(dynamic),
  });
  const own = rubricsOf(global);
  return {
    ...content,
    globalRubric: own.rubric,
    globalDynamicRubric: own.dynamicRubric,
    questions: content.questions.map((question) => ({
      ...question,
      ...rubricsOf(questions[question.id] ?? {}),
    })),
  };
}

const endpoint = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const configOf = (more: VerificationConfig = {}) =>
  resolveConfig({
    answeringModels: [endpoint],
    parsingModels: [endpoint],
    evaluationMode: "template_and_rubric",
    ...more,
  });

const plan = (content: BenchmarkContent, more?: VerificationConfig) =>
  planRubrics(content, content.questions, configOf(more));
const names = (planned: TaskRubric | null | undefined) =>
  planned == null ? null : allTraits(planned.rubric).map(({ name }) => name);

describe("merging", () => {
  const content = contentOf(
    { rubric: [tone] },
    { q1: { rubric: [cites] }, q2: {}, q3: { dynamic: [safety] } },
  );

  test("the benchmark's traits, then the question's, with where they come from", () => {
    const [q1, q2, q3] = plan(content).map((planned) => planned.rubric);
    expect([names(q1), names(q2), names(q3)]).toEqual([["tone", "cites"], ["tone"], ["tone"]]);
    expect(q1).toMatchObject({
      provenance: { tone: "global", cites: "question_specific" },
      dynamic: null,
      traitNames: null,
    });
    expect(q3?.dynamic?.llmTraits).toEqual([safety]);
  });

  test("questions without traits of their own share one rubric", () => {
    const many = contentOf({ rubric: [tone] }, { q1: {}, q2: {} });
    const [q1, q2] = plan(many);
    expect(q1?.rubric).toBe(q2?.rubric);
  });

  test("there are none in template_only", () => {
    const rubrics = plan(content, { evaluationMode: "template_only" }).map((planned) => planned.rubric);
    expect(rubrics).toEqual([null, null, null]);
  });

  test("every name that stands twice is listed, with all its questions", () => {
    const twice = contentOf(
      { rubric: [tone], dynamic: [safety] },
      {
        q1: { rubric: [regexTrait({ name: "tone", pattern: "x" }), cites] },
        q2: { rubric: [cites] },
        q3: { rubric: [tone], dynamic: [safety] },
        q4: { rubric: [tone] },
        q5: { dynamic: [llmTrait({ name: "tone", description: "Is it kind?", kind: "boolean" })] },
      },
    );
    expect(() => plan(twice)).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: Trait names have to be unique for each question:
        - "tone" (llm and regex) stands in the benchmark's rubric and the question's: q1
        - "tone" (llm) stands in the benchmark's rubric and the question's: q3, q4
        - "safety" (llm) stands in the benchmark's dynamic rubric and the question's: q3
        - "tone" (llm) stands in the rubric and the dynamic rubric: q5]
    `);
    expect(() => plan(twice, { evaluationMode: "template_only" })).not.toThrow();
  });
});

describe("rubricTraitNames", () => {
  const content = contentOf(
    { rubric: [tone, effects], dynamic: [safety] },
    { q1: { rubric: [cites] }, q2: {} },
  );

  test("cuts every rubric down to the named traits", () => {
    const [q1, q2] = plan(content, { rubricTraitNames: ["cites", "effects"] }).map(
      ({ rubric: kept }) => kept,
    );
    expect([names(q1), names(q2)]).toEqual([["cites", "effects"], ["effects"]]);
    expect(q1?.provenance).toEqual({ cites: "question_specific", effects: "global" });
    expect(q1).toMatchObject({ traitNames: ["cites", "effects"] });
  });

  test("a question where nothing is left has no rubric, a dynamic one included", () => {
    const [q1, q2] = plan(content, { rubricTraitNames: ["cites"] }).map(({ rubric: kept }) => kept);
    expect([names(q1), q2]).toEqual([["cites"], null]);
  });

  test("dynamic traits can be named as well", () => {
    const [q1] = plan(content, { rubricTraitNames: ["safety"] }).map(({ rubric: kept }) => kept);
    expect(q1).toMatchObject({ rubric: emptyRubric, dynamic: { llmTraits: [safety] } });
  });

  test("a name that no trait of the benchmark has is an error", () => {
    expect(() =>
      plan(content, { rubricTraitNames: ["saftey", "cites", "zzz"] }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: The choice of traits has 2 problems:
        - the benchmark has no trait "saftey"; did you mean "safety"?
        - the benchmark has no trait "zzz"]
    `);
    expect(() =>
      planRubrics(content, content.questions.slice(1), configOf({ rubricTraitNames: ["cites"] })),
    ).not.toThrow();
  });
});

describe("what cannot be judged", () => {
  test("agentic traits are planned like others, and can be left out by name", () => {
    const content = contentOf({ rubric: [agentic, tone] }, { q1: {} });
    expect(names(plan(content)[0]?.rubric)).toEqual(expect.arrayContaining(["agent", "tone"]));
    expect(names(plan(content, { rubricTraitNames: ["tone"] })[0]?.rubric)).toEqual(["tone"]);
  });

  test("rubric_only without any trait is refused", () => {
    expect(() => plan(contentOf({}, { q1: {} }), { evaluationMode: "rubric_only" })).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: expect.stringContaining("nothing to judge"),
      }),
    );
  });

  const warnings = (content: BenchmarkContent, more?: VerificationConfig) =>
    runWarnings(content, plan(content, more), configOf(more), {
      ownStagesReadAnswers: false,
      asksAnyway: new Set(),
    });

  test.each<[string, BenchmarkContent, VerificationConfig, readonly unknown[]]>([
    ["all is well", contentOf({ rubric: [tone] }, { q1: {} }), {}, []],
    [
      "Python's functions, each once",
      contentOf({ rubric: [pickled] }, { q1: {}, q2: { rubric: [cites] } }),
      {},
      [expect.stringMatching(/^The trait "words" gets no value: its code is a pickled Python function/)],
    ],
    [
      "Python's functions that are not asked for",
      contentOf({ rubric: [pickled, tone] }, { q1: {} }),
      { rubricTraitNames: ["tone"] },
      [],
    ],
    [
      "a trait whose judge sees the reference answer",
      contentOf({ rubric: [{ ...tone, includeGroundTruth: true }] }, { q1: {}, q2: {} }),
      {},
      [
        'The judge of the trait "tone" sees each question\'s reference answer: the benchmark sets include_ground_truth.',
      ],
    ],
    [
      "rubrics that are not judged",
      contentOf({}, { q1: { dynamic: [safety] } }),
      { evaluationMode: "template_only" },
      [
        "The benchmark has rubrics; they are not judged in evaluation mode template_only; --evaluation-mode template_and_rubric judges them too.",
      ],
    ],
    [
      "no rubrics",
      contentOf({}, { q1: { template } }),
      {},
      ["No question of the run has a trait: only templates are judged."],
    ],
    [
      "questions without rubrics",
      contentOf({}, { q1: {}, q2: { rubric: [cites] }, q3: {} }),
      { evaluationMode: "rubric_only" },
      ["Nothing is judged, and no answer is asked for, where there is no trait: q1, q3."],
    ],
    [
      "the same where refusals are looked for",
      contentOf({}, { q1: { template }, q2: { rubric: [cites] } }),
      { evaluationMode: "rubric_only", abstentionEnabled: true },
      ["Only refusals are looked for where there is no trait: q1."],
    ],
    ["questions with templates", contentOf({}, { q1: { template }, q2: { rubric: [cites] } }), {}, []],
    [
      "questions with neither",
      contentOf({}, { q1: {}, q2: { rubric: [cites] }, q3: { template } }),
      {},
      ["Nothing is judged, and no answer is asked for, where there is neither a template nor a trait: q1."],
    ],
    [
      "examples of questions that do not exist",
      contentOf({ rubric: [tone] }, { q1: {} }),
      { fewShotConfig: { questionConfigs: { q1: {}, q9: {} } } },
      ["The few-shot configuration names questions that the benchmark does not have: q9."],
    ],
  ])("warnings: %s", (_, content, more, expected) => {
    expect(warnings(content, more)).toEqual(expected);
  });
});

test("one pipeline per list of stages; rubrics with traits have the stages that judge them", () => {
  const content = contentOf(
    {},
    { q1: {}, q2: { rubric: [cites] }, q3: { rubric: [tone] }, q4: { dynamic: [safety] } },
  );
  const rubrics = plan(content).map((planned) => planned.rubric);
  const pipelines = rubrics.map(composePipelines(configOf(), rubrics).pipelineFor);
  const stages = pipelines.map((pipeline) => pipeline.stages.map(({ name }) => name));
  expect(stages[0]).not.toContain("RubricEvaluation");
  expect(stages[1]).toContain("RubricEvaluation");
  expect(new Set(pipelines.slice(1)).size).toBe(1);
});
