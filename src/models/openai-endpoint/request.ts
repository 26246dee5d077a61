import type { JsonObject } from "../../base/index.ts";
import type { LlmRequest } from "../../ports/index.ts";
import { type Message, messageText } from "../../trace/index.ts";
import { chatContent } from "../replies/index.ts";
import { closedSchema, fitsStrictMode, schemaInPrompt } from "../structured/index.ts";
import { answeredCalls, currentLoopStart } from "../tools/index.ts";
import type { ThinkingField } from "./reply.ts";

/** How the server is asked for JSON: by schema, by "some JSON object", or in words only. */
export type StructuredMode = "json_schema" | "json_object" | "prompt";

/** What stays the same from request to request. */
interface RequestDefaults {
  readonly modelName: string;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly extraBody?: JsonObject | undefined;
}

/** What has been learned about the server. */
interface ServerHabits {
  readonly mode: StructuredMode;
  /** Where it shows thinking; undefined while it has shown none. */
  readonly thinkingField: ThinkingField | undefined;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly object[];
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

function chatMessages(message: Message, thinkingField: ThinkingField | undefined): ChatMessage[] {
  const results = message.content.flatMap((block) =>
    block.type === "tool_result"
      ? [{ role: "tool", tool_call_id: block.toolUseId, content: block.content }]
      : [],
  );
  if (message.role === "tool") return results;
  const calls = message.content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  const text = messageText(message);
  if (calls.length > 0) {
    const thinking = thinkingField === undefined ? {} : { [thinkingField]: thinkingText(message) };
    return [{ role: message.role, content: text === "" ? null : text, tool_calls: calls, ...thinking }];
  }
  if (text === "" && results.length > 0) return results;
  return [...results, { role: message.role, content: chatContent(message) }];
}

/** Undefined, and so left out of the JSON, where there was none. */
function thinkingText(message: Message): string | undefined {
  const parts = message.content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : []));
  return parts.length === 0 ? undefined : parts.join("\n");
}

/** Models that think between tool calls need what they thought since the user last spoke, where they showed it. */
function conversation(messages: readonly Message[], thinkingField: ThinkingField | undefined): ChatMessage[] {
  const loopStart = currentLoopStart(messages);
  return messages.flatMap((message, index) =>
    chatMessages(message, index >= loopStart ? thinkingField : undefined),
  );
}

/** Chat templates of many open models refuse two user messages in a row. */
function mergedUserMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const merged: ChatMessage[] = [];
  for (const message of messages) {
    const previous = merged.at(-1);
    if (message.role === "user" && previous?.role === "user") {
      merged[merged.length - 1] = { role: "user", content: joinedContent(previous.content, message.content) };
    } else merged.push(message);
  }
  return merged;
}

function joinedContent(
  before: ChatMessage["content"],
  after: ChatMessage["content"],
): ChatMessage["content"] {
  if (typeof before === "string" && typeof after === "string") return `${before}\n\n${after}`;
  return [before, after].flatMap((content) =>
    typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []),
  );
}

function responseFormat(request: LlmRequest, mode: StructuredMode): object {
  if (request.responseSchema === undefined || mode === "prompt") return {};
  if (mode === "json_object") return { response_format: { type: "json_object" } };
  const schema = closedSchema(request.responseSchema.schema);
  const { name } = request.responseSchema;
  return {
    response_format: { type: "json_schema", json_schema: { name, schema, strict: fitsStrictMode(schema) } },
  };
}

function toolList({ tools = [] }: LlmRequest): object {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    })),
  };
}

/** The body of POST /chat/completions. `extraBody` wins over everything; a null in it removes the key. */
export function chatRequestBody(
  defaults: RequestDefaults,
  request: LlmRequest,
  { mode, thinkingField }: ServerHabits,
): object {
  const { messages } = mode === "json_schema" ? request : schemaInPrompt(request);
  const body = {
    model: defaults.modelName,
    messages: mergedUserMessages(conversation(answeredCalls(messages), thinkingField)),
    temperature: request.temperature ?? defaults.temperature,
    seed: request.seed,
    max_tokens: request.maxTokens ?? defaults.maxTokens,
    ...(request.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...toolList(request),
    ...responseFormat(request, mode),
    ...defaults.extraBody,
  };
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  );
}
