import type { Question } from "../benchmark/index.ts";
import { usageError } from "./failure.ts";

/** How questions are chosen on the command line. */
export interface QuestionChoice {
  /** Ids, separated by commas. */
  readonly questionIds?: string | undefined;
  /** Places from 0 in what is left after the ids: `0,3,5-9`. */
  readonly questions?: string | undefined;
}

/**
 * The ids of the chosen questions; undefined when nothing was chosen. Places count finished questions, in the
 * benchmark's order.
 *
 * @throws KareninaError `configuration` for an unknown id, a draft, or a place that does not exist.
 */
export function selectQuestions(
  all: readonly Question[],
  choice: QuestionChoice,
): readonly string[] | undefined {
  if (choice.questionIds === undefined && choice.questions === undefined) return undefined;
  const finished = all.filter((question) => question.finished);
  const byId = choice.questionIds === undefined ? finished : withIds(all, choice.questionIds);
  const places = choice.questions === undefined ? undefined : placesIn(choice.questions, byId.length);
  return (places === undefined ? byId : byId.filter((_, place) => places.has(place))).map(
    (question) => question.id,
  );
}

function withIds(all: readonly Question[], list: string): readonly Question[] {
  const known = knownIds(all, list);
  const drafts = known.filter(({ finished }) => !finished).map(({ id }) => id);
  if (drafts.length > 0) {
    throw usageError(`--question-ids: not finished: ${drafts.map((id) => `"${id}"`).join(", ")}.`, listHint);
  }
  return known;
}

function knownIds(all: readonly Question[], list: string): readonly Question[] {
  const ids = new Set(items(list));
  const known = new Set(all.map(({ id }) => id));
  const unknown = [...ids].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw usageError(
      `--question-ids: no question has the id ${unknown.map((id) => `"${id}"`).join(", ")}.`,
      listHint,
    );
  }
  if (ids.size === 0) throw usageError("--question-ids: expected at least one id.", listHint);
  return all.filter((question) => ids.has(question.id));
}

const listHint = "`npx karenina benchmark show FILE` lists the questions with their ids.";

/**
 * The questions, drafts among them, that are chosen; all of them where nothing was chosen. Places count all questions.
 *
 * @throws KareninaError `configuration` for an unknown id, or a place that does not exist.
 */
export function selectAnyQuestions(all: readonly Question[], choice: QuestionChoice): readonly Question[] {
  const byId = choice.questionIds === undefined ? all : knownIds(all, choice.questionIds);
  if (choice.questions === undefined) return byId;
  const places = placesIn(choice.questions, byId.length);
  return byId.filter((_, place) => places.has(place));
}

/** The places that a list like `0,3,5-9` names. */
function placesIn(list: string, count: number): ReadonlySet<number> {
  const places = new Set<number>();
  for (const item of items(list)) {
    const range = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(item);
    if (range === null)
      throw usageError(`--questions: "${item}" is neither a place nor a range.`, grammarHint);
    const first = Number(range[1]);
    const last = Number(range[2] ?? first);
    if (first > last) throw usageError(`--questions: the range "${item}" runs backwards.`, grammarHint);
    if (last >= count) {
      throw usageError(`--questions: there is no place ${last}; ${placesText(count)}.`, listHint);
    }
    for (let place = first; place <= last; place += 1) places.add(place);
  }
  if (places.size === 0) throw usageError("--questions: expected at least one place.", grammarHint);
  return places;
}

function placesText(count: number): string {
  if (count === 0) return "there are no finished questions";
  return count === 1 ? "the only question is at 0" : `${count} questions are at 0 to ${count - 1}`;
}

const grammarHint = "Places count from 0; write them like 0,3,5-9.";

function items(list: string): readonly string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
