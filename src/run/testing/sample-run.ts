import type { Question } from "../../benchmark/index.ts";
import type { AnsweringModel, ParsingModel, Task } from "../../pipeline/index.ts";
import { plainOptions } from "../../pipeline/testing/task-for.ts";
import type { LlmPort, ParserPort } from "../../ports/index.ts";
import { type FailureCategory, failure, VerificationResult } from "../../result/index.ts";
import { emptyRubric } from "../../rubric/index.ts";
import { planTasks, type TaskPlan, type TaskPlanOptions } from "../plan.ts";

const unused = () => Promise.reject(new Error("no model is called in this test"));
const close = () => Promise.resolve();
const llm: LlmPort = {
  capabilities: { systemPrompt: true, structuredOutput: true },
  generate: unused,
  [Symbol.asyncDispose]: close,
};
const parser: ParserPort = { parse: unused, [Symbol.asyncDispose]: close };

const model = (id: string) => ({
  id,
  identity: { interface: "scripted", modelName: id, tools: [], configId: null },
  systemPrompt: null,
  requestTimeoutMs: undefined,
  retryBudget: {},
});

function sampleAnswering(id: string): AnsweringModel {
  return { ...model(id), connection: { kind: "llm", llm }, recorded: false };
}

function sampleJudge(id: string): ParsingModel {
  return { ...model(id), llm, parser, agent: null };
}

function sampleQuestion(id: string): Question {
  return {
    id,
    question: `What is ${id}?`,
    rawAnswer: id,
    keywords: [],
    fewShotExamples: [],
    customMetadata: {},
    finished: true,
    dateCreated: "2026-01-01T00:00:00.000Z",
    dateModified: "2026-01-01T00:00:00.000Z",
    rubric: emptyRubric,
    dynamicRubric: emptyRubric,
  };
}

/** A plan of the named questions, answering models and judges. */
export function samplePlan(
  names: {
    readonly questions: readonly string[];
    readonly answering?: readonly string[];
    readonly judges?: readonly string[];
  },
  more: Partial<TaskPlanOptions> = {},
): TaskPlan {
  return planTasks({
    questions: names.questions.map((id) => ({
      question: sampleQuestion(id),
      templateId: "no_template",
      fewShot: [],
      rubric: null,
    })),
    answering: (names.answering ?? ["model"]).map(sampleAnswering),
    parsing: (names.judges ?? ["judge"]).map(sampleJudge),
    runName: "run",
    options: plainOptions,
    ...more,
  });
}

/** The result of a task: a pass, or a failure of the category given. */
export function sampleResult(task: Task, category?: FailureCategory): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId: task.question.id,
      templateId: task.templateId,
      questionText: task.question.question,
      answering: task.answering.identity,
      parsing: task.parsing.identity,
      executionTime: 1,
      timestamp: "2026-01-01T00:00:00.000Z",
      resultId: "0123456789abcdef",
      runName: task.runName,
      replicate: task.replicate,
      completedWithoutErrors: category === undefined,
      failure:
        category === undefined
          ? null
          : failure({ category, stage: "GenerateAnswer", reason: `it was ${category}` }),
    },
    template: { verifyResult: category === undefined ? true : null },
  });
}

/** Task keys as `question model judge replicate`, short enough to compare in a test. */
export const shortKey = (task: Task) =>
  [task.question.id, task.answering.id, task.parsing.id, task.replicate]
    .filter((part) => part !== null)
    .join(" ");
