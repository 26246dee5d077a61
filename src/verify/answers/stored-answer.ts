import type * as z from "zod";
import { describeValue, issueText } from "../../base/index.ts";
import { messagesOf, RecordedAnswer } from "../../models/manual/index.ts";
import { ToldContexts, valueAt } from "../../models/told/index.ts";
import { assistantMessage, type Message, type RetrievedContext } from "../../trace/index.ts";
import type { AnswerFields, FieldPaths } from "./answer-fields.ts";
import { type ToldUsage, toldUsage } from "./told-usage.ts";

/** A row of a file, as it stands there. */
export interface FileRow {
  /** From 1. */
  readonly place: number;
  readonly value: unknown;
}

/** An answer that another program has stored. */
export interface StoredAnswer {
  /** Where it stands in its file, from 1. */
  readonly place: number;
  /** The id of its question; undefined: the row has none. */
  readonly questionId: string | undefined;
  /** The text of its question; undefined: the row has none. */
  readonly question: string | undefined;
  /** The question is what a model was sent, perhaps with passages around it: where there is an id, that alone counts. */
  readonly isPrompt?: boolean | undefined;
  /** Which of several answers of its place it is, from 2. */
  readonly choice?: number | undefined;
  /** The MD5 of its text, by which files of prepared answers know it. */
  readonly questionKey?: string | undefined;
  /** Who answered, by the word of the row; undefined: it does not say. */
  readonly model: string | undefined;
  readonly messages: readonly Message[];
  /** Null: the row has none. */
  readonly contexts: readonly RetrievedContext[] | null;
  /** What it took, by the word of the row; null: it does not say. */
  readonly usage: ToldUsage | null;
}

/** A row that is not judged, and why. */
export interface UnusedRow {
  /** Where it stands in its file, from 1. */
  readonly place: number;
  readonly reason: string;
}

/** A longer answer is not judged, in characters: no judge could read it. */
const longestAnswer = 20_000_000;

/** Reads a row; one that cannot be judged comes back with what is wrong with it. Its question may be missing. */
export function readAnswer(row: unknown, place: number, paths: FieldPaths): StoredAnswer | UnusedRow {
  const unused = (reason: string): UnusedRow => ({ place, reason });
  const at = (name: keyof AnswerFields) => valueAt(paths[name], row) ?? undefined;
  const wrong = (name: keyof AnswerFields, problem: string) => unused(`\`${paths[name].text}\`: ${problem}`);
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return unused(`expected an object, found ${describeValue(row)}`);
  const found = at("answer");
  if (found === undefined) return unused(`has no \`${paths.answer.text}\``);
  const messages = messagesIn(found);
  if (typeof messages === "string") return wrong("answer", messages);
  if (isLonger(messages)) return wrong("answer", `is longer than ${longestAnswer} characters`);
  const [id, question, model] = [textIn(at("id")), textIn(at("question")), textIn(at("model"))];
  if (id === null) return wrong("id", `expected a text or a number, found ${describeValue(at("id"))}`);
  if (question === null) return wrong("question", `expected a text, found ${describeValue(at("question"))}`);
  if (model === null) return wrong("model", `expected a text, found ${describeValue(at("model"))}`);
  const contexts = ToldContexts.safeParse(at("contexts") || []);
  if (!contexts.success) return wrong("contexts", contexts.error.issues[0]?.message ?? "no passages");
  const usage = toldUsage(at("usage"), at("cost"));
  const isKnown = Boolean(at("contexts"));
  return {
    ...{ place, questionId: id, question, model, messages, usage },
    contexts: isKnown ? contexts.data : null,
  };
}

/** True for an answer, false for a row that has none. */
export const isStoredAnswer = (row: StoredAnswer | UnusedRow): row is StoredAnswer => "messages" in row;

/** A text says why they are none. */
function messagesIn(found: unknown): readonly Message[] | string {
  if (typeof found === "string") return [assistantMessage(found)];
  if (!Array.isArray(found)) return `expected a text or a list of messages, found ${describeValue(found)}`;
  if (found.length === 0) return "expected a text or a list of messages, found an empty list";
  const recorded = RecordedAnswer.safeParse(found, { reportInput: true });
  return recorded.success ? messagesOf(recorded.data) : whyNoMessages(recorded.error.issues[0]);
}

/** Which member of a message is wrong; not of which, so that rows with the same fault are told together. */
function whyNoMessages(issue: z.core.$ZodIssue | undefined): string {
  const expected = "expected a text or a list of messages, each with `role` and `content`";
  const path: PropertyKey[] = [];
  let inner = issue;
  while (inner?.code === "invalid_union" && inner.errors.length > 0) {
    path.push(...inner.path);
    inner = inner.errors.at(-1)?.[0];
  }
  if (inner === undefined) return expected;
  const member = [...path, ...inner.path].filter((name) => typeof name === "string").join(".");
  const text = inner.code === "invalid_union" ? inner.message : issueText(inner);
  return `${expected}; ${member === "" ? "one of them" : `\`${member}\` of one`}: ${text}`;
}

function isLonger(messages: readonly Message[]): boolean {
  const length = messages
    .flatMap(({ content }) => content)
    .reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  return length > longestAnswer;
}

/** Undefined: there is none; null: it is no text. */
function textIn(found: unknown): string | undefined | null {
  if (found === undefined || found === "") return undefined;
  if (typeof found === "number") return String(found);
  return typeof found === "string" ? found : null;
}
