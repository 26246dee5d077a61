import * as z from "zod";
import { type JsonObject, type JsonValue, sha256 } from "../../base/index.ts";
import { mediaTypeOfName, takenEndings } from "./media-type.ts";
import { isInsidePath } from "./workspace-path.ts";

/** One thing that was said before the question. */
export type ConversationTurn = {
  readonly role: "user" | "assistant";
  readonly content: string;
};

/**
 * A file that goes with a question: one beside the benchmark by its path, relative to the benchmark's folder, or, from code
 * alone, bytes with a name whose ending says what they are.
 */
export type QuestionAttachment =
  | { readonly path: string; readonly name?: undefined; readonly data?: undefined }
  | { readonly name: string; readonly data: Uint8Array; readonly path?: undefined };

/** An attachment as it is given: a path, or one of {@link QuestionAttachment}. */
export type AttachmentInput = string | QuestionAttachment;

/** What stands around a question that is more than its text. */
export interface Conversation {
  /** What was said before it, the oldest first. Absent: nothing. */
  readonly messages?: readonly ConversationTurn[] | undefined;
  /** What the model is told in place of its own system prompt. Absent: its own. */
  readonly systemPrompt?: string | undefined;
  /** Files that go with it. Absent: none. */
  readonly attachments?: readonly QuestionAttachment[] | undefined;
}

const spoken = z.string().refine((text) => text.trim() !== "", "expected text that says something");

/** What was said before a question, as files and code have it. */
export const ConversationTurns = z.array(
  z.strictObject({
    role: z.enum(["user", "assistant"]).describe("Who said it"),
    content: spoken.describe("What was said"),
  }),
);

/** A system prompt, as files and code have it. */
export const SystemPromptText = spoken;

const attachmentPath = z
  .string()
  .refine(isAttachmentPath, {
    error: "expected a relative path inside the folder of the benchmark, without `..` and hidden parts",
    abort: true,
  })
  .refine(
    (path) => mediaTypeOfName(path) !== undefined,
    `expected a picture, a PDF or a text by the ending of its name (${takenEndings})`,
  );

const differ = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(schema).refine((list) => {
    const names = list.map(nameOfInput);
    return new Set(names).size === names.length;
  }, "expected each attachment once");

/** The attachments of a question in a file: paths, never bytes. */
export const AttachmentPaths = differ(attachmentPath);

/** The attachments of a question in code. */
export const AttachmentInputs = differ(
  z.union(
    [
      attachmentPath,
      z.strictObject({ path: attachmentPath }),
      z.strictObject({ name: attachmentPath, data: z.instanceof(Uint8Array) }),
    ],
    {
      error: ({ input }) =>
        problemOfInput(input) ?? "expected a path, { path }, or { name, data } with the bytes as Uint8Array",
    },
  ),
);

/** What is wrong with the path or the name, which a union does not say by itself. */
function problemOfInput(input: unknown): string | undefined {
  const name = typeof input === "string" ? input : nameOfInput(input);
  if (typeof name !== "string") return undefined;
  return attachmentPath.safeParse(name).error?.issues[0]?.message;
}

function nameOfInput(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  if ("path" in input && input.path !== undefined) return input.path;
  return "name" in input ? input.name : undefined;
}

/** Each part on the way has to be a name that can be shown: no `..`, nothing hidden, which is no question's. */
function isAttachmentPath(path: string): boolean {
  const parts = path.split("/");
  return (
    isInsidePath(path) &&
    !/[\\\p{Cc}]/u.test(path) &&
    parts.every((part) => part !== "" && !part.startsWith("."))
  );
}

/** What an attachment is called: its path, or its name. */
export function attachmentName(attachment: QuestionAttachment): string {
  return attachment.path ?? attachment.name;
}

/** Attachments as a question holds them: bytes are its own copy. */
export function attachmentsFrom(
  inputs: readonly AttachmentInput[],
): readonly QuestionAttachment[] | undefined {
  if (inputs.length === 0) return undefined;
  return Object.freeze(
    inputs.map((input): QuestionAttachment => {
      if (typeof input === "string") return Object.freeze({ path: input });
      return Object.freeze(
        input.path === undefined
          ? { name: input.name, data: new Uint8Array(input.data) }
          : { path: input.path },
      );
    }),
  );
}

/** Turns as a question holds them; undefined for none. */
export function turnsFrom(turns: readonly ConversationTurn[]): readonly ConversationTurn[] | undefined {
  if (turns.length === 0) return undefined;
  return Object.freeze(turns.map(({ role, content }) => Object.freeze({ role, content })));
}

/** True for a question that is more than its text. */
export function isConversation({ messages, systemPrompt, attachments }: Conversation): boolean {
  return messages !== undefined || systemPrompt !== undefined || attachments !== undefined;
}

/**
 * What stands around a question as JSON, to tell questions apart; null for a question that is its text alone. Of bytes that
 * are held in memory it has the SHA-256.
 */
export function conversationJson(question: Conversation): JsonObject | null {
  if (!isConversation(question)) return null;
  const { messages = [], systemPrompt = null, attachments = [] } = question;
  return {
    system_prompt: systemPrompt,
    messages,
    attachments: attachments.map(
      (attachment): JsonValue =>
        attachment.path ?? { name: attachment.name, sha256: sha256(attachment.data) },
    ),
  };
}
