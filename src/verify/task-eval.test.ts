import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkGates, summarize } from "../analysis/index.ts";
import {
  openAiWire,
  type ServedReply,
  type ServedRequest,
  startModelServer,
} from "../models/testing/index.ts";
import { outcomeOf, readJsonExport, rubricSection } from "../result/index.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { callableTrait, llmTrait, regexTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import type { EvaluateOptions, TaskEvalConfig } from "./task-eval/evaluate.ts";
import { StepEval } from "./task-eval/step-eval.ts";
import { TaskEval } from "./task-eval/task-eval.ts";
import { isProbe, model } from "./testing/outage-run.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "Target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const question = (id: string) => ({ id, question: `Question ${id}?`, rawAnswer: "BCL2", template });
const cites = regexTrait({ name: "cites", pattern: "\\[\\d\\]" });
const short = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 20 });

/** A judge that finds the target that stands in what it is sent. */
const judgeReply = ({ body }: ServedRequest): ServedReply => {
  const sent = JSON.stringify(body);
  if (sent.includes("broken")) return { status: 400, body: { error: { message: "no such thing" } } };
  const target = /MCL1/.test(sent) ? "MCL1" : "BCL2";
  return {
    body: openAiWire.reply({
      text: JSON.stringify(sent.includes("polite") ? { scores: { polite: true } } : { target }),
    }),
  };
};

async function evaluated(
  taskEval: TaskEval,
  { config = {}, ...options }: EvaluateOptions & { readonly config?: Partial<TaskEvalConfig> } = {},
) {
  await using judge = await startModelServer(judgeReply, { probes: true });
  const warnings: string[] = [];
  const result = await taskEval.evaluate(
    { parsingModels: [model("j", judge)], ...config },
    { warn: (text) => warnings.push(text), ...options },
  );
  return { result, warnings, asked: judge.requests.filter((one) => !isProbe(one)) };
}

const kinds = (step: { readonly verificationResults: object } | null | undefined) =>
  Object.keys(step?.verificationResults ?? {});

describe("TaskEval", () => {
  test("judges what belongs to no step and each step by its own criteria, in one run", async () => {
    const taskEval = new TaskEval({ taskId: "chat", metadata: { team: "blue" } });
    taskEval.addQuestion(question("q1"));
    taskEval.addRubric([cites], { stepId: "search" });
    taskEval.addQuestion({ ...question("q1"), rubric: [short] }, { stepId: "answer" });
    taskEval.log("Found [1] and [2].", { stepId: "search", target: "step" });
    taskEval.log("Nothing of MCL1.", { stepId: "answer", target: "step" });
    taskEval.log("It is BCL2.");
    const { result, warnings, asked } = await evaluated(taskEval);
    expect(
      result.results.results.map(({ metadata: { questionId, keywords } }) => [questionId, keywords]),
    ).toEqual([
      ["q1", []],
      ["step_search_rubric_only_eval", ["step: search"]],
      ["step_answer_q1", ["step: answer"]],
    ]);
    expect(kinds(result.globalEval)).toEqual(["q1"]);
    expect(kinds(result.perStep.search)).toEqual(["step_search_rubric_only_eval"]);
    expect(kinds(result.perStep.answer)).toEqual(["q1"]);
    expect(result.getSummaryStats()).toEqual({
      ...{ tracesTotal: 3, tracesPassed: 2, tracesDecided: 3, resultsTotal: 3 },
      ...{ templateVerificationTotal: 2, templateVerificationPassed: 1 },
      ...{ rubricTraitsTotal: 2, rubricTraitsPassed: 2, rubricTraitsFailed: 0 },
      successRate: (100 * 2) / 3,
    });
    expect(result.summary()).toBe("1/2 template verifications passed | 2/2 rubric traits passed");
    expect(result.summaryCompact()).toBe(`TaskEval [chat]: ${result.summary()} (67 % success)`);
    expect(asked).toHaveLength(2);
    expect(warnings.filter((text) => !text.startsWith("Taken over"))).toEqual([
      "1 question without a template (step_search_rubric_only_eval); nothing can be verified there.",
    ]);
    await using other = await startModelServer(
      () => ({ body: openAiWire.reply({ text: '{"target":"MCL1"}' }) }),
      { probes: true },
    );
    await using judge = await startModelServer(judgeReply, { probes: true });
    const parsingModels = [model("j", judge), model("k", other)];
    const both = await taskEval.evaluate({ parsingModels });
    // one of two judges is enough
    expect(both.getSummaryStats()).toMatchObject({ tracesPassed: 2, tracesDecided: 3, resultsTotal: 6 });
    const one = await evaluated(taskEval, { stepId: "search" });
    expect([one.result.globalEval, Object.keys(one.result.perStep)]).toEqual([null, ["search"]]);
  });

  test("merges texts and traces in their order, or traces alone, without system prompt and question", async () => {
    const taskEval = new TaskEval();
    taskEval.addRubric([cites]);
    taskEval.log("First.");
    taskEval.logTrace([
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
      { role: "user", content: [{ type: "text", text: "What?" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "look_up", input: { q: "x" } }] },
      { role: "tool", content: [{ type: "tool_result", toolUseId: "1", content: "BCL2", isError: false }] },
      { role: "assistant", content: [{ type: "text", text: "It is BCL2." }] },
    ]);
    const event = taskEval.logTrace("--- AI Message ---\nLast [1].");
    expect([event.text, event.traceMessages]).toEqual([
      "Last [1].",
      [{ role: "assistant", content: "Last [1]." }],
    ]);
    const rolesOf = async (options: EvaluateOptions) => {
      const { result } = await evaluated(taskEval, options);
      const [first] = result.results;
      return [
        first?.template?.traceMessages.map(({ role }) => role),
        first?.template?.agentMetrics?.toolCalls,
      ];
    };
    const trace = ["assistant", "tool", "assistant", "assistant"];
    expect(await rolesOf({})).toEqual([["assistant", ...trace], 1]);
    expect(await rolesOf({ mergeStrategy: "traces_only" })).toEqual([trace, 1]);
  });

  test("drops nothing in silence: wrong targets, steps without criteria, questions nobody asks, questions without a log", async () => {
    const taskEval = new TaskEval();
    taskEval.addQuestion(question("q1"));
    taskEval.addQuestion(question("q2"));
    taskEval.addQuestion({ id: "bare", question: "Bare?", rawAnswer: "-" });
    taskEval.addRubric([cites], { stepId: "empty" });
    // @ts-expect-error a compiler cannot know that a step is missing; another option is none
    taskEval.log("It is BCL2.", { target: "step", questionId: "q1", levle: "info" });
    taskEval.log("A step.", { stepId: "other", questionId: "q9" });
    const { result, warnings, asked } = await evaluated(taskEval);
    expect(asked).toHaveLength(1);
    expect(result.globalEval?.failedQuestions).toEqual({
      q2: "nothing was logged for it",
      bare: "the question has neither a template nor traits",
    });
    expect(result.perStep.empty?.failedQuestions).toEqual({
      step_empty_rubric_only_eval: "nothing was logged for it",
    });
    expect(result.summary()).toBe("1/2 template verifications passed | 3 questions not judged");
    expect(warnings.join("\n")).toContain("target `step` without a stepId");
    expect(warnings.join("\n")).toContain('unknown option "levle", did you mean "level"?');
    expect(warnings.join("\n")).toContain('"other" has events and no criteria');
    expect(warnings.join("\n")).toContain('Events of questions that are not evaluated: 1, the first of "q9"');
    expect(result.display()).toContain("✗ FAILED  q2\n    nothing was logged for it");
    expect(result.exportMarkdown()).toContain("| q2 | failed |  | nothing was logged for it |");
    expect(result.exportMarkdown()).toContain("Status: ❌ Some Failed (50");
  });

  test("a question that nothing was logged for counts as not answered in results and gates", async () => {
    const taskEval = new TaskEval();
    for (const id of ["q1", "q2", "q3"]) taskEval.addQuestion(question(id));
    taskEval.log("It is BCL2.", { questionId: "q1", model: "app" });
    taskEval.log("It is BCL2.", { questionId: "q3", model: "app" });
    const { result } = await evaluated(taskEval);
    expect(Array.from(result.results, (one) => [one.metadata.questionId, outcomeOf(one)])).toEqual([
      ["q1", "pass"],
      ["q2", "no_answer"],
      ["q3", "pass"],
    ]);
    const [, unanswered] = result.results;
    expect(unanswered?.metadata.answering.modelName).toBe("app");
    const summary = await summarize(result.results);
    const gates = checkGates({ summary }, [
      { gate: "pass_rate", min: 0.8 },
      { gate: "outcome_share", outcome: "no_answer", max: 0 },
    ]);
    expect(gates).toMatchObject([
      { met: false, n: 3 },
      { met: false, n: 3 },
    ]);
  });

  test("shows a judge's failure as one, apart from what did not pass", async () => {
    const taskEval = new TaskEval();
    taskEval.addQuestion({ ...question("q1"), question: "broken?" });
    taskEval.addQuestion(question("q2"));
    taskEval.log("MCL1");
    const { result } = await evaluated(taskEval);
    expect(Object.keys(result.globalEval?.failedQuestions ?? {})).toEqual(["q1"]);
    expect(result.summary()).toBe("0/1 template verifications passed | 1 question not judged");
    expect(result.display()).toContain("⚠ NO RESULT  q1");
    expect(result.display()).toContain("✗ FAILED  q2");
    expect(JSON.parse(result.exportJson()).global_evaluation.failed_questions.q1).toContain("no such thing");
  });

  test("judges with several judges, replicates and the mode that is asked for", async () => {
    await using judge = await startModelServer(judgeReply, { probes: true });
    const taskEval = new TaskEval({ taskId: "t" });
    taskEval.addTemplate(template);
    taskEval.addRubric([llmTrait({ name: "polite", description: "Polite?", kind: "boolean" }), cites]);
    taskEval.log("It", { model: "app-7", usage: { inputTokens: 10, costUsd: 0.5 } });
    taskEval.log("is BCL2.", { usage: { inputTokens: 1, outputTokens: 2 } });
    const parsingModels = [model("j", judge), model("k", judge)];
    const result = await taskEval.evaluate({ parsingModels, replicateCount: 3 });
    const all = result.results.results;
    expect(all.map(({ metadata }) => [metadata.parsing.modelName, metadata.replicate])).toEqual(
      ["j", "k"].flatMap((name) => [1, 2, 3].map((replicate) => [name, replicate])),
    );
    expect(all[0]?.metadata).toMatchObject({
      ...{
        questionId: "answer",
        evaluationMode: "template_and_rubric",
        runName: expect.stringMatching(/^taskeval_/),
      },
      answering: { interface: "taskeval", modelName: "app-7" },
      reused: { resultId: "t:1", inputTokens: 11, outputTokens: 2, costUsd: 0.5, toldByFile: true },
    });
    expect(result.globalEval?.aggregateRubricResults()).toMatchObject({
      ...{ llm: { polite: 1 }, regex: { cites: 0 }, callable: {}, failedReplicateCount: 0 },
    });
    const alone = await evaluated(taskEval, { config: { evaluationMode: "template_only" } });
    expect(alone.result.summary()).toBe("1/1 template verifications passed");
    await expect(evaluated(taskEval, { config: { replicateCount: 0.5 } })).rejects.toThrow("replicateCount");
    const wrong = evaluated(taskEval, { config: { deepJudgmentMod: "full" } as Partial<TaskEvalConfig> });
    await expect(wrong).rejects.toThrow('did you mean "deepJudgmentMode"');
  });

  test("a trait that is better false passes when it is false; scores have no pass", async () => {
    const taskEval = new TaskEval();
    const count = callableTrait({ name: "n", kind: "score", minScore: 0, maxScore: 9, evaluate: () => 4 });
    taskEval.addRubric([{ ...cites, higherIsBetter: false }, count]);
    taskEval.registerCallable("n", (text) => text.length);
    taskEval.log("Six.");
    const { result } = await evaluated(taskEval);
    expect(result.summary()).toBe("1/1 rubric traits passed");
    expect(result.globalEval?.aggregateRubricResults()).toMatchObject({
      regex: { cites: 0 },
      callable: { n: 4 },
    });
    taskEval.registerCallable("nobody", () => true);
    await expect(evaluated(taskEval)).rejects.toThrow(
      'no callable trait that is judged has the name "nobody"',
    );
  });

  test("what a template trait has filled in is no judgment, and a trait without a value does not count", () => {
    const rubric = rubricSection({
      llmTraitScores: { clear: true, "parts.b": true, lost: false },
      traitProvenance: { clear: "global", parts: "global", lost: "global" },
      traitFailures: { lost: "no reply" },
    });
    const result = sampleResult({ metadata: { evaluationMode: "rubric_only" }, template: null, rubric });
    const step = new StepEval(new Map([["q", [result]]]), new Map(), []);
    expect(step.getSummaryStats()).toMatchObject({
      ...{ rubricTraitsTotal: 1, rubricTraitsPassed: 1, rubricTraitsFailed: 1, templateVerificationTotal: 0 },
      ...{ tracesTotal: 1, tracesPassed: 1, successRate: 100 },
    });
  });

  test("dynamic traits are judged where they apply", async () => {
    const taskEval = new TaskEval();
    taskEval.addDynamicRubric([regexTrait({ name: "dose", pattern: "mg", description: "Says a dose?" })], {
      stepId: "s",
    });
    taskEval.log("Take 5 mg.", { stepId: "s" });
    await using judge = await startModelServer(
      () => ({
        body: openAiWire.reply({
          text: JSON.stringify({ results: [{ trait_name: "dose", present: true }] }),
        }),
      }),
      { probes: true },
    );
    const result = await taskEval.evaluate({ parsingModels: [model("j", judge)] });
    expect(result.results.results[0]?.rubric).toMatchObject({
      ...{ dynamicRubricPromotedTraits: ["dose"], regexTraitScores: { dose: true } },
    });
  });

  test("refuses what cannot be evaluated before a judge is asked", async () => {
    const taskEval = new TaskEval();
    taskEval.log("x");
    await expect(evaluated(taskEval)).rejects.toThrow("no question, template or rubric was added");
    taskEval.addTemplate(template);
    expect(() => taskEval.addTemplate(template)).toThrow(/answer/);
    expect(taskEval.addTemplate(template, { id: "second" })).toBe("second");
    taskEval.addRubric([cites]);
    expect(() => taskEval.addRubric([cites])).toThrow('Two traits have the name "cites".');
    const merged = { mergeStrategy: "texts_only" as "traces_only" };
    await expect(evaluated(taskEval, merged)).rejects.toThrow("expected one of concatenate, traces_only");
    const config = { fewShotConfig: { poolMode: "all" } } as Partial<TaskEvalConfig>;
    await expect(evaluated(taskEval, { config })).rejects.toThrow("fewShotConfig cannot be used here");
    await expect(evaluated(taskEval, { stepId: "s" })).rejects.toThrow('The step "s" has no criteria.');
    const empty = new TaskEval();
    empty.addTemplate(template);
    await expect(evaluated(empty)).rejects.toThrow("answer: nothing was logged for it");
    // @ts-expect-error no such option
    expect(() => new TaskEval({ task: "x" })).toThrow('unknown option "task", did you mean "taskId"?');
  });

  test("saves results that every command reads, and what was logged where that is asked for", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "task-eval-"));
    try {
      const taskEval = new TaskEval({ taskId: "[x](http://a) \u001b[31m" });
      taskEval.addRubric([cites], { stepId: "s" });
      taskEval.log("It is [1].", { stepId: "s", tags: ["a"] });
      const { result } = await evaluated(taskEval);
      await result.results.save(path.join(folder, "run.json"));
      const read = await readJsonExport(path.join(folder, "run.json"));
      expect([...read.results]).toEqual(result.results.results);
      const exported = JSON.parse(result.exportJson({ includeLogs: true }));
      expect(Object.keys(exported)).toEqual([
        ...["task_id", "metadata", "timestamp", "summary", "global_evaluation", "step_evaluations", "logs"],
      ]);
      expect(exported.logs.steps.s).toMatchObject([{ answer: "It is [1].", tags: ["a"], step_id: "s" }]);
      expect(exported.step_evaluations.s.summary_stats).toMatchObject({
        traces_passed: 1,
        success_rate: 100,
      });
      expect(result.display()).not.toContain("\u001b");
      expect(result.exportMarkdown()).not.toContain("[x](");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
