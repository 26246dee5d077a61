import { describe, expect, test } from "vitest";
import type { VerificationConfig } from "../../config/index.ts";
import { llmTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/index.ts";
import { capturedIo } from "../testing/captured-io.ts";
import { chooseRun, type InteractiveMode } from "./choose-run.ts";
import { type ScriptedAnswer, scriptedPrompts } from "./testing/scripted-prompts.ts";

const benchmark = Benchmark.create({ name: "Sample" });
benchmark.addQuestion({ id: "a", question: "What is a?", rawAnswer: "a" });
benchmark.setGlobalRubric([llmTrait({ name: "tone", description: "Is it polite?", kind: "boolean" })]);

const endpoint = { modelName: "qwen3", endpointBaseUrl: "http://h/v1" };
const models: VerificationConfig = { answeringModels: [endpoint], parsingModels: [endpoint] };

/** The deep-judgment settings that come of the answers; everything else is taken as it stands. */
async function choose(
  mode: InteractiveMode,
  config: VerificationConfig,
  answers: readonly ScriptedAnswer[],
): Promise<object> {
  const hasTemplates = config.evaluationMode !== "rubric_only";
  const isFurther = (words: string) => !words.startsWith("template filled in");
  const take = (...questions: readonly string[]) => questions.map((words): ScriptedAnswer => [words, "="]);
  const script: readonly ScriptedAnswer[] = [
    ...take("Which questions", "How often", "What is judged", "refusals"),
    ...(hasTemplates ? take("lack what", "by meaning") : []),
    ...answers.filter(([words]) => !isFurther(words)),
    ...take("Take qwen3", "Another model", "Take qwen3", "Another judge"),
    ...(mode === "basic"
      ? []
      : [
          ...(config.evaluationMode === undefined ? [] : take("asked about traits")),
          ...(hasTemplates ? take("the correctness") : []),
          ...(config.evaluationMode === undefined ? [] : take("the qualities")),
          ...answers.filter(([words]) => isFurther(words)),
          ...take("Which examples", "tasks at the same", "in flight", "Seconds", "repeated"),
        ]),
    ["Save these", false],
    ["Run it now", true],
  ];
  const prompts = scriptedPrompts(script);
  const start = { benchmark, config: { ...models, ...config }, mode };
  const chosen = await chooseRun(prompts, start, capturedIo());
  prompts.done();
  const settings = Object.entries(chosen?.settings.config ?? {});
  return Object.fromEntries(settings.filter(([name]) => name.startsWith("deepJudgment")));
}

describe("basic asks for the mode", () => {
  test.each(["full", "reasoning_only", "disabled"])("%s", async (answer) => {
    expect(await choose("basic", {}, [["template filled in", answer]])).toEqual({
      deepJudgmentMode: answer,
      ...(answer === "reasoning_only" && { deepJudgmentSearchEnabled: false }),
    });
  });

  test("which starts with what a preset says, under its older name, too", async () => {
    for (const preset of [{ deepJudgmentMode: "full" }, { deepJudgmentEnabled: true }] as const)
      expect(await choose("basic", preset, [["template filled in", "="]])).toEqual({
        deepJudgmentMode: "full",
      });
    const preset = { deepJudgmentEnabled: true };
    expect(await choose("basic", preset, [["template filled in", "disabled"]])).toEqual({
      deepJudgmentMode: "disabled",
    });
  });

  test("a preset's search does not stand in the way of reasoning alone", async () => {
    const preset: VerificationConfig = { deepJudgmentMode: "full", deepJudgmentSearchEnabled: true };
    expect(await choose("basic", preset, [["template filled in", "reasoning_only"]])).toMatchObject({
      deepJudgmentMode: "reasoning_only",
    });
  });

  test("not where there are no templates", async () => {
    expect(await choose("basic", { evaluationMode: "rubric_only" }, [])).toEqual({});
  });
});

describe("advanced asks for the numbers", () => {
  test("of templates", async () => {
    const answers: readonly ScriptedAnswer[] = [
      ["template filled in", "full"],
      ["evidence about fields", "sequential"],
      ["passages for each field", "0"],
      ["passages for each field", "5"],
      ["Similarity", "90%"],
      ["asked for again", "0"],
      ["search", true],
    ];
    expect(await choose("advanced", {}, answers)).toEqual({
      deepJudgmentMode: "full",
      deepJudgmentStrategy: "sequential",
      deepJudgmentMaxExcerptsPerAttribute: 5,
      deepJudgmentFuzzyMatchThreshold: 0.9,
      deepJudgmentExcerptRetryAttempts: 0,
      deepJudgmentSearchEnabled: true,
    });
  });

  test("of templates without passages: how the judge is asked", async () => {
    const answers: readonly ScriptedAnswer[] = [
      ["template filled in", "reasoning_only"],
      ["evidence about fields", "="],
    ];
    expect(await choose("advanced", {}, answers)).toMatchObject({ deepJudgmentStrategy: "batch" });
  });

  const rubrics: VerificationConfig = { evaluationMode: "rubric_only" };
  const numbers: readonly ScriptedAnswer[] = [
    ["passages for each trait", "="],
    ["Similarity", "="],
    ["asked for again", "1"],
    ["search", "="],
  ];

  test("of traits", async () => {
    const answers: readonly ScriptedAnswer[] = [
      ["from passages", "enable_all"],
      ["Ask for passages", true],
      ["evidence about traits", "batch"],
      ...numbers,
    ];
    expect(await choose("advanced", rubrics, answers)).toEqual({
      deepJudgmentRubricMode: "enable_all",
      deepJudgmentRubricGlobalExcerpts: true,
      deepJudgmentRubricStrategy: "batch",
      deepJudgmentRubricMaxExcerptsDefault: 7,
      deepJudgmentRubricFuzzyMatchThresholdDefault: 0.8,
      deepJudgmentRubricExcerptRetryAttemptsDefault: 1,
      deepJudgmentRubricSearchEnabled: false,
    });
  });

  test("of traits without passages: nothing about them", async () => {
    const answers: readonly ScriptedAnswer[] = [
      ["from passages", "enable_all"],
      ["Ask for passages", false],
      ["evidence about traits", "="],
    ];
    expect(await choose("advanced", rubrics, answers)).toEqual({
      deepJudgmentRubricMode: "enable_all",
      deepJudgmentRubricGlobalExcerpts: false,
      deepJudgmentRubricStrategy: "sequential",
    });
  });

  test("of single traits, as a preset has them", async () => {
    const preset = { ...rubrics, deepJudgmentRubricConfig: { global: { tone: {} } } };
    const answers: readonly ScriptedAnswer[] = [
      ["from passages", "custom"],
      ["evidence about traits", "="],
      ...numbers,
    ];
    expect(await choose("advanced", preset, answers)).toMatchObject({
      deepJudgmentRubricMode: "custom",
      deepJudgmentRubricConfig: preset.deepJudgmentRubricConfig,
    });
    await expect(choose("advanced", rubrics, answers)).rejects.toThrow('no choice "custom"');
  });
});
