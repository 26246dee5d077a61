import { readFileSync } from "node:fs";
import { sha256 } from "../../base/index.ts";
import { traitsJson } from "../../benchmark/index.ts";
import { judgingFingerprint, modelFingerprint } from "../../config/index.ts";
import type { Task } from "../../pipeline/index.ts";
import { emptyRubric } from "../../rubric/index.ts";
import type { PreparedRun } from "../prepare-run.ts";

/** What a task's key is made of; a whole task fits. */
export type KeyedTask = Pick<Task, "question" | "templateId" | "fewShot" | "rubric" | "replicate"> & {
  readonly answering: { readonly id: string };
  readonly parsing: { readonly id: string };
};

/** By which stored answers and judgments are known again: lower-case hexadecimal SHA-256. */
export interface TaskKeys {
  /** Everything that shapes the answer: question, examples, instructions, model with its settings and tools, replicate. */
  readonly answer: string;
  /** Everything that shapes its judgment: template, traits, judge, settings, own stages. */
  readonly judgment: string;
}

/**
 * Makes the keys of a run's tasks. A run of one replicate has the keys of the first of several. Of functions in a
 * configuration only their names count.
 */
export function taskKeys({
  resolved,
  plan,
}: Pick<PreparedRun, "resolved" | "plan">): (task: KeyedTask) => TaskKeys {
  const models = new Map(
    [...resolved.answeringModels, ...resolved.parsingModels].map((model) => [
      model,
      keyOf([modelFingerprint(model), contentOf(model.manualTracesPath), contentOf(model.replayFile)]),
    ]),
  );
  const modelsOf = (list: typeof resolved.answeringModels) =>
    new Map(list.map((model) => [model.id, models.get(model)]));
  const [answering, parsing] = [modelsOf(resolved.answeringModels), modelsOf(resolved.parsingModels)];
  const { ownStages, leftOut } = plan.pipelines;
  const judging = [
    judgingFingerprint(resolved),
    [...plan.traitModels].map(([key, model]) => [key, modelFingerprint(model)]),
    ownStages,
    leftOut,
  ];
  const ofQuestions = new Map<string, TaskKeys>();
  const ofQuestion = (task: KeyedTask): TaskKeys => {
    const { question, fewShot, templateId, rubric } = task;
    const known = ofQuestions.get(question.id);
    if (known !== undefined) return known;
    const { workspacePath = null } = question;
    const traits =
      rubric === null
        ? null
        : [
            traitsJson({ rubric: rubric.rubric, dynamicRubric: rubric.dynamic ?? emptyRubric }, "question"),
            rubric.traitNames,
          ];
    const keys = {
      answer: keyOf([question.question, fewShot, workspacePath, resolved.promptConfig.generation ?? null]),
      judgment: keyOf([judging, templateId, question.rawAnswer, traits]),
    };
    ofQuestions.set(question.id, keys);
    return keys;
  };
  return (task) => {
    const { answer, judgment } = ofQuestion(task);
    return {
      answer: keyOf([answer, answering.get(task.answering.id) ?? null, task.replicate ?? 1]),
      judgment: keyOf([judgment, parsing.get(task.parsing.id) ?? null]),
    };
  };
}

/** Prepared answers and recorded replies are what their file holds, not where it stands; null: there is none. */
function contentOf(file: string | null): string | null {
  if (file === null) return null;
  try {
    return sha256(readFileSync(file, "utf8"));
  } catch {
    // whoever opens it later says what is wrong with it
    return null;
  }
}

const keyOf = (parts: unknown): string => sha256(JSON.stringify(parts));
