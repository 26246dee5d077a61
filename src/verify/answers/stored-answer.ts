import * as z from "zod";
import { describeValue } from "../../base/index.ts";
import { messagesOf, RecordedAnswer } from "../../models/manual/index.ts";
import {
  assistantMessage,
  type Message,
  type RetrievedContext,
  RetrievedContextShape,
} from "../../trace/index.ts";
import { type AnswerFields, usualFields, valueAt } from "./answer-fields.ts";
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

const Contexts = z.union([
  z.string().transform((text) => [{ text }]),
  z.array(z.union([z.string().transform((text) => ({ text })), RetrievedContextShape])),
]);

/** A longer answer is not judged, in characters: no judge could read it. */
const longestAnswer = 20_000_000;

/** Reads a row; one that cannot be judged comes back with what is wrong with it. Its question may be missing. */
export function readAnswer(row: unknown, place: number, fields: AnswerFields): StoredAnswer | UnusedRow {
  const unused = (reason: string): UnusedRow => ({ place, reason });
  const at = (name: keyof AnswerFields) => fields[name] ?? usualFields[name];
  const wrong = (name: keyof AnswerFields, expected: string, found: unknown) =>
    unused(`\`${at(name)}\`: expected ${expected}, found ${describeValue(found)}`);
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return unused(`expected an object, found ${describeValue(row)}`);
  const found = valueAt(row, at("answer")) ?? undefined;
  if (found === undefined) return unused(`has no \`${at("answer")}\``);
  const messages = messagesIn(found);
  if (messages === undefined) return wrong("answer", "a text or a list of messages", found);
  if (isLonger(messages)) return unused(`\`${at("answer")}\` is longer than ${longestAnswer} characters`);
  const [id, question, model] = [
    textAt(row, at("id")),
    textAt(row, at("question")),
    textAt(row, at("model")),
  ];
  if (id === null) return wrong("id", "a text or a number", valueAt(row, at("id")));
  if (question === null) return wrong("question", "a text", valueAt(row, at("question")));
  if (model === null) return wrong("model", "a text", valueAt(row, at("model")));
  const given = valueAt(row, at("contexts")) || null;
  const contexts = given === null ? undefined : Contexts.safeParse(given);
  if (contexts?.success === false) return wrong("contexts", "a list of passages", given);
  const usage = toldUsage(valueAt(row, at("usage")), valueAt(row, at("cost")));
  return { place, questionId: id, question, model, messages, contexts: contexts?.data ?? null, usage };
}

/** True for an answer, false for a row that has none. */
export const isStoredAnswer = (row: StoredAnswer | UnusedRow): row is StoredAnswer => "messages" in row;

function messagesIn(found: unknown): readonly Message[] | undefined {
  if (typeof found === "string") return [assistantMessage(found)];
  const recorded = RecordedAnswer.safeParse(found);
  return recorded.success ? messagesOf(recorded.data) : undefined;
}

function isLonger(messages: readonly Message[]): boolean {
  const length = messages
    .flatMap(({ content }) => content)
    .reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  return length > longestAnswer;
}

/** Undefined: there is none; null: it is no text. */
function textAt(row: unknown, path: string): string | undefined | null {
  const found = valueAt(row, path) ?? undefined;
  if (found === undefined || found === "") return undefined;
  if (typeof found === "number") return String(found);
  return typeof found === "string" ? found : null;
}
