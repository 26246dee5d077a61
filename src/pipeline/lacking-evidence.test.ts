import { expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import type { EmbedderPort } from "../ports/index.ts";
import { outcomeOf } from "../result/index.ts";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  exactMatch,
  extracted,
  setContainment,
  verified,
} from "../template/index.ts";
import { StageOrchestrator } from "./index.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const field = (groundTruth: string) =>
  verified(z.string(), { description: "A name", groundTruth, verifyWith: exactMatch() });
const perhaps = (groundTruth: string | null) =>
  verified(z.string().nullable(), { description: "A name", groundTruth, verifyWith: exactMatch() });
const note = extracted(z.string(), { description: "Anything else" });
const target = field("BCL2");

const alike: EmbedderPort = {
  model: "embedder",
  embed: async (texts) => texts.map(() => [1, 0]),
  async [Symbol.asyncDispose]() {},
};

/** Judges an answer whose judge quotes something for `quoted` alone. */
async function judged(
  template: AnswerTemplate,
  values: JsonObject,
  quoted: readonly string[],
  equivalent = false,
) {
  const text = "binds directly to BCL2";
  const excerpts = Object.fromEntries(
    Object.keys(values).map((name) => [name, quoted.includes(name) ? [{ text, confidence: "high" }] : []]),
  );
  const reasoning = Object.fromEntries(Object.keys(values).map((name) => [name, "So it is."]));
  const judge = scriptedModel([
    { json: { excerpts } },
    { json: { reasoning } },
    { json: values },
    ...(equivalent ? [{ json: { reasoning: "The same.", equivalent: true } }] : []),
  ]);
  const task = taskFor({
    template,
    answering: scriptedModel(["Venetoclax binds directly to BCL2."]),
    judge,
    options: {
      deepJudgment: {
        mode: "full",
        strategy: "batch",
        settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 0 },
        search: null,
      },
      ...(equivalent && { embedding: { embedder: alike, threshold: 0.5 } }),
    },
  });
  const orchestrator = StageOrchestrator.fromConfig({ deepJudgmentEnabled: true });
  const services = await plainServices();
  return orchestrator.execute(task, { services, signal: new AbortController().signal });
}

test.each<[string, AnswerTemplate, JsonObject, readonly string[]]>([
  [
    "a null that is right",
    answerTemplate({ target, other: perhaps(null) }),
    { target: "BCL2", other: null },
    ["target"],
  ],
  [
    "a field that is only extracted",
    answerTemplate({ target, note }),
    { target: "BCL2", note: "None." },
    ["target"],
  ],
  [
    "the other branch of a choice",
    answerTemplate({ target, other: field("MCL1") }, { strategy: anyOf(["target", "other"]) }),
    { target: "BCL2", other: "MCL1" },
    ["target"],
  ],
  [
    "one more than enough",
    answerTemplate({ target, b: field("B"), c: field("C") }, { strategy: atLeastN(2, ["target", "b", "c"]) }),
    { target: "BCL2", b: "B", c: "C" },
    ["target", "b"],
  ],
  [
    "a verified field that the strategy does not name",
    answerTemplate({ target, b: field("B") }, { strategy: allOf(["target"]) }),
    { target: "BCL2", b: "B" },
    ["target"],
  ],
  [
    "an empty list that is right",
    answerTemplate({
      target,
      risks: verified(z.array(z.string()), {
        description: "Risks",
        groundTruth: [],
        verifyWith: setContainment({ mode: "exact" }),
      }),
    }),
    { target: "BCL2", risks: [] },
    ["target"],
  ],
])("no excerpt is needed for %s", async (_name, template, values, quoted) => {
  const result = await judged(template, values, quoted);
  expect(result.template?.fieldResults).toMatchObject({ target: true });
  expect(outcomeOf(result)).toBe("pass");
  expect(result.deepJudgment?.attributesWithoutExcerpts).toHaveLength(1);
  expect(result.stages.find(({ name }) => name === "DeepJudgmentAutoFail")).toMatchObject({
    status: "skipped",
    reason: "every attribute that needs one has its excerpt",
  });
});

test.each<[string, AnswerTemplate, JsonObject, readonly string[], string]>([
  [
    "a value, though null would do",
    answerTemplate({ target, other: perhaps("MCL1") }),
    { target: "BCL2", other: "MCL1" },
    ["target"],
    "other",
  ],
  [
    "the branch that passes",
    answerTemplate({ target, other: field("MCL1") }, { strategy: anyOf(["target", "other"]) }),
    { target: "BCL2", other: "MCL2" },
    ["other"],
    "target",
  ],
  [
    "both branches",
    answerTemplate({ target, other: field("MCL1") }, { strategy: anyOf(["target", "other"]) }),
    { target: "BCL2", other: "MCL1" },
    [],
    "target, other",
  ],
  [
    "an extracted field that a custom check may look at",
    answerTemplate({ note }, { verify: ({ note: said }) => said === "BCL2" }),
    { note: "BCL2" },
    [],
    "note",
  ],
])("an excerpt is needed for %s", async (_name, template, values, quoted, lacking) => {
  const result = await judged(template, values, quoted);
  expect(result.metadata.failure).toMatchObject({
    category: "deep_judgment",
    reason: `no excerpt was found for: ${lacking}`,
  });
});

test("a null where a value was expected fails by itself", async () => {
  const template = answerTemplate({ target, other: field("MCL1") });
  const result = await judged(template, { target: "BCL2", other: null }, ["target"]);
  expect(outcomeOf(result)).toBe("wrong");
  expect(result.metadata.failure).toMatchObject({ category: "content", reason: "not stated: other" });
});

test("a value that the embedding check has passed counts as right", async () => {
  const template = answerTemplate({ target, other: field("MCL1") }, { strategy: anyOf(["target", "other"]) });
  const result = await judged(template, { target: "BCL-2", other: "x" }, ["target"], true);
  expect(result.template?.embeddingOverrideApplied).toBe(true);
  expect(outcomeOf(result)).toBe("pass");
});
