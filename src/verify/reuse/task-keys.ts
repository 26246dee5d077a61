import { readFileSync } from "node:fs";
import { type Environment, sha256 } from "../../base/index.ts";
import { traitsJson } from "../../benchmark/index.ts";
import { judgingFingerprint, modelFingerprint } from "../../config/index.ts";
import { askedConversation, type Task } from "../../pipeline/index.ts";
import { emptyRubric } from "../../rubric/index.ts";
import { investigatesFolders } from "../agents/investigates-folders.ts";
import type { PreparedRun } from "../prepare-run.ts";
import { type JudgmentParts, judgesTraitsApart, restFingerprint, traitKeysOf } from "./judgment-parts.ts";
import { readOutsideContent } from "./outside-content.ts";
import type { AnswerKeys } from "./reuse-source.ts";

/** What a task's key is made of; a whole task fits. */
export type KeyedTask = Pick<
  Task,
  "question" | "templateId" | "fewShot" | "attachments" | "rubric" | "replicate"
> & {
  readonly answering: { readonly id: string };
  readonly parsing: { readonly id: string };
};

/** By which stored answers and judgments are known again: lower-case hexadecimal SHA-256. */
export interface TaskKeys extends AnswerKeys {
  /** Everything that shapes its judgment: template, traits, judge, settings, own stages. */
  readonly judgment: string;
  /** The same in pieces; undefined where traits are not judged apart. */
  readonly parts: JudgmentParts | undefined;
}

/** What the keys of a question's tasks have in common. */
interface QuestionKeys {
  readonly answer: string;
  readonly judgment: string;
  readonly rest: string;
  readonly traits: JudgmentParts["traits"] | undefined;
}

/**
 * Makes the keys of a run's tasks. A run of one replicate has the keys of the first of several. Of functions in a
 * configuration only their names count. Files are read once, now.
 */
export async function taskKeys(
  { resolved, plan }: Pick<PreparedRun, "resolved" | "plan">,
  environment: Environment,
): Promise<(task: KeyedTask) => TaskKeys> {
  const outside = await readOutsideContent({ resolved, plan }, environment);
  const models = new Map(
    [...resolved.answeringModels, ...resolved.parsingModels].map((model) => [
      model,
      keyOf([modelFingerprint(model), contentOf(model.manualTracesPath), contentOf(model.replayFile)]),
    ]),
  );
  const { ownStages, leftOut } = plan.pipelines;
  const judging = [
    judgingFingerprint(resolved),
    [...plan.traitModels].map(([key, model]) => [key, modelFingerprint(model)]),
    ownStages,
    leftOut,
  ];
  const isApart = judgesTraitsApart(resolved, plan.pipelines);
  const restOfJudging = [restFingerprint(resolved), judging.slice(1)];
  const ofQuestions = new Map<string, QuestionKeys>();
  const ofQuestion = (task: KeyedTask): QuestionKeys => {
    const { question, fewShot, templateId, rubric } = task;
    const known = ofQuestions.get(question.id);
    if (known !== undefined) return known;
    const { workspacePath = null } = question;
    const conversation = askedConversation(task);
    const traits =
      rubric === null
        ? null
        : [
            traitsJson({ rubric: rubric.rubric, dynamicRubric: rubric.dynamic ?? emptyRubric }, "question"),
            rubric.traitNames,
          ];
    const keys = {
      answer: keyOf([
        ...[question.question, fewShot, workspacePath, resolved.promptConfig.generation ?? null],
        // keys of before stay where the question is its text alone
        ...(conversation === null ? [] : [conversation]),
      ]),
      judgment: keyOf([judging, templateId, question.rawAnswer, traits]),
      rest: keyOf([restOfJudging, templateId, question.rawAnswer]),
      traits: isApart ? traitKeysOf(rubric) : undefined,
    };
    ofQuestions.set(question.id, keys);
    return keys;
  };
  const known = (list: typeof resolved.answeringModels) => new Map(list.map((model) => [model.id, model]));
  const [answerers, judges] = [known(resolved.answeringModels), known(resolved.parsingModels)];
  return (task) => {
    const { answer, judgment, rest, traits } = ofQuestion(task);
    const [answerer, judge] = [answerers.get(task.answering.id), judges.get(task.parsing.id)];
    const files = outside.ofQuestion(task.question.id);
    const answerParts = [answer, (answerer && models.get(answerer)) ?? null, task.replicate ?? 1];
    const answerOutside = given([
      answerer && outside.ofModel(answerer),
      answerer && outside.isGivenFiles(answerer) ? files : undefined,
    ]);
    const judgeOutside = given([
      judge && outside.ofModel(judge),
      investigatesFolders(task, resolved) ? files : undefined,
    ]);
    const answerOnly = keyOf(answerParts);
    const judgeParts = [(judge && models.get(judge)) ?? null, ...judgeOutside];
    return {
      answer: answerOutside.length === 0 ? answerOnly : keyOf([...answerParts, ...answerOutside]),
      answerOnly,
      judgment: keyOf([judgment, ...judgeParts]),
      parts: traits && { rest: keyOf([rest, ...judgeParts]), traits },
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

/** Nothing where nothing is known, so that keys of other runs stay as they are. */
const given = (parts: readonly (string | undefined)[]): readonly unknown[] =>
  parts.every((part) => part === undefined) ? [] : [parts.map((part) => part ?? null)];

const keyOf = (parts: unknown): string => sha256(JSON.stringify(parts));
