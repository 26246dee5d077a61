import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isThorough } from "../../base/testing/property-runs.ts";
import { StageOrchestrator } from "../../pipeline/index.ts";
import { plainServices, taskFor } from "../../pipeline/testing/task-for.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { createLlamaCppLlm } from "./llm.ts";
import { createLlamaCppModels } from "./models.ts";
import { findLocalModel } from "./testing/local-model.ts";

const local = findLocalModel("a run with llama.cpp alone");

type City = "Paris" | "Rome" | "Berlin";

const capital = (name: City) =>
  answerTemplate({
    capital: verified(z.enum(["Paris", "Rome", "Berlin"]), {
      description: "The city the answer names as the capital",
      groundTruth: name,
      verifyWith: exactMatch(),
    }),
  });

describe.runIf(isThorough && local !== undefined)("a run with llama.cpp alone", { timeout: 240_000 }, () => {
  it("answers two questions and judges the answers with one loaded model", async () => {
    const { packageFolder, modelPath } = local ?? { packageFolder: "", modelPath: "" };
    await using models = createLlamaCppModels({ packageFolder });
    const settings = { models, modelPath, contextSize: 2048, temperature: 0 };
    await using answering = createLlamaCppLlm({ ...settings, maxTokens: 40 });
    await using judge = createLlamaCppLlm({ ...settings, maxTokens: 100 });
    for (const [country, city] of [
      ["France", "Paris"],
      ["Italy", "Rome"],
    ] as const) {
      const task = taskFor({
        template: capital(city),
        question: `What is the capital of ${country}?`,
        answering,
        judge,
      });
      const result = await StageOrchestrator.fromConfig({}).execute(task, {
        services: await plainServices(),
        signal: new AbortController().signal,
      });
      expect(result.metadata).toMatchObject({ completedWithoutErrors: true, error: null });
      expect(result.template?.rawLlmResponse).toContain(city);
      // The grammar keeps the judge to the template; whether so small a judge is right is its own business.
      expect(["Paris", "Rome", "Berlin"]).toContain(result.template?.parsedLlmResponse?.capital);
      expect(typeof result.template?.verifyResult).toBe("boolean");
    }
  });
});
