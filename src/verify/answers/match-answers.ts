import { md5 } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import { isStoredAnswer, type StoredAnswer, type UnusedRow } from "./stored-answer.ts";

/** An answer with the question that it belongs to. */
export interface MatchedAnswer {
  readonly answer: StoredAnswer;
  readonly question: Question;
  /** The answers of one model to one question are numbered from 1, in the order of the file. */
  readonly replicate: number;
}

/** What became of the rows of a file; each is in one of the two. */
export interface MatchedRows {
  readonly matched: readonly MatchedAnswer[];
  readonly unused: readonly UnusedRow[];
  /** The most answers that one model has given to one question; at least 1. */
  readonly replicates: number;
}

/** Why an answer whose question is named by its id is not judged. */
export const unmatched = {
  noId: "no question has this id",
  otherText: "the question with this id has another text",
  notAsked: "the question is not part of this run",
} as const;

/** Who answered where rows do not say, as the Python system calls it. */
export const unnamedModel = "user-provided";

/**
 * Finds the question of each answer: by its id, where the row has one, else by its text, letter by letter but for white
 * space.
 *
 * @param all every question of the benchmark
 * @param asked those that are judged
 */
export function matchAnswers(
  rows: Iterable<StoredAnswer | UnusedRow>,
  all: readonly Question[],
  asked: readonly Question[],
): MatchedRows {
  const byId = new Map(all.map((question) => [question.id, question]));
  const byText = Map.groupBy(all, ({ question }) => plain(question));
  const byKey = Map.groupBy(all, ({ question }) => md5(question));
  const isAsked = new Set(asked.map(({ id }) => id));
  const counts = new Map<string, number>();
  const matched: MatchedAnswer[] = [];
  const unused: UnusedRow[] = [];
  for (const row of rows) {
    if (!isStoredAnswer(row)) {
      unused.push(row);
      continue;
    }
    const question = questionOf(row, { byId, byText, byKey });
    if (typeof question === "string") {
      unused.push({ place: row.place, reason: question });
      continue;
    }
    if (!isAsked.has(question.id)) {
      unused.push({ place: row.place, reason: unmatched.notAsked });
      continue;
    }
    const key = JSON.stringify([question.id, row.model ?? unnamedModel]);
    const replicate = (counts.get(key) ?? 0) + 1;
    counts.set(key, replicate);
    matched.push({ answer: row, question, replicate });
  }
  const replicates = matched.reduce((most, { replicate }) => Math.max(most, replicate), 1);
  return { matched, unused: unused.toSorted((a, b) => a.place - b.place), replicates };
}

/** The question of an answer, or why there is none. */
function questionOf(
  { questionId, question, questionKey, isPrompt = false }: StoredAnswer,
  {
    byId,
    byText,
    byKey,
  }: {
    readonly byId: ReadonlyMap<string, Question>;
    readonly byText: ReadonlyMap<string, readonly Question[]>;
    readonly byKey: ReadonlyMap<string, readonly Question[]>;
  },
): Question | string {
  if (questionId !== undefined) {
    const found = byId.get(questionId);
    if (found === undefined) return unmatched.noId;
    if (!isPrompt && question !== undefined && plain(question) !== plain(found.question))
      return unmatched.otherText;
    return found;
  }
  if (questionKey !== undefined) {
    const [found, other] = byKey.get(questionKey) ?? [];
    if (found === undefined) return "no question has a text with this MD5";
    return other === undefined ? found : "several questions have the text with this MD5";
  }
  if (question === undefined) return "has neither the id nor the text of a question";
  const [found, other] = byText.get(plain(question)) ?? [];
  if (found === undefined) return "no question has this text";
  return other === undefined ? found : "several questions have this text, and the row has no id";
}

/** A text but for its white space. */
export const plain = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
