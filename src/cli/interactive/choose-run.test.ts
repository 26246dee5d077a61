import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KareninaError } from "../../base/index.ts";
import { Scenario } from "../../benchmark/index.ts";
import { loadPreset, type VerificationConfig } from "../../config/index.ts";
import { llmTrait, regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/index.ts";
import { capturedIo } from "../testing/captured-io.ts";
import { chooseRun, type StartingPoint } from "./choose-run.ts";
import { type ScriptedAnswer, scriptedPrompts } from "./testing/scripted-prompts.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "interactive-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const benchmark = Benchmark.create({ name: "Sample" });
for (const id of ["a", "b", "draft", "c"]) {
  benchmark.addQuestion({
    id,
    question: `What is ${id}?`,
    rawAnswer: id,
    finished: id !== "draft",
    rubric: id === "b" ? [regexTrait({ name: "cites", pattern: "x" })] : [],
  });
}
benchmark.setGlobalRubric([llmTrait({ name: "tone", description: "Is it polite?", kind: "boolean" })]);

async function choose(script: readonly ScriptedAnswer[], more: Partial<StartingPoint> = {}) {
  const prompts = scriptedPrompts(script);
  const io = capturedIo({ workingDirectory: folder });
  const chosen = await chooseRun(prompts, { benchmark, config: {}, mode: "basic", ...more }, io);
  prompts.done();
  return { chosen, prompts };
}

const endpoint = { modelName: "qwen3", endpointBaseUrl: "http://h/v1" };
const models: VerificationConfig = { answeringModels: [endpoint], parsingModels: [endpoint] };
const evaluation: readonly ScriptedAnswer[] = [
  ["Which questions", "="],
  ["How often", "="],
  ["What is judged", "="],
  ["refusals", "="],
  ["lack what the template", "="],
  ["by meaning", "="],
  ["template filled in", "="],
];
const keepModels: readonly ScriptedAnswer[] = [
  ["Take qwen3 as model under test?", true],
  ["Another model under test?", false],
  ["Take qwen3 as judge?", true],
  ["Another judge?", false],
];
const end: readonly ScriptedAnswer[] = [
  ["Save these settings", false],
  ["Run it now", true],
];

/** A judge on this machine, and no more questions. */
const endWithLocalJudge = [
  ["Address of the server", ""],
  ["Name of the model", "qwen3"],
  ["Its id", "="],
  ["Environment variable", ""],
  ["Temperature", "0"],
  ["System prompt", ""],
  ["Another judge", false],
  ...end,
] as const;

describe("basic", () => {
  test("scenarios are chosen like questions, and with chosen ones none runs unless it is chosen too", async () => {
    const walking = Benchmark.create({ name: "Walking" });
    walking.addQuestion({ id: "a", question: "What is a?", rawAnswer: "a" });
    for (const name of ["flow", "other"])
      walking.addScenario(
        new Scenario(name)
          .addNode("asks", { question: { question: "Hello?", rawAnswer: "Hello" } })
          .addEdge("asks", "__end__")
          .setEntry("asks")
          .validate(),
      );
    const chosenBy = async (asked: readonly ScriptedAnswer[], scenarios?: readonly string[]) => {
      const script = [...asked, ...evaluation.slice(1), ...keepModels, ...end];
      const start = { benchmark: walking, config: models, scenarios };
      const { chosen, prompts } = await choose(script, start);
      const tasks = prompts.notes.at(-1)?.split("\n").at(-1);
      return { questionIds: chosen?.questionIds, scenarios: chosen?.scenarios, tasks };
    };
    const all = ["Which questions", "all"] as const;
    expect(await chosenBy([all, ["Which scenarios", "="]])).toEqual({
      ...{ questionIds: undefined, scenarios: undefined },
      tasks: "3 tasks: (1 question + 2 scenarios) × 1 model × 1 judge × 1 replicate",
    });
    const none = { questionIds: ["a"], scenarios: [] };
    expect(
      await chosenBy([
        ["Which questions", "0"],
        ["Which scenarios", "="],
      ]),
    ).toMatchObject(none);
    expect(await chosenBy([all, ["Which scenarios", "none"]])).toMatchObject(none);
    const one = { questionIds: ["a"], scenarios: ["other"] };
    expect(await chosenBy([all, ["Which scenarios", "some"], ["Scenarios to run", "other"]])).toMatchObject(
      one,
    );
    expect(
      await chosenBy([all, ["Which scenarios", "="], ["Scenarios to run", "="]], ["other"]),
    ).toMatchObject(one);
  });

  test("a program and a service under test", async () => {
    const { chosen, prompts } = await choose([
      ...evaluation,
      ["model under test reached", "program"],
      ["Command line that starts it", "python app.py | tee log"],
      ["Command line that starts it", "python app.py --key $APP_KEY"],
      ["Its id", "="],
      ["Another model under test", true],
      ["model under test reached", "http"],
      ["Its URL", "http://{{question}}.example/"],
      ["Its URL", "http://rag.example/ask"],
      ["Where the answer stands", "$.items["],
      ["Where the answer stands", "$.answer"],
      ["Its id", "rag"],
      ["Another model under test", false],
      ["judge reached", "openai_endpoint"],
      ...endWithLocalJudge,
    ]);
    expect(chosen?.settings.config.answeringModels).toEqual([
      { id: "program", interface: "program", command: "python app.py --key $APP_KEY" },
      { id: "rag", interface: "http", http: "http://rag.example/ask", httpAnswer: "$.answer" },
    ]);
    expect(prompts.refused).toEqual([
      expect.stringContaining("| means something only to a shell"),
      expect.stringContaining("found one in its host"),
      expect.stringContaining("expected a path such as $.answer"),
    ]);
  });

  test("everything a run needs, from nothing", async () => {
    const { chosen, prompts } = await choose([
      ["Which questions", "7"],
      ["Which questions", "0,2"],
      ["How often", "0"],
      ["How often", "2"],
      ["What is judged", "template_and_rubric"],
      ["refusals", true],
      ["lack what the template", false],
      ["by meaning", true],
      ["Embedding model", "all-MiniLM-L6-v2"],
      ["Address of the server", "http://localhost:9000/v1"],
      ["Similarity", "90%"],
      ["template filled in", "full"],
      ["model under test reached", "ai_sdk"],
      ["Vendor", "anthropic"],
      ["Name of the model", "claude-haiku-4-5"],
      ["Its id", "haiku"],
      ["Environment variable", "sk-ant-123"],
      ["Environment variable", "MY_KEY"],
      ["Temperature", ""],
      ["System prompt", "Be brief."],
      ["Another model under test", true],
      ["model under test reached", "manual"],
      ["File", "answers.json"],
      ["Its id", "haiku"],
      ["Its id", "="],
      ["Another model under test", false],
      ["judge reached", "openai_endpoint"],
      ["Address of the server", "localhost"],
      ...endWithLocalJudge,
    ]);
    expect(chosen?.questionIds).toEqual(["a", "c"]);
    expect(chosen?.settings.config).toEqual({
      replicateCount: 2,
      evaluationMode: "template_and_rubric",
      abstentionEnabled: true,
      sufficiencyEnabled: false,
      embeddingCheckEnabled: true,
      embeddingCheckModel: "all-MiniLM-L6-v2",
      embeddingCheckBaseUrl: "http://localhost:9000/v1",
      embeddingCheckThreshold: 0.9,
      deepJudgmentMode: "full",
      answeringModels: [
        {
          id: "haiku",
          interface: "ai_sdk",
          modelProvider: "anthropic",
          modelName: "claude-haiku-4-5",
          apiKeyEnv: "MY_KEY",
          temperature: null,
          systemPrompt: "Be brief.",
        },
        { id: "manual", interface: "manual", manualTracesPath: path.join(folder, "answers.json") },
      ],
      parsingModels: [
        {
          id: "qwen3",
          interface: "openai_endpoint",
          endpointBaseUrl: "http://localhost:8000/v1",
          modelName: "qwen3",
          temperature: 0,
        },
      ],
    });
    expect(prompts.refused).toEqual([
      "7: --questions: there is no place 7; 3 questions are at 0 to 2.",
      "0: Expected a whole number from 1 upwards.",
      "sk-ant-123: Expected the name of a variable, such as MY_API_KEY, not the key itself.",
      'haiku: "haiku" is the id of another model; give each its own.',
      "localhost: Expected an http or https address, such as http://localhost:8000/v1.",
    ]);
  });

  test("what flags and a preset say stands there already", async () => {
    const config: VerificationConfig = {
      ...models,
      replicateCount: 3,
      evaluationMode: "template_only",
      rubricEnabled: false,
      abstentionEnabled: true,
      maxConcurrentRequests: 5,
    };
    const { chosen } = await choose([...evaluation, ...keepModels, ...end], { config, questions: "1-2" });
    expect(chosen?.questionIds).toEqual(["b", "c"]);
    const { rubricEnabled: _, ...rest } = config;
    const answers = { sufficiencyEnabled: false, embeddingCheckEnabled: false, deepJudgmentMode: "disabled" };
    expect(chosen?.settings.config).toEqual({ ...rest, ...answers });
  });

  test("the mode that was chosen counts, whatever a preset says about rubrics", async () => {
    const config: VerificationConfig = { ...models, evaluationMode: "template_only", rubricEnabled: false };
    const script = evaluation
      .slice(0, 4)
      .map(([words, answer]): ScriptedAnswer => [words, words === "What is judged" ? "rubric_only" : answer]);
    const { chosen } = await choose([...script, ...keepModels, ...end], { config });
    expect(chosen?.settings.config).toMatchObject({ evaluationMode: "rubric_only" });
  });

  test("the choices are shown before anything is run", async () => {
    const { prompts } = await choose([...evaluation, ...keepModels, ...end], { config: models });
    expect(prompts.notes.at(0)).toBe("3 questions\n0  What is a?\n1  What is b?\n2  What is c?");
    expect(prompts.notes.at(-1)).toMatchInlineSnapshot(`
      "Your choices
      questions                3
      model under test         qwen3 (openai_endpoint:qwen3, http://h/v1, temperature 0.1)
      judge                    qwen3 (openai_endpoint:qwen3, http://h/v1, temperature 0.1)
      replicate_count          1
      evaluation_mode          template_only
      abstention_enabled       false
      sufficiency_enabled      false
      embedding_check_enabled  false
      deep_judgment_mode       disabled

      3 tasks: 3 questions × 1 model × 1 judge × 1 replicate"
    `);
  });

  test("nothing is run when that is not wanted", async () => {
    const script: readonly ScriptedAnswer[] = [
      ...evaluation,
      ...keepModels,
      ["Save these", false],
      ["Run it now", false],
    ];
    expect((await choose(script, { config: models })).chosen).toBeUndefined();
  });

  test("leaving a question leaves all of them", async () => {
    const left = new KareninaError("cancelled", "left");
    await expect(
      choose([
        ["Which questions", "all"],
        ["How often", left],
      ]),
    ).rejects.toBe(left);
  });
});

test("advanced asks for what only some runs need", async () => {
  const script: readonly ScriptedAnswer[] = [
    ["Which questions", "all"],
    ["How often", "="],
    ["What is judged", "template_and_rubric"],
    ["refusals", true],
    ["lack what the template", true],
    ["by meaning", false],
    ["template filled in", "disabled"],
    ...keepModels,
    ["Which traits", "tone"],
    ["asked about traits", "sequential"],
    ["in one call", true],
    ["the correctness", true],
    ["the qualities", false],
    ["from passages", "disabled"],
    ["Which examples", "k-shot"],
    ["How many?", "2"],
    ["tasks at the same time", "4"],
    ["in flight", ""],
    ["Seconds", "30"],
    ["repeated", "-1"],
    ["repeated", "1"],
    ...end,
  ];
  const { chosen } = await choose(script, { config: models, mode: "advanced" });
  expect(chosen?.settings.config).toEqual({
    ...models,
    replicateCount: 1,
    evaluationMode: "template_and_rubric",
    abstentionEnabled: true,
    sufficiencyEnabled: true,
    embeddingCheckEnabled: false,
    deepJudgmentMode: "disabled",
    deepJudgmentRubricMode: "disabled",
    rubricTraitNames: ["tone"],
    rubricEvaluationStrategy: "sequential",
    combinedChecks: true,
    useFullTraceForTemplate: true,
    useFullTraceForRubric: false,
    fewShotConfig: { poolMode: "k-shot", poolK: 2 },
    asyncMaxWorkers: 4,
    maxConcurrentRequests: null,
    requestTimeout: 30,
    retryPolicy: {
      connection: { maxAttempts: 1 },
      timeout: { maxAttempts: 1 },
      rateLimit: { maxAttempts: 1 },
      serverError: { maxAttempts: 1 },
    },
  });
});

describe("a preset", () => {
  const save = (...script: readonly ScriptedAnswer[]) =>
    choose([...evaluation, ...keepModels, ["Save these", true], ...script, ["Run it now", false]], {
      config: models,
    });

  test("is saved under its name and loads as it was chosen", async () => {
    const tooLong = "x".repeat(101);
    const { prompts } = await save(
      ["Name of the preset", ""],
      ["Name of the preset", tooLong],
      ["Name of the preset", "My judge"],
      ["What is it for", "For CI"],
    );
    expect(prompts.refused.map((line) => line.slice(-40))).toEqual([
      ": A preset needs a name; found an empty one.".slice(-40),
      "name has at most 100 characters; found 101.".slice(-40),
    ]);
    const file = path.join(folder, "presets", "my-judge.json");
    expect(prompts.notes.at(-1)).toBe(`Saved\n${file}`);
    const preset = await loadPreset(file);
    expect(preset).toMatchObject({ name: "My judge", description: "For CI" });
    expect(preset.config).toMatchObject({ ...models, evaluationMode: "template_only" });
  });

  test("replaces another one only when that is wanted", async () => {
    await save(["Name of the preset", "first"], ["What is it for", "before"]);
    await save(
      ["Name of the preset", "first"],
      ["exists. Replace it?", false],
      ["Name of the preset", "second"],
      ["What is it for", ""],
    );
    await save(["Name of the preset", "first"], ["exists. Replace it?", true], ["What is it for", "after"]);
    expect(await readdir(path.join(folder, "presets"))).toEqual(["first.json", "second.json"]);
    expect(await readFile(path.join(folder, "presets", "first.json"), "utf8")).toContain('"after"');
  });
});
