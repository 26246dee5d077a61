import type { JsonObject } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { messageFromRecord } from "../../trace/index.ts";

/** A part of what a model or a tool said. */
export type MessagePart =
  | { readonly kind: "text" | "thinking"; readonly text: string }
  | { readonly kind: "file"; readonly name: string; readonly mediaType: string }
  | { readonly kind: "call"; readonly id: string; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: "output"; readonly call: string; readonly text: string; readonly isError: boolean };

/** One message of a trace. */
export interface MessageView {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly parts: readonly MessagePart[];
}

type Records = NonNullable<VerificationResult["template"]>["traceMessages"];

/** Messages with their parts in order. */
export function messageViews(records: Records): readonly MessageView[] {
  return records.map((record) => {
    const { role, content } = messageFromRecord(record);
    return { role, parts: content.map(partOf) };
  });
}

type Block = ReturnType<typeof messageFromRecord>["content"][number];

function partOf(block: Block): MessagePart {
  if (block.type === "text") return { kind: "text", text: block.text };
  if (block.type === "file") return { kind: "file", name: block.name, mediaType: block.mediaType };
  if (block.type === "thinking") return { kind: "thinking", text: block.thinking };
  if (block.type === "tool_use") return { kind: "call", id: block.id, tool: block.name, input: block.input };
  return { kind: "output", call: block.toolUseId, text: block.content, isError: block.isError };
}
