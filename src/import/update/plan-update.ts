import { isDeepStrictEqual } from "node:util";
import { collapseWhiteSpace, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import type { Question, QuestionChanges } from "../../benchmark/index.ts";
import type { ColumnChoice } from "../columns/choose-columns.ts";
import type { TableQuestion } from "../columns/table-questions.ts";
import { comparedText, SimilarTexts } from "../duplicates/similar-texts.ts";
import { followAnswer } from "./follow-answer.ts";

/** A value that another took the place of; undefined: none. */
export interface FieldChange {
  /** As in {@link Question}, or the name of one of its own properties. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly now: JsonValue | undefined;
}

/** A question of the benchmark that a row says otherwise. */
export interface QuestionUpdate {
  readonly id: string;
  readonly row: number;
  readonly question: Question;
  readonly fields: readonly FieldChange[];
  readonly changes: QuestionChanges;
  /** `stays`: it compares with something else than the reference answer, which is another now: a person has to look at it. */
  readonly template: "none" | "fits" | "follows" | "stays";
}

/** What a table makes of a benchmark. */
export interface UpdatePlan {
  readonly added: readonly TableQuestion[];
  readonly changed: readonly QuestionUpdate[];
  /** Rows whose text is like that of a question that is nowhere else in the table: perhaps the same with another text. */
  readonly near: readonly (QuestionUpdate & { readonly alike: number })[];
  /** Questions that no row has; those that `near` names are not among them. */
  readonly missing: readonly Question[];
  /** How many questions are as they were. */
  readonly same: number;
}

/** Texts with at least this share of words in common may be one question, before and after an edit. */
const perhapsSame = 0.4;

/**
 * Compares the rows of a table with the questions of a benchmark: by id where the table has ids, else by text, whatever its white space.
 * Templates, rubrics, examples and finished marks are no part of a table and stay. Of properties those are compared that the table has columns for.
 */
export function planUpdate(
  existing: readonly Question[],
  rows: readonly TableQuestion[],
  choice: ColumnChoice,
): UpdatePlan {
  const byId = new Map(existing.map((question) => [question.id, question]));
  const byText = new Map(existing.map((question) => [collapseWhiteSpace(question.question), question]));
  const matched = new Set<string>();
  const pairs: { row: TableQuestion; question: Question }[] = [];
  const unmatched: TableQuestion[] = [];
  for (const row of rows) {
    const text = byText.get(collapseWhiteSpace(row.question));
    const question = (row.id === undefined ? undefined : byId.get(row.id)) ?? text;
    if (question === undefined || matched.has(question.id)) unmatched.push(row);
    else {
      matched.add(question.id);
      pairs.push({ row, question });
    }
  }
  const left = existing.filter(({ id }) => !matched.has(id));
  const { near, added } = nearMatches(left, unmatched);
  const changed = pairs.flatMap(({ row, question }) => updateOf(question, row, choice) ?? []);
  const taken = new Set(near.map(({ question }) => question.id));
  return {
    added,
    changed,
    near: near.flatMap(({ row, question, alike }) => {
      const update = updateOf(question, row, choice);
      return update === undefined ? [] : [{ ...update, alike }];
    }),
    missing: left.filter(({ id }) => !taken.has(id)),
    same: pairs.length - changed.length,
  };
}

interface NearMatch {
  readonly row: TableQuestion;
  readonly question: Question;
  readonly alike: number;
}

/** Rows with an id of their own are new: ids are how the table says what is what. */
function nearMatches(
  left: readonly Question[],
  rows: readonly TableQuestion[],
): { readonly near: readonly NearMatch[]; readonly added: readonly TableQuestion[] } {
  const similar = new SimilarTexts();
  for (const { question } of left) similar.add(comparedText(question));
  const taken = new Set<number>();
  const near: NearMatch[] = [];
  const added = rows.filter((row) => {
    if (row.id !== undefined) return true;
    const found = similar
      .near(comparedText(row.question), perhapsSame)
      .find(({ number }) => !taken.has(number));
    const question = found === undefined ? undefined : left[found.number];
    if (found === undefined || question === undefined) return true;
    taken.add(found.number);
    near.push({ row, question, alike: found.alike });
    return false;
  });
  return { near, added };
}

/** Undefined where the row says what the question says. */
function updateOf(question: Question, row: TableQuestion, choice: ColumnChoice): QuestionUpdate | undefined {
  const { author, answerNotes, customMetadata = {}, keywords = [] } = row;
  const hasAuthor = [choice.author, choice.authorEmail, choice.authorAffiliation].some(
    (one) => one !== undefined,
  );
  const fields: FieldChange[] = [];
  const compare = (field: string, before: JsonValue | undefined, now: JsonValue | undefined): boolean => {
    const differs = !isDeepStrictEqual(before ?? undefined, now);
    if (differs) fields.push({ field, before: before ?? undefined, now });
    return differs;
  };
  const isAnswerNew = compare("rawAnswer", question.rawAnswer, row.rawAnswer);
  const template = isAnswerNew ? followAnswer(question, row.rawAnswer) : undefined;
  const metadata = mergedMetadata(question.customMetadata, customMetadata, choice);
  const changes: QuestionChanges = {
    ...(compare("question", question.question, row.question) && { question: row.question }),
    ...(isAnswerNew && { rawAnswer: row.rawAnswer }),
    ...(template !== undefined && { template }),
    ...(choice.keywords.length > 0 && compare("keywords", question.keywords, keywords) && { keywords }),
    ...(hasAuthor && compare("author", question.author, author) && { author: author ?? null }),
    ...(choice.notes !== undefined &&
      compare("answerNotes", question.answerNotes, answerNotes) && { answerNotes: answerNotes ?? null }),
    ...(!isDeepStrictEqual(metadata, question.customMetadata) && { customMetadata: metadata }),
  };
  for (const name of tableProperties(choice))
    compare(name, ownValue(question.customMetadata, name), ownValue(customMetadata, name));
  if (fields.length === 0) return undefined;
  const kind = question.template === undefined ? "none" : template === undefined ? "stays" : "follows";
  return {
    ...{ id: question.id, row: row.row, question, fields, changes },
    template: isAnswerNew ? kind : question.template === undefined ? "none" : "fits",
  };
}

const ownValue = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const tableProperties = (choice: ColumnChoice): readonly string[] => [
  ...(choice.url === undefined ? [] : ["url"]),
  ...choice.properties,
];

/** What the table has no column for stays. */
function mergedMetadata(before: JsonObject, now: JsonObject, choice: ColumnChoice): JsonObject {
  const ofTable = new Set(tableProperties(choice));
  const kept = Object.entries(before).flatMap(([name, value]): [string, JsonValue][] => {
    if (!ofTable.has(name)) return [[name, value]];
    const next = ownValue(now, name);
    return next === undefined ? [] : [[name, next]];
  });
  const known = new Set(kept.map(([name]) => name));
  return recordFrom([...kept, ...Object.entries(now).filter(([name]) => !known.has(name))]);
}
