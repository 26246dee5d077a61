import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import type { EmbedderPort } from "../ports/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, semanticMatch, verified } from "../template/index.ts";
import { StageOrchestrator } from "./index.ts";
import { type ScriptedStep, scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const template = answerTemplate(
  {
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  },
  { regex: { cites: { pattern: "\\[1\\]", expected: 1, matchType: "count" } } },
);

async function run(
  answer: string,
  judgeSteps: readonly ScriptedStep[],
  config: { abstention?: boolean; sufficiency?: boolean; combined?: boolean; embedder?: EmbedderPort } = {},
) {
  const judge = scriptedModel(judgeSteps);
  const task = taskFor({
    template,
    answering: scriptedModel([answer]),
    judge,
    options: {
      abstention: config.abstention === true,
      sufficiency: config.sufficiency === true,
      combinedChecks: config.combined === true,
      ...(config.embedder && { embedding: { embedder: config.embedder, threshold: 0.8 } }),
    },
  });
  const orchestrator = StageOrchestrator.fromConfig({
    abstentionEnabled: config.abstention,
    sufficiencyEnabled: config.sufficiency,
  });
  const services = await plainServices();
  const result = await orchestrator.execute(task, { services, signal: new AbortController().signal });
  judge.assertComplete();
  return result;
}

const embedder = (vectors: readonly (readonly number[])[] | Error): EmbedderPort => ({
  model: "test-embedder",
  async embed() {
    if (vectors instanceof Error) throw vectors;
    return vectors;
  },
  async [Symbol.asyncDispose]() {},
});

describe("AbstentionCheck", () => {
  test("a refusal is no answer; nothing is parsed", async () => {
    const result = await run(
      "I cannot say.",
      [{ json: { reasoning: '"I cannot say"', abstention_detected: true } }],
      {
        abstention: true,
      },
    );
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.template).toMatchObject({
      verifyResult: false,
      templateVerificationPerformed: false,
      abstentionCheckPerformed: true,
      abstentionDetected: true,
      abstentionOverrideApplied: true,
      abstentionReasoning: '"I cannot say"',
    });
    expect(result.metadata.failure).toMatchObject({ category: "abstention", group: "abstained" });
    expect(result.metadata.completedWithoutErrors).toBe(true);
  });

  test("an answer goes on to be judged", async () => {
    const steps = [
      { json: { reasoning: "answers", abstention_detected: false } },
      { json: { target: "BCL2" } },
    ];
    const result = await run("BCL2 [1]", steps, { abstention: true });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template).toMatchObject({ abstentionDetected: false, abstentionOverrideApplied: false });
  });

  test("a check whose judge cannot be read decides nothing and says so", async () => {
    const steps = ["no", "no", { json: { target: "BCL2" } }];
    const result = await run("BCL2 [1]", steps, { abstention: true });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template).toMatchObject({ abstentionCheckPerformed: false, abstentionDetected: null });
    expect(result.metadata.warnings.join()).toContain("AbstentionCheck could not be performed");
    expect(result.metadata.caveats).toEqual(["abstention_check_failed"]);
  });
});

describe("SufficiencyCheck", () => {
  test("an insufficient answer is no answer", async () => {
    const result = await run("Perhaps.", [{ json: { reasoning: "no target named", sufficient: false } }], {
      sufficiency: true,
    });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.metadata.failure?.category).toBe("sufficiency");
    expect(result.template).toMatchObject({ sufficiencyDetected: false, sufficiencyOverrideApplied: true });
  });

  test("a sufficient answer that passes is no failure", async () => {
    const steps = [{ json: { reasoning: "names one", sufficient: true } }, { json: { target: "BCL2" } }];
    const result = await run("BCL2 [1]", steps, { sufficiency: true });
    expect(result.metadata.failure).toBeNull();
    expect(result.template?.sufficiencyDetected).toBe(true);
  });
});

describe("both checks in one call", () => {
  const reply = (abstained: boolean, sufficient: boolean) => ({
    json: {
      abstention_reasoning: "a",
      abstention_detected: abstained,
      sufficiency_reasoning: "s",
      sufficient,
    },
  });
  const config = { abstention: true, sufficiency: true, combined: true };

  test("an answer that does neither costs one call before it is parsed", async () => {
    const result = await run("BCL2 [1]", [reply(false, true), { json: { target: "BCL2" } }], config);
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template).toMatchObject({
      abstentionDetected: false,
      sufficiencyDetected: true,
      sufficiencyReasoning: "s",
    });
    expect(result.stages.map(({ name, modelCalls }) => [name, modelCalls])).toContainEqual([
      "SufficiencyCheck",
      0,
    ]);
  });

  test("an insufficient answer is found", async () => {
    const result = await run("Perhaps.", [reply(false, false)], config);
    expect(result.metadata.failure?.category).toBe("sufficiency");
  });

  test("a reply without one of the decisions is asked for again, and decides nothing when it stays so", async () => {
    const half = { json: { abstention_reasoning: "a", abstention_detected: true } };
    const steps = [
      half,
      half,
      { json: { reasoning: "names one", sufficient: true } },
      { json: { target: "BCL2" } },
    ];
    const result = await run("BCL2 [1]", steps, config);
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template).toMatchObject({
      abstentionCheckPerformed: false,
      sufficiencyCheckPerformed: true,
    });
  });
});

describe("EmbeddingCheck", () => {
  const close = embedder([
    [1, 0],
    [0.9, 0.1],
  ]);

  test("equivalent values override a failed field", async () => {
    const steps = [
      { json: { target: "B-cell lymphoma 2" } },
      { json: { reasoning: "same", equivalent: true } },
    ];
    const result = await run("B-cell lymphoma 2 [1]", steps, { embedder: close });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.caveats).toContain("embedding_override");
    expect(result.rulings.map(({ stage, kind }) => [stage, kind])).toEqual([
      ["VerifyTemplate", "verification"],
      ["EmbeddingCheck", "override"],
    ]);
    expect(result.template).toMatchObject({
      embeddingOverrideApplied: true,
      embeddingModelUsed: "test-embedder",
    });
  });

  test("never overrides a pattern that did not match", async () => {
    const steps = [
      { json: { target: "B-cell lymphoma 2" } },
      { json: { reasoning: "same", equivalent: true } },
    ];
    const result = await run("B-cell lymphoma 2", steps, { embedder: close });
    expect(outcomeOf(result)).toBe("wrong");
  });

  test.each(["", "\u200b"])("skips a template for which nothing was extracted: %j", async (target) => {
    const result = await run("It is [1].", [{ json: { target } }], { embedder: close });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.stages.find(({ name }) => name === "EmbeddingCheck")).toMatchObject({
      status: "skipped",
      reason: "no value was extracted",
    });
  });

  test("dissimilar values cost no judge call and stay wrong", async () => {
    const far = embedder([
      [1, 0],
      [0, 1],
    ]);
    const result = await run("MCL1 [1]", [{ json: { target: "MCL1" } }], { embedder: far });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.template).toMatchObject({ embeddingCheckPerformed: true, embeddingSimilarityScore: 0 });
  });

  test("a judge that does not find them equivalent leaves the verdict", async () => {
    const steps = [
      { json: { target: "BCL-XL" } },
      { json: { reasoning: "other protein", equivalent: false } },
    ];
    const result = await run("BCL-XL [1]", steps, { embedder: close });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.template?.embeddingOverrideApplied).toBe(false);
  });

  test("a judge that cannot be read changes nothing, and the similarity that was found is kept", async () => {
    const unreadable = Array<ScriptedStep>(2).fill("no JSON at all");
    const result = await run("BCL-XL [1]", [{ json: { target: "BCL-XL" } }, ...unreadable], {
      embedder: close,
    });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.metadata.caveats).toContain("embedding_check_failed");
    expect(result.template?.embeddingCheckPerformed).toBe(true);
    expect(result.template?.embeddingSimilarityScore).toBeGreaterThan(0.9);
  });

  describe("a SemanticMatch field", () => {
    const meaning = answerTemplate({
      target: verified(z.string(), {
        description: "The target",
        groundTruth: "BCL2",
        verifyWith: semanticMatch(),
      }),
    });
    const runMeaning = async (steps: readonly ScriptedStep[], port: EmbedderPort) => {
      const task = taskFor({
        template: meaning,
        answering: scriptedModel(["B-cell lymphoma 2"]),
        judge: scriptedModel(steps),
        options: { embedding: { embedder: port, threshold: 0.1 } },
      });
      const services = await plainServices();
      return StageOrchestrator.fromConfig().execute(task, { services, signal: new AbortController().signal });
    };
    const filled = { json: { target: "B-cell lymphoma 2" } };

    test("is decided by the check alone, at its own threshold", async () => {
      const same = await runMeaning([filled, { json: { reasoning: "same", equivalent: true } }], close);
      expect(outcomeOf(same)).toBe("pass");
      expect(same.rulings.map(({ stage }) => stage)).toEqual(["EmbeddingCheck"]);
      const other = await runMeaning([filled, { json: { reasoning: "other", equivalent: false } }], close);
      expect(outcomeOf(other)).toBe("wrong");
      const half = embedder([
        [1, 0],
        [1, 1],
      ]);
      expect(outcomeOf(await runMeaning([filled], half))).toBe("wrong");
    });

    test("gets no verdict when the check fails", async () => {
      const result = await runMeaning([filled], embedder(new TransportError("connection", "refused")));
      expect(outcomeOf(result)).toBe("infrastructure_failed");
      expect(result.template?.verifyResult).toBeNull();
    });
  });

  test("a failing embedder changes nothing and is noted", async () => {
    const broken = embedder(new TransportError("connection", "refused"));
    const result = await run("BCL-2 [1]", [{ json: { target: "BCL-2" } }], { embedder: broken });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.metadata.caveats).toContain("embedding_check_failed");
    expect(result.metadata.warnings.join()).toContain("refused");
  });
});
