// Made by `npm run generate` from the schemas and their comments.
import type { JsonObject } from "../base/index.ts";

/** A call of a tool. */
export interface ToolCallRecord {
  /** By which its result is found. */
  readonly id: string;
  /** The tool. */
  readonly name: string;
  /** What it was called with. */
  readonly input: JsonObject;
}

/** What a model thought before it went on. */
export interface ThinkingRecord {
  /** The text. */
  readonly thinking: string;
  /** The vendor's proof that it is the model's own. */
  readonly signature?: string | null | undefined;
}

/** Which call the output of a tool belongs to. */
export interface ToolResultRecord {
  /** The `id` of the call. */
  readonly toolUseId: string;
  /** True: the tool failed, and the output says why. */
  readonly isError: boolean;
}

/** The output of a further tool in the same message. */
export interface FurtherToolResultRecord {
  /** The `id` of the call. */
  readonly toolUseId: string;
  /** True: the tool failed, and the output says why. */
  readonly isError: boolean;
  /** The output. */
  readonly content: string;
}

/** A file that went with a message. Its bytes are not stored. */
export interface AttachmentRecord {
  /** As the question calls it. */
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** SHA-256 of its bytes; lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * A message in its flat stored form, as results keep it. For the role `tool`, `content` is the output of the
 * first tool result. `furtherThinking`, `furtherToolResults` and `text` hold what the flat form has no place
 * for: the second and later blocks, and text beside a tool result.
 */
export interface MessageRecord {
  /** Who said it. */
  readonly role: "system" | "user" | "assistant" | "tool";
  /** What was said; for the role `tool` the output. */
  readonly content: string;
  /** Place in its list, from 0. */
  readonly blockIndex: number;
  /** The tools that the message calls. */
  readonly toolCalls?: readonly ToolCallRecord[] | null | undefined;
  /** For the role `tool`: which call it answers. */
  readonly toolResult?: ToolResultRecord | null | undefined;
  /** What the model thought first. */
  readonly thinking?: ThinkingRecord | null | undefined;
  /** Token counts of the call that made it, where the program that wrote the file kept them. */
  readonly usageMetadata?: JsonObject | null | undefined;
  /** Text beside a tool result. */
  readonly text?: string | undefined;
  /** The second and later thinking. */
  readonly furtherThinking?: readonly ThinkingRecord[] | undefined;
  /** The second and later tool results. */
  readonly furtherToolResults?: readonly FurtherToolResultRecord[] | undefined;
  /** The files that went with it. */
  readonly attachments?: readonly AttachmentRecord[] | undefined;
}
