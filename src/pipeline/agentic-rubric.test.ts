import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TransportError } from "../base/index.ts";
import { lacksInfrastructure, outcomeOf } from "../result/index.ts";
import {
  agenticTrait,
  dynamicRubric,
  emptyRubric,
  type RubricTrait,
  regexTrait,
  rubric,
} from "../rubric/index.ts";
import { namesIn, type TestFolder, testFolder } from "../workspaces/testing/test-folder.ts";
import type { AgenticRubricOptions, TaskRubric } from "./index.ts";
import { type AgenticRun, answeringWith, readingCode, recording, runAgentic } from "./testing/agentic-run.ts";
import { scriptedAgent } from "./testing/scripted-agent.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { taskFor } from "./testing/task-for.ts";

let folder: TestFolder;
beforeEach(async () => {
  folder = await testFolder();
  await folder.write({ "root/task/parser.ts": "starter" });
});
afterEach(() => folder[Symbol.asyncDispose]());

const works = agenticTrait({ name: "works", description: "Does the parser work?", kind: "boolean" });
const tidy = agenticTrait({ name: "tidy", description: "Is the code tidy?", kind: "score" });
const claims = regexTrait({ name: "claims", description: "Claims success", pattern: "I mended" });
const tests = agenticTrait({
  name: "tests",
  description: "How many tests pass?",
  kind: {
    type: "template",
    schema: { type: "object", properties: { passed: { type: "integer" } }, required: ["passed"] },
  },
});
const works1 = { json: { result: false } };
const tidy1 = { json: { score: 2 } };

const taskRubric = (traits: readonly RubricTrait[], given: Partial<TaskRubric> = {}): TaskRubric => ({
  rubric: rubric(traits),
  provenance: Object.fromEntries(traits.map(({ name }) => [name, "global"])),
  ...{ dynamic: null, traitNames: null, ...given },
});

async function run(judged: TaskRubric, given: Partial<AgenticRun> = {}) {
  await using provider = folder.provider();
  const result = await runAgentic({
    provider,
    rubric: judged,
    ...given,
    options: { evaluationMode: "rubric_only", ...given.options },
  });
  expect(namesIn(folder.root).filter((name) => /_run_|judges\//.test(name))).toEqual([]);
  return result;
}

test("traits are judged by what was left: a claim of success over broken code is caught", async () => {
  const looking: AgenticRun["looking"] = async (place, request) => {
    const seen = await readingCode(place, request);
    return typeof seen === "string" ? seen : { ...seen, text: `${seen.text}\n{"passed": 0}` };
  };
  const result = await run(taskRubric([works, tests, claims]), { looking, steps: [works1] });
  expect(result.rubric).toMatchObject({
    rubricEvaluationPerformed: true,
    agenticTraitScores: { works: false, "tests.passed": 0 },
    agenticTraitLabels: null,
    regexTraitScores: { claims: true },
    agenticTraitExtractionMetadata: { tests: { method: "local_json" } },
    traitProvenance: { works: "global", tests: "global", claims: "global" },
    traitFailures: null,
  });
  expect(result.rubric?.agenticTraitInvestigationTraces?.works).toContain("line 1: broken");
  expect(outcomeOf(result)).toBe("unscored");
  expect(Object.keys(result.template?.usageMetadata ?? {})).toEqual([
    "answer_generation",
    "agentic_rubric_evaluation",
    "total",
  ]);
});

test("the stage stands behind RubricEvaluation and before stage 12", async () => {
  const result = await run(taskRubric([works, claims]), {
    options: { evaluationMode: "template_and_rubric" },
    steps: [recording, works1],
  });
  expect(result.stages.map(({ name }) => name).slice(-6)).toEqual([
    "VerifyTemplate",
    "EmbeddingCheck",
    "RubricEvaluation",
    "AgenticRubricEvaluation",
    "DeepJudgmentRubricAutoFail",
    "FinalizeResult",
  ]);
  const alone = await run(taskRubric([works]), { steps: [works1] });
  expect(alone.stages.map(({ name }) => name).slice(-3)).toEqual([
    "AgenticRubricEvaluation",
    "DeepJudgmentRubricAutoFail",
    "FinalizeResult",
  ]);
});

test("a trait without a value leaves the verdict and the other traits", async () => {
  let look = 0;
  const looking: AgenticRun["looking"] = async (place, request) => {
    look += 1;
    if (look === 2) throw new TransportError("server_error", "status 500");
    return readingCode(place, request);
  };
  const result = await run(taskRubric([works, tidy]), {
    ...{ looking, answering: answeringWith("mended"), steps: [recording, tidy1] },
    options: { evaluationMode: "template_and_rubric" },
  });
  expect(outcomeOf(result)).toBe("pass");
  expect(result.rubric).toMatchObject({
    agenticTraitScores: { tidy: 2 },
    traitFailures: { works: "the investigation failed: status 500" },
  });
  expect(result.metadata.caveats).toEqual(["rubric_incomplete", "infrastructure_failed"]);
  expect(lacksInfrastructure(result)).toBe(true);
});

test("what a fallback made good is not missing: a warning, no caveat", async () => {
  let look = 0;
  const looking: AgenticRun["looking"] = async (place, request) => {
    look += 1;
    if (look === 1) throw new TransportError("timeout", "no reply");
    return readingCode(place, request);
  };
  const agenticRubric = { strategy: "shared", parallel: true, modelOf: () => null } as const;
  const result = await run(taskRubric([works, tidy]), {
    ...{ looking, steps: [() => '{"result": false, "score": 2}', () => '{"result": false, "score": 2}'] },
    options: { agenticRubric },
  });
  expect(result.rubric?.agenticTraitScores).toEqual({ works: false, tidy: 2 });
  expect(result.metadata.caveats).toEqual([]);
  expect(result.metadata.warnings).toEqual([expect.stringContaining("The shared investigation failed")]);
});

test("a trait's own model investigates it and decides on it", async () => {
  const agent = scriptedAgent(async () => "Neat.");
  const llm = scriptedModel([{ json: { score: 5 } }]);
  const model = { ...taskFor({ answering: llm, judge: llm }).parsing, agent };
  const agenticRubric: AgenticRubricOptions = {
    ...{ strategy: "shared", parallel: false },
    modelOf: ({ name }) => (name === "tidy" ? model : null),
  };
  const result = await run(taskRubric([works, tidy]), { steps: [works1], options: { agenticRubric } });
  expect(result.rubric?.agenticTraitScores).toEqual({ works: false, tidy: 5 });
  expect(result.rubric?.agenticTraitInvestigationTraces).toMatchObject({ tidy: "Neat." });
  llm.assertComplete();
});

test("a judge without an agent fails the trait, not the run", async () => {
  const result = await run(taskRubric([works, claims]), { looking: null, steps: [] });
  expect(result.rubric).toMatchObject({
    ...{ agenticTraitScores: null, regexTraitScores: { claims: true } },
    traitFailures: { works: expect.stringContaining("The judge is no agent") },
  });
  expect(result.metadata).toMatchObject({
    error: null,
    caveats: ["rubric_incomplete", "infrastructure_failed"],
  });
});

describe("answers that are not whole", () => {
  test("an answer that ran into its turn limit is investigated, an empty one is not", async () => {
    const limited: AgenticRun["answering"] = async ({ write }) => {
      await write("parser.ts", "broken");
      return { text: "Still at it", limitReached: true };
    };
    const judged = await run(taskRubric([works]), { answering: limited, steps: [works1] });
    expect(judged.rubric?.agenticTraitScores).toEqual({ works: false });
    const empty = await run(taskRubric([works]), { answering: async () => ({}), steps: [] });
    expect(empty.looks).toEqual([]);
    expect(empty.stageOf("AgenticRubricEvaluation")).toMatchObject({
      ...{ status: "skipped", reason: "the model returned an empty answer" },
    });
  });
});

describe("dynamic traits", () => {
  const present = (...names: readonly string[]) => ({
    json: {
      results: ["works", "tidy"].map((name) => ({ trait_name: name, present: names.includes(name) })),
    },
  });
  const dynamic = dynamicRubric([works, tidy]);

  test.each([
    ["alone", []],
    ["beside other traits", [claims]],
  ])(
    "%s: those whose concept the answer touches are investigated, asked about once",
    async (_name, others) => {
      const result = await run(taskRubric(others, { dynamic }), { steps: [present("works"), works1] });
      expect(result.rubric).toMatchObject({
        agenticTraitScores: { works: false },
        dynamicRubricPromotedTraits: ["works"],
        dynamicRubricSkippedTraits: { tidy: "concept not present in response" },
        traitProvenance: { works: "dynamic" },
        traitFailures: null,
      });
      expect(result.looks).toHaveLength(1);
      result.model.assertComplete();
    },
  );

  test("none: nothing is investigated, and the result says why", async () => {
    const result = await run(taskRubric([], { dynamic }), { steps: [present()] });
    expect(result.looks).toEqual([]);
    expect(Object.keys(result.rubric?.dynamicRubricSkippedTraits ?? {})).toEqual(["works", "tidy"]);
  });

  test("a question about them that fails costs each its value, and none is called absent", async () => {
    for (const others of [[], [claims]]) {
      const result = await run(taskRubric(others, { dynamic }), { steps: ["no", "no"] });
      expect(Object.keys(result.rubric?.traitFailures ?? {})).toEqual(["works", "tidy"]);
      expect(result.rubric?.dynamicRubricSkippedTraits).toEqual({});
    }
  });

  test("an answer without a final message to look in costs each its value", async () => {
    const result = await run(taskRubric([], { dynamic }), {
      ...{ answering: async () => ({ outputs: ["written"] }), steps: [] },
      options: { fullTraceForRubric: false },
    });
    expect(result.rubric?.traitFailures).toEqual({
      works: expect.stringContaining("The last message"),
      tidy: expect.stringContaining("The last message"),
    });
  });

  test("those that the choice of traits leaves out are not asked about, and need no agent", async () => {
    const chosen = taskRubric([claims], { dynamic, traitNames: ["claims"] });
    const result = await run(chosen, { steps: [], looking: null });
    expect(result.rubric?.dynamicRubricSkippedTraits).toMatchObject({
      works: "excluded by rubric_trait_names filter",
    });
    expect(result.stageOf("AgenticRubricEvaluation")?.status).toBe("skipped");
  });
});

describe("how many calls it takes, as docs/agentic-evaluation.md says", () => {
  const page = readFileSync(new URL("../../docs/agentic-evaluation.md", import.meta.url), "utf8");
  /** The row's numbers of agent runs and of further calls. */
  const documented = (row: string) => {
    const line = page.split("\n").find((text) => text.startsWith(`| ${row} `)) ?? "";
    return line
      .split("|")
      .slice(2, 4)
      .map((cell) => Number(cell.trim()));
  };
  const direct = { json: { reasoning: "r", sufficient: true, answer: { works: false } } };
  const escalated = { json: { reasoning: "r", sufficient: false, answer: null } };
  const only = (given: Partial<AgenticRun>) => ({
    ...given,
    options: { evaluationMode: "template_only", ...given.options } as const,
  });
  const shared = {
    options: { agenticRubric: { strategy: "shared", parallel: false, modelOf: () => null } },
  } as const;
  const ownJson: AgenticRun["looking"] = async () => 'Two.\n{"passed": 2}';
  const cases: readonly (readonly [string, readonly RubricTrait[], Partial<AgenticRun>])[] = [
    ["a template", [], only({ steps: [recording] })],
    [
      "a template, `dynamic`, settled by the final message",
      [],
      only({ steps: [direct], parsing: { trigger: "dynamic" } }),
    ],
    [
      "a template, `dynamic`, not settled",
      [],
      only({ steps: [escalated, recording], parsing: { trigger: "dynamic" } }),
    ],
    [
      "a template, `trace_only`",
      [],
      only({ steps: ["It claims success.", { json: { works: true } }], parsing: { context: "trace_only" } }),
    ],
    ["a trait", [works], { steps: [works1] }],
    ["a trait with fields that its report closes with", [tests], { looking: ownJson, steps: [] }],
    ["a trait with fields that it does not", [tests], { steps: [{ json: { passed: 2 } }] }],
    ["two traits, `shared`", [works, tidy], { steps: [works1, tidy1], ...shared }],
  ];

  test.each(cases)("%s", async (row, traits, given) => {
    const judged = traits.length === 0 ? { ...taskRubric([]), rubric: emptyRubric } : taskRubric(traits);
    const { looks, model, metadata } = await run(judged, given);
    expect(metadata.error).toBeNull();
    expect([looks.length, model.requests.length]).toEqual(documented(row));
    model.assertComplete();
  });
});
