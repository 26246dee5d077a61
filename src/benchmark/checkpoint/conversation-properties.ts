import type * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import { checkNode } from "../problems/check-node.ts";
import {
  AttachmentPaths,
  attachmentsFrom,
  ConversationTurns,
  SystemPromptText,
  turnsFrom,
} from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { embeddedJson } from "./embedded-json.ts";

/** A property that was found, and where. */
export interface Found {
  readonly value: JsonValue;
  readonly path: string;
}

/** Tells what was kept and is not used. `inFileOnly`: nothing that was read says it. */
export type Warn = (path: string, message: string, inFileOnly?: boolean) => void;

type Parts = Pick<Question, "messages" | "systemPrompt" | "attachments" | "unusable">;

/**
 * What stands around a question. Where a part of it cannot be read, every problem is told, and the question is not evaluated:
 * without it something else would be asked.
 */
export function readConversation(at: (name: string) => Found | undefined, warn: Warn): Partial<Parts> {
  let unusable: Question["unusable"];
  const read = <Value>(
    name: string,
    field: NonNullable<Question["unusable"]>["field"],
    schema: z.ZodType<Value>,
  ): Value | undefined => {
    const found = at(name);
    const value = name === "system_prompt" ? (found?.value ?? undefined) : embeddedJson(found?.value);
    if (found === undefined || value === undefined || value === "") return undefined;
    return checkNode(schema, value, found.path, {
      add(path, message) {
        warn(path, `${message}; the question is not evaluated`);
        unusable ??= { field, reason: `${name}: ${message}` };
      },
    });
  };
  const messages = turnsFrom(read("messages", "messages", ConversationTurns) ?? []);
  const systemPrompt = read("system_prompt", "systemPrompt", SystemPromptText);
  const attachments = attachmentsFrom(read("attachments", "attachments", AttachmentPaths) ?? []);
  return {
    ...(messages !== undefined && { messages }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(attachments !== undefined && { attachments }),
    ...(unusable !== undefined && { unusable }),
  };
}
