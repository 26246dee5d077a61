import path from "node:path";
import {
  type AssistantModelMessage,
  jsonSchema,
  type ModelMessage,
  Output,
  tool,
  type UserModelMessage,
} from "ai";
import type { LlmRequest } from "../../ports/index.ts";
import { type Block, type Message, messageText } from "../../trace/index.ts";
import { closedSchema, fitsStrictMode } from "../structured/index.ts";
import { answeredCalls, currentLoopStart, toolNames } from "../tools/index.ts";
import type { SignatureCodec } from "./providers/index.ts";

type ToolResult = Extract<Block, { type: "tool_result" }>;

type UserPart = Exclude<UserModelMessage["content"], string>[number];

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

/** What goes back to the vendor with a part: the mark it put there. */
type Marks = (signature: string | undefined) => {
  readonly providerOptions?: NonNullable<ModelMessage["providerOptions"]>;
};

const noMarks: Marks = () => ({});
const marksOf =
  ({ options }: SignatureCodec): Marks =>
  (signature) =>
    // Our JSON is readonly all the way down, the SDK's is not; it does not write to it.
    signature === undefined ? {} : { providerOptions: options(signature) as Record<string, never> };

function assistantParts(block: Block, inLoop: boolean, marks: Marks): AssistantPart[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type === "thinking")
    return inLoop ? [{ type: "reasoning", text: block.thinking, ...marks(block.signature) }] : [];
  if (block.type !== "tool_use") return [];
  const { id: toolCallId, name: toolName, input, signature } = block;
  return [{ type: "tool-call", toolCallId, toolName, input, ...(inLoop ? marks(signature) : {}) }];
}

/** Vendors refuse text of nothing but white space, which models do write before a tool call. */
function assistantMessage(message: Message, inLoop: boolean, marks: Marks): ModelMessage {
  const parts = message.content.flatMap((block) => assistantParts(block, inLoop, marks));
  const said = parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
  return { role: "assistant", content: said.length === 0 ? parts : said };
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

/** Text alone, or in parts where files go with it. */
function userContent(message: Message): UserModelMessage["content"] {
  if (message.content.every(({ type }) => type !== "file")) return messageText(message);
  return message.content.flatMap((block): UserPart[] => {
    if (block.type === "text") return [{ type: "text" as const, text: block.text }];
    if (block.type !== "file" || block.data === undefined) return [];
    const { data, mediaType, name } = block;
    return [{ type: "file" as const, data, mediaType, filename: path.basename(name) }];
  });
}

/**
 * Messages in the AI SDK's form, the system text apart from the conversation. Thinking and its marks go back from
 * the last thing the user said on.
 */
export function sdkMessages(
  given: readonly Message[],
  signatures: SignatureCodec | undefined,
): {
  instructions?: string;
  messages: ModelMessage[];
} {
  const messages = answeredCalls(given);
  const loopStart = currentLoopStart(messages);
  const marks = signatures === undefined ? noMarks : marksOf(signatures);
  const names = toolNames(messages);
  const instructions = messages
    .filter((message) => message.role === "system")
    .map(messageText)
    .join("\n\n");
  const conversation = messages.flatMap((message, index): ModelMessage[] => {
    if (message.role === "system") return [];
    if (message.role === "assistant") return [assistantMessage(message, index >= loopStart, marks)];
    const results = message.content.filter((block) => block.type === "tool_result");
    const text = messageText(message);
    return [
      ...(results.length > 0 ? [toolMessage(results, names)] : []),
      ...(message.role === "user" && (text !== "" || results.length === 0)
        ? [{ role: "user" as const, content: userContent(message) }]
        : []),
    ];
  });
  return { ...(instructions === "" ? {} : { instructions }), messages: conversation };
}

/** Tools in the AI SDK's form. It is never told how to run them: that is the loop's work. */
export function sdkTools(tools: LlmRequest["tools"] = []) {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<unknown>(inputSchema as Parameters<typeof jsonSchema>[0]),
      }),
    ]),
  );
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
