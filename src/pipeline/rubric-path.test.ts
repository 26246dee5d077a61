import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import { getAllTraitScores, lacksInfrastructure, outcomeOf } from "../result/index.ts";
import { dynamicRubric, llmTrait, mergedRubric, metricTrait, regexTrait, rubric } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { StageOrchestrator, type TaskRubric } from "./index.ts";
import { type ScriptedStep, scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const conciseness = llmTrait({
  name: "conciseness",
  description: "Is the response concise?",
  kind: "boolean",
});
const citations = regexTrait({
  name: "has_citations",
  description: "Has bracket citations",
  pattern: "\\[\\d+\\]",
});
const traits = rubric([conciseness, citations]);
const answer = "Venetoclax targets BCL2 (B-cell lymphoma 2), a key anti-apoptotic protein.";

const taskRubric = (given: Partial<TaskRubric> = {}): TaskRubric => ({
  rubric: traits,
  provenance: { conciseness: "global", has_citations: "global" },
  dynamic: null,
  traitNames: null,
  ...given,
});

async function run(
  steps: readonly ScriptedStep[],
  given: {
    readonly mode: "template_and_rubric" | "rubric_only";
    readonly rubric?: TaskRubric;
    readonly abstention?: boolean;
    readonly withoutTemplate?: boolean;
    readonly answer?: string;
  },
) {
  const judge = scriptedModel(steps);
  const rubricOfTask = given.rubric ?? taskRubric();
  const task = taskFor({
    ...(given.withoutTemplate ? {} : { template }),
    answering: scriptedModel([given.answer ?? answer]),
    judge,
    rubric: rubricOfTask,
    options: { evaluationMode: given.mode, abstention: given.abstention === true },
  });
  const orchestrator = StageOrchestrator.fromConfig({
    evaluationMode: given.mode,
    abstentionEnabled: given.abstention,
    rubric: rubricOfTask.rubric,
  });
  const services = await plainServices();
  const result = await orchestrator.execute(task, { services, signal: new AbortController().signal });
  judge.assertComplete();
  return result;
}

const notAbstained = { json: { reasoning: "It names a target.", abstention_detected: false } };
const parsed = { json: { target: "BCL2" } };
const concise = { json: { scores: { conciseness: true } } };

test("the worked example of the specification: template_and_rubric with abstention", async () => {
  const result = await run([notAbstained, parsed, concise], {
    mode: "template_and_rubric",
    abstention: true,
  });
  expect(result.stages.map(({ name }) => name)).toEqual([
    "ValidateTemplate",
    "GenerateAnswer",
    "RecursionLimitAutoFail",
    "TraceValidationAutoFail",
    "AbstentionCheck",
    "ParseTemplate",
    "VerifyTemplate",
    "EmbeddingCheck",
    "RubricEvaluation",
    "DeepJudgmentRubricAutoFail",
    "FinalizeResult",
  ]);
  const skipped = result.stages.filter(({ status }) => status === "skipped").map(({ name }) => name);
  expect(skipped).toEqual([
    "RecursionLimitAutoFail",
    "TraceValidationAutoFail",
    "EmbeddingCheck",
    "DeepJudgmentRubricAutoFail",
  ]);
  expect(result.template?.verifyResult).toBe(true);
  expect(result.template?.abstentionDetected).toBe(false);
  expect(result.rubric?.llmTraitScores).toEqual({ conciseness: true });
  expect(result.rubric?.regexTraitScores).toEqual({ has_citations: false });
  expect(result.rubric && getAllTraitScores(result.rubric)).toEqual({
    conciseness: true,
    has_citations: false,
  });
  expect(result.rubric?.traitProvenance).toEqual({ conciseness: "global", has_citations: "global" });
  expect(result.metadata.failure).toBeNull();
});

describe("rubric_only", () => {
  test("verifies nothing and is unscored, with all traits judged", async () => {
    const result = await run([concise], { mode: "rubric_only" });
    expect(outcomeOf(result)).toBe("unscored");
    expect(result.template).toMatchObject({ verifyResult: null, templateVerificationPerformed: false });
    expect(result.rubric?.llmTraitScores).toEqual({ conciseness: true });
    expect(result.stages.map(({ name }) => name)).not.toContain("ValidateTemplate");
  });

  test("patterns see the answer itself, without a header", async () => {
    const opening = rubric([regexTrait({ name: "opens", pattern: "^Venetoclax" })]);
    const result = await run([], { mode: "rubric_only", rubric: taskRubric({ rubric: opening }) });
    expect(result.rubric?.regexTraitScores).toEqual({ opens: true });
  });
});

describe("one failure leaves the rest", () => {
  test("a judge that cannot be reached for the rubric leaves the verdict and the other traits", async () => {
    const result = await run([parsed, new TransportError("server_error", "500")], {
      mode: "template_and_rubric",
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.rubric?.regexTraitScores).toEqual({ has_citations: false });
    expect(result.rubric?.llmTraitScores).toBeNull();
    expect(Object.keys(result.rubric?.traitFailures ?? {})).toEqual(["conciseness"]);
    expect(result.metadata.caveats).toEqual(["rubric_incomplete", "infrastructure_failed"]);
    expect(lacksInfrastructure(result)).toBe(true);
  });

  test("a judge whose reply is of no use is no failure of the infrastructure", async () => {
    const result = await run(["no", "no"], { mode: "rubric_only" });
    expect(result.metadata.caveats).toEqual(["rubric_incomplete"]);
    expect(lacksInfrastructure(result)).toBe(false);
  });

  test("a wrong answer, and one that abstains, are judged by the rubric all the same", async () => {
    const wrong = await run([{ json: { target: "MCL1" } }, concise], { mode: "template_and_rubric" });
    expect(outcomeOf(wrong)).toBe("wrong");
    expect(wrong.rubric?.llmTraitScores).toEqual({ conciseness: true });
    const abstained = { json: { reasoning: "refuses", abstention_detected: true } };
    const refusal = await run([abstained, concise], { mode: "template_and_rubric", abstention: true });
    expect(outcomeOf(refusal)).toBe("no_answer");
    expect(refusal.rubric?.llmTraitScores).toEqual({ conciseness: true });
  });
});

test("a question without a template is judged by its rubric alone in a mixed benchmark", async () => {
  const result = await run([concise], { mode: "template_and_rubric", withoutTemplate: true });
  expect(outcomeOf(result)).toBe("unscored");
  expect(result.rubric?.rubricEvaluationPerformed).toBe(true);
  expect(result.stages.find(({ name }) => name === "ParseTemplate")?.status).toBe("skipped");
});

describe("dynamic rubrics", () => {
  const safety = llmTrait({ name: "safety", summary: "Side effects", kind: "boolean" });
  const dose = llmTrait({ name: "dose", summary: "Dosing", kind: "boolean" });
  const dynamic = dynamicRubric([safety, dose]);
  const presence = (names: readonly string[]) => ({
    json: {
      results: ["safety", "dose"].map((name) => ({ trait_name: name, present: names.includes(name) })),
    },
  });

  test("traits whose concept is there are judged; the others are named with the reason", async () => {
    const steps = [presence(["safety"]), { json: { scores: { conciseness: true, safety: false } } }];
    const result = await run(steps, { mode: "rubric_only", rubric: taskRubric({ dynamic }) });
    expect(result.rubric).toMatchObject({
      llmTraitScores: { conciseness: true, safety: false },
      dynamicRubricPromotedTraits: ["safety"],
      dynamicRubricSkippedTraits: { dose: "concept not present in response" },
      traitProvenance: { conciseness: "global", safety: "dynamic" },
    });
    expect(Object.keys(result.template?.usageMetadata ?? {})).toContain("dynamic_rubric_presence_check");
  });

  test("a presence check that fails leaves the static traits", async () => {
    const result = await run([new TransportError("timeout", "slow"), concise], {
      mode: "rubric_only",
      rubric: taskRubric({ dynamic }),
    });
    expect(result.rubric?.llmTraitScores).toEqual({ conciseness: true });
    expect(result.rubric?.dynamicRubricPromotedTraits).toEqual([]);
  });

  test("a presence check that fails is no word on any trait: they have failed, they were not skipped", async () => {
    const result = await run([new TransportError("timeout", "slow"), concise], {
      mode: "rubric_only",
      rubric: taskRubric({ dynamic, traitNames: ["conciseness", "has_citations", "dose"] }),
    });
    expect(result.rubric?.traitFailures).toEqual({
      dose: expect.stringContaining("the presence check failed: slow"),
    });
    expect(result.rubric?.dynamicRubricSkippedTraits).toEqual({
      safety: "excluded by rubric_trait_names filter",
    });
    expect(result.metadata.caveats).toContain("rubric_incomplete");
  });

  test("traits that the choice of traits leaves out are not asked about", async () => {
    const result = await run([concise], {
      mode: "rubric_only",
      rubric: taskRubric({ dynamic, traitNames: ["conciseness", "has_citations"] }),
    });
    expect(result.rubric?.llmTraitScores).toEqual({ conciseness: true });
    expect(result.rubric?.dynamicRubricSkippedTraits).toEqual({
      safety: "excluded by rubric_trait_names filter",
      dose: "excluded by rubric_trait_names filter",
    });
    expect(Object.keys(result.template?.usageMetadata ?? {})).not.toContain("dynamic_rubric_presence_check");
  });
});

test("metric traits come with their lists and metrics", async () => {
  const extraction = metricTrait({
    name: "extraction",
    metrics: ["precision", "recall", "f1"],
    tpInstructions: ["names BCL2", "says what it does"],
  });
  const merged = mergedRubric(rubric([extraction]), rubric([]), "the question");
  const result = await run([{ json: { tp: ["BCL2"], fn: ["says what it does"], fp: [] } }], {
    mode: "rubric_only",
    rubric: taskRubric(merged),
  });
  expect(result.rubric?.metricTraitScores?.extraction).toMatchObject({ precision: 1, recall: 0.5 });
  expect(result.rubric?.metricTraitConfusionLists?.extraction?.tp).toEqual(["BCL2"]);
});
