import type { JsonObject } from "../base/index.ts";

/** A file that goes with a message. */
export interface FileBlock {
  readonly type: "file";
  /** As the question calls it, such as `figures/dose.png`. */
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Of its bytes; lower-case hexadecimal. */
  readonly sha256: string;
  /** Its bytes; absent in what is stored. */
  readonly data?: Uint8Array;
  /** Absolute, where it is a file of this machine; never stored. */
  readonly path?: string;
}

/** One piece of a message. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | FileBlock
  | { readonly type: "thinking"; readonly thinking: string; readonly signature?: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      /** What the model wrote where it was no JSON object, cut to 2,000 characters; `input` is empty then. */
      readonly unreadableInput?: string;
      /** A mark of the vendor that has to go back with the call while the model goes on; only its adapter can read it. */
      readonly signature?: string;
    }
  | {
      readonly type: "tool_result";
      readonly toolUseId: string;
      readonly content: string;
      readonly isError: boolean;
    };

/** Who speaks in a message. */
export type Role = "system" | "user" | "assistant" | "tool";

/** One message of a conversation with a model. */
export interface Message {
  readonly role: Role;
  readonly content: readonly Block[];
}

const textMessage = (role: Role, text: string): Message => ({ role, content: [{ type: "text", text }] });

/** A system message of one text block. */
export const systemMessage = (text: string): Message => textMessage("system", text);
/** A user message of one text block. */
export const userMessage = (text: string): Message => textMessage("user", text);
/** An assistant message of one text block. */
export const assistantMessage = (text: string): Message => textMessage("assistant", text);

/** The text of the last user message; empty when there is none. */
export function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user");
  return last === undefined ? "" : messageText(last);
}

/** The text blocks of a message joined by a newline; empty when there are none. */
export function messageText(message: Message): string {
  return message.content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("\n");
}
