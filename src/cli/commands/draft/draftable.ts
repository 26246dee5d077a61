import { oneLine } from "../../../base/index.ts";
import type { Question } from "../../../benchmark/index.ts";
import { draftRecord, isBeyondDoubt, isTriedTemplate } from "../../../drafting/index.ts";
import { usageError } from "../../failure.ts";
import { selectAnyQuestions } from "../../select-questions.ts";
import type { DraftOptions } from "./draft-command.ts";

/** A question and its place in the benchmark, from 0. */
export interface Placed {
  readonly number: number;
  readonly question: Question;
}

/**
 * The questions that are to be drafted: those without a template, and of drafts of a model those that a judge failed at, with
 * `--again` also those that do not pass what they were tried on. Where questions are named, any draft of them.
 *
 * @throws KareninaError `configuration` for a named question whose template is no draft.
 */
export function draftable(questions: readonly Question[], options: DraftOptions): readonly Placed[] {
  const { questions: places, questionIds, limit, again = false } = options;
  const isNamed = (places ?? questionIds) !== undefined;
  const chosen = new Set(selectAnyQuestions(questions, options).map(({ id }) => id));
  const all = questions
    .map((question, number) => ({ question, number }))
    .filter(({ question }) => chosen.has(question.id));
  const kept = isNamed
    ? all.filter(({ question }) => !isOwn(question))
    : all.filter(({ question }) => isOpen(question, again));
  const own = all.filter(({ question }) => isOwn(question));
  if (isNamed && own.length > 0)
    throw usageError(
      `Not drafts: ${own.map(({ number, question }) => `#${number} ${oneLine(question.id)}`).join(", ")}.`,
      "They are finished, or somebody wrote their templates. Take the template away to have it drafted.",
    );
  return limit === undefined ? kept : kept.slice(0, limit);
}

/** Somebody has written its template, changed it, or said that it is done. */
function isOwn(question: Question): boolean {
  if (question.template === undefined) return false;
  const record = draftRecord(question);
  return question.finished || record === undefined || !isTriedTemplate(question, record);
}

function isOpen(question: Question, again: boolean): boolean {
  if (question.template === undefined) return true;
  const state = draftRecord(question)?.state;
  return !isOwn(question) && (state === "undecided" || (again && state !== "passes"));
}

/** Questions without a template that no model was asked about. */
export function proposable(questions: readonly Question[], options: DraftOptions): readonly Placed[] {
  const chosen = new Set(selectAnyQuestions(questions, options));
  const open = questions
    .map((question, number) => ({ question, number }))
    .filter(
      ({ question }) =>
        chosen.has(question) && question.template === undefined && draftRecord(question) === undefined,
    );
  return options.limit === undefined ? open : open.slice(0, options.limit);
}

/** Drafts of earlier calls that may be called finished: those that pass what they were tried on, and those that nothing was tried of. */
export function finishable(questions: readonly Question[], options: DraftOptions): readonly Question[] {
  return selectAnyQuestions(questions, options).filter((question) => {
    const record = draftRecord(question);
    const isDraft = question.template !== undefined && !question.finished && !isOwn(question);
    return isDraft && record !== undefined && (record.state === "untried" || isBeyondDoubt(record));
  });
}
