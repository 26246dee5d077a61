import type { AssistantModelMessage, ModelMessage } from "ai";
import { jsonSchema, Output } from "ai";
import type { LlmRequest } from "../../../ports/index.ts";
import type { Block, Message } from "../../../trace/index.ts";
import { messageText } from "../../../trace/index.ts";
import { closedSchema, fitsStrictMode } from "../structured/index.ts";

type ToolResult = Extract<Block, { type: "tool_result" }>;

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

function assistantParts(block: Block): AssistantPart[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type !== "tool_use") return [];
  return [{ type: "tool-call", toolCallId: block.id, toolName: block.name, input: block.input }];
}

function toolMessage(results: readonly ToolResult[], names: ReadonlyMap<string, string>): ModelMessage {
  return {
    role: "tool",
    content: results.map((block) => ({
      type: "tool-result",
      toolCallId: block.toolUseId,
      toolName: names.get(block.toolUseId) ?? "tool",
      output: { type: block.isError ? "error-text" : "text", value: block.content },
    })),
  };
}

/** Messages in the AI SDK's form, the system text apart from the conversation. */
export function sdkMessages(messages: readonly Message[]): {
  instructions?: string;
  messages: ModelMessage[];
} {
  const blocks = messages.flatMap((message) => message.content);
  const names = new Map(
    blocks.flatMap((block) => (block.type === "tool_use" ? [[block.id, block.name]] : [])),
  );
  const instructions = messages
    .filter((message) => message.role === "system")
    .map(messageText)
    .join("\n\n");
  const conversation = messages.flatMap((message): ModelMessage[] => {
    if (message.role === "system") return [];
    if (message.role === "assistant")
      return [{ role: "assistant", content: message.content.flatMap(assistantParts) }];
    const results = message.content.filter((block) => block.type === "tool_result");
    const text = messageText(message);
    return [
      ...(results.length > 0 ? [toolMessage(results, names)] : []),
      ...(message.role === "user" && (text !== "" || results.length === 0)
        ? [{ role: "user" as const, content: text }]
        : []),
    ];
  });
  return { ...(instructions === "" ? {} : { instructions }), messages: conversation };
}

/**
 * Asks for a JSON object by schema, and hands the reply's text over unread: reading and repairing it is the
 * business of the one who asked. `onText` gets the text where the provider delivers it apart from the message.
 */
export function structuredOutput(
  { name, schema }: NonNullable<LlmRequest["responseSchema"]>,
  onText: (text: string) => void,
) {
  const closed = closedSchema(schema);
  // Two type declarations of JSON Schema meet here; ours is a part of theirs.
  const output = Output.object({
    name,
    schema: jsonSchema<unknown>(closed as Parameters<typeof jsonSchema>[0]),
  });
  return {
    output: {
      ...output,
      parseCompleteOutput: async ({ text }: { text: string }) => {
        onText(text);
        return text;
      },
    },
    providerOptions: { openai: { strictJsonSchema: fitsStrictMode(closed) } },
  };
}
