import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { JsonEntries } from "../json/json-tree.ts";
import type { Rubrics } from "../rubrics/rubrics.ts";
import type { Conversation } from "./conversation.ts";
import type { QuestionTemplate } from "./question-template.ts";

/** A question with its answer, shown to the answering model as an example. */
export interface FewShotExample {
  readonly question: string;
  readonly answer: string;
}

/** One question of a benchmark, with the traits of it alone. Data only; change it through the benchmark. */
export interface Question extends Rubrics, Conversation {
  readonly id: string;
  /** What the answering model is asked. */
  readonly question: string;
  /** The reference answer as text. */
  readonly rawAnswer: string;
  /** Absent: the question can only be judged by rubrics. */
  readonly template?: QuestionTemplate | undefined;
  readonly keywords: readonly string[];
  readonly fewShotExamples: readonly FewShotExample[];
  /** What a judge should know about the reference answer. */
  readonly answerNotes?: string | undefined;
  /** Usually an object with a `name`; text where a file holds nothing better. */
  readonly author?: JsonValue | undefined;
  readonly sources?: JsonValue | undefined;
  /** The user's own keys. */
  readonly customMetadata: JsonObject;
  /** Folder of the question's files, relative to the benchmark's workspace root and inside it. */
  readonly workspacePath?: string | undefined;
  /** False while the question is a draft. */
  readonly finished: boolean;
  /** Why it cannot be evaluated as its file has it, and the field that says so; absent for nearly all. */
  readonly unusable?: { readonly field: UnusableField; readonly reason: string } | undefined;
  /** As in the file; ISO 8601 in UTC when written by this version. */
  readonly dateCreated: string;
  readonly dateModified: string;
  /** What the question's file held beside this; only the checkpoint reads it. */
  readonly preserved?: PreservedQuestion | undefined;
}

/** A field of a question by which it cannot be evaluated as its file has it. */
type UnusableField = "id" | "workspacePath" | "messages" | "systemPrompt" | "attachments";

/** The content of a question without its origin. */
export type QuestionContent = Omit<Question, "preserved">;

/** A question's node in the file and what was read from it, so that what did not change is written back as it was. */
export interface PreservedQuestion {
  readonly tree: JsonEntries;
  readonly asRead: QuestionContent;
}
