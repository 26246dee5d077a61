import { describe, expect, test } from "vitest";
import * as z from "zod";
import { indexText } from "../evidence/index.ts";
import { evidenceModel, quoting } from "../judge/deep-judgment/testing/evidence-model.ts";
import { judgedTexts, listEvidence } from "../report/index.ts";
import {
  callableTrait,
  llmTrait,
  metricTrait,
  type RubricTrait,
  regexTrait,
  rubric,
} from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { messageText, type RetrievedContext } from "../trace/index.ts";
import { StageOrchestrator } from "./index.ts";
import { type ScriptedStep, scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const answer = "It acts on BCL2.";
const passages = [{ text: "Venetoclax binds BCL2, 400 mg a day." }, { text: "It was found by chance." }];

type Judge = Omit<ReturnType<typeof scriptedModel>, "assertComplete">;

interface Given {
  readonly contexts?: readonly RetrievedContext[] | undefined;
  readonly deep?: boolean;
}

async function run(traits: readonly RubricTrait[], judge: Judge, given: Given) {
  const { contexts } = given;
  const task = taskFor({
    answering: scriptedModel([answer], { reply: contexts === undefined ? {} : { contexts } }),
    judge,
    rubric: { rubric: rubric(traits), provenance: {}, dynamic: null, traitNames: null },
    options: {
      evaluationMode: "rubric_only",
      ...(given.deep && {
        deepJudgmentRubric: {
          mode: "enable_all",
          strategy: "batch",
          defaults: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 0 },
          globalExcerpts: true,
          searchEnabled: false,
          custom: null,
          search: null,
        },
      }),
    },
  });
  const orchestrator = StageOrchestrator.fromConfig({
    evaluationMode: "rubric_only",
    rubric: rubric(traits),
  });
  const services = await plainServices();
  return await orchestrator.execute(task, { services, signal: new AbortController().signal });
}

const asked = (judge: Judge) => judge.requests.map(({ messages }) => messages.map(messageText).join("\n"));

const onContexts = [
  llmTrait({ name: "on_topic", kind: "boolean", judge: "contexts" }),
  regexTrait({ name: "dose", pattern: String.raw`\d+ mg`, judge: "contexts" }),
  callableTrait({
    name: "length",
    kind: "score",
    minScore: 0,
    maxScore: 99,
    evaluate: (text) => text.length,
    judge: "contexts",
  }),
  metricTrait({ name: "found", metrics: ["recall"], tpInstructions: ["names a dose"], judge: "contexts" }),
];

test("traits are judged on what they ask for: the contexts, the answer, or what the run says", async () => {
  const steps: readonly ScriptedStep[] = [
    { json: { scores: { on_topic: true } } },
    { json: { scores: { clear: true } } },
    { json: { tp: ["400 mg"], fn: [], fp: [] } },
  ];
  const judge = scriptedModel(steps);
  const clear = llmTrait({ name: "clear", kind: "boolean" });
  const dose = regexTrait({ name: "answer_dose", pattern: "mg", judge: "answer" });
  const { rubric: found } = await run([...onContexts, clear, dose], judge, { contexts: passages });
  expect(found).toMatchObject({
    llmTraitScores: { on_topic: true, clear: true },
    regexTraitScores: { dose: true, answer_dose: false },
    callableTraitScores: { length: passages.map(({ text }) => text).join("\n\n").length },
    metricTraitScores: { found: { recall: 1 } },
    traitSources: {
      on_topic: "contexts",
      dose: "contexts",
      length: "contexts",
      found: "contexts",
      answer_dose: "answer",
    },
    traitFailures: null,
  });
  const [contexts, own, metric] = asked(judge);
  for (const text of [contexts, metric]) {
    expect(text).toContain(
      "<contexts>\nVenetoclax binds BCL2, 400 mg a day.\n\nIt was found by chance.\n</contexts>",
    );
    expect(text).toContain("What is judged here is no answer");
    expect(text).not.toContain(answer);
  }
  expect(own).toContain(`<answer>\n${answer}\n</answer>`);
  expect(own).not.toContain("What is judged here is no answer");
});

test.each([
  ["nothing is known of", undefined, /no contexts came with it/],
  ["there are no", [], /contexts are empty/],
  ["there is no text in the", [{ text: " " }], /hold no text/],
])("where %s contexts, their traits have no value and no judge is asked", async (_, contexts, reason) => {
  const { rubric: found } = await run(onContexts, scriptedModel([]), { contexts });
  expect(Object.keys(found?.traitFailures ?? {})).toHaveLength(4);
  for (const problem of Object.values(found?.traitFailures ?? {})) expect(problem).toMatch(reason);
  expect(found).toMatchObject({ llmTraitScores: null, regexTraitScores: null });
});

test("deep judgment quotes from the contexts, and the excerpt is marked there", async () => {
  const quotation = "Venetoclax binds BCL2, 400 mg a day.";
  const judge = evidenceModel(({ form, traits }) =>
    form === "excerpts" ? quoting(quotation, traits) : undefined,
  );
  const onTopic = llmTrait({ name: "on_topic", kind: "boolean", judge: "contexts" });
  const result = await run([onTopic], judge, { contexts: passages, deep: true });
  expect(result.deepJudgmentRubric?.extractedRubricExcerpts?.on_topic).toMatchObject([
    { text: quotation, start: 0, end: quotation.length },
  ]);
  expect(asked(judge)[0]).toContain("<contexts>\nVenetoclax binds");
  const { texts, notFound } = judgedTexts(result, listEvidence(result), indexText);
  expect(texts[1]).toMatchObject({
    title: "What traits were judged on (contexts)",
    marks: [{ start: 0, end: quotation.length }],
  });
  expect([...notFound]).toEqual([]);
});

describe("a template that is filled in from the contexts", () => {
  const template = answerTemplate(
    {
      dose: verified(z.string(), {
        description: "The dose that they name",
        groundTruth: "400 mg",
        verifyWith: exactMatch(),
      }),
    },
    { judge: "contexts" },
  );
  const fill = async (judge: Judge, contexts: readonly RetrievedContext[] | undefined, isDeep = false) => {
    const task = taskFor({
      template,
      answering: scriptedModel([answer], { reply: contexts === undefined ? {} : { contexts } }),
      judge,
      options: {
        sufficiency: true,
        ...(isDeep && {
          deepJudgment: {
            mode: "full",
            strategy: "batch",
            settings: { maxExcerpts: 1, threshold: 0.8, retryAttempts: 0 },
            search: null,
          },
        }),
      },
    });
    const orchestrator = StageOrchestrator.fromConfig({
      evaluationMode: "template_only",
      sufficiencyEnabled: true,
    });
    const services = await plainServices();
    return await orchestrator.execute(task, { services, signal: new AbortController().signal });
  };

  test("is judged on them alone", async () => {
    const judge = scriptedModel([{ json: { dose: "400 mg" } }]);
    const result = await fill(judge, passages);
    expect(result.template).toMatchObject({ verifyResult: true, judgedSource: "contexts" });
    expect(result.evaluationInput).toBe("Venetoclax binds BCL2, 400 mg a day.\n\nIt was found by chance.");
    expect(asked(judge)).toHaveLength(1);
    expect(asked(judge)[0]).toContain("<contexts>\nVenetoclax binds");
    expect(asked(judge)[0]).not.toContain(answer);
    expect(judgedTexts(result, [], indexText).texts[0]).toMatchObject({ title: "Answer", text: answer });
  });

  test("has no verdict where there are none, and no judge is asked", async () => {
    for (const contexts of [undefined, []]) {
      const { template: section, metadata } = await fill(scriptedModel([]), contexts);
      expect(section?.verifyResult).toBeNull();
      expect(metadata.failure).toMatchObject({ category: "configuration", group: "system" });
      expect(metadata.failure?.reason).toMatch(/^The template is filled in from contexts, and /);
    }
  });

  test("has its excerpts in them", async () => {
    const quotation = "Venetoclax binds BCL2, 400 mg a day.";
    const judge = evidenceModel(({ form, traits }) => {
      if (form === "Answer") return { json: { dose: "400 mg" } };
      return form === "excerpts" ? quoting(quotation, traits.length > 0 ? traits : ["dose"]) : undefined;
    });
    const result = await fill(judge, passages, true);
    expect(result.deepJudgment?.extractedExcerpts?.dose).toMatchObject([{ text: quotation, start: 0 }]);
    const { texts } = judgedTexts(result, listEvidence(result), indexText);
    expect(texts[1]).toMatchObject({ title: "What was judged (contexts)", marks: [{ start: 0 }] });
  });
});
