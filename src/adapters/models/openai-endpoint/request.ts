import type { JsonObject } from "../../../base/index.ts";
import type { LlmRequest } from "../../../ports/index.ts";
import type { Message } from "../../../trace/index.ts";
import { messageText } from "../../../trace/index.ts";
import { closedSchema, fitsStrictMode, schemaInPrompt } from "../structured/index.ts";

/** How the server is asked for JSON: by schema, by "some JSON object", or in words only. */
export type StructuredMode = "json_schema" | "json_object" | "prompt";

/** What stays the same from request to request. */
export interface RequestDefaults {
  readonly modelName: string;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly extraBody?: JsonObject | undefined;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

function chatMessages(message: Message): ChatMessage[] {
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
  if (calls.length > 0)
    return [{ role: message.role, content: text === "" ? null : text, tool_calls: calls }];
  return text === "" && results.length > 0 ? results : [...results, { role: message.role, content: text }];
}

/** Chat templates of many open models refuse two user messages in a row. */
function mergedUserMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const merged: ChatMessage[] = [];
  for (const message of messages) {
    const previous = merged.at(-1);
    if (message.role === "user" && previous?.role === "user") {
      merged[merged.length - 1] = { role: "user", content: `${previous.content}\n\n${message.content}` };
    } else merged.push(message);
  }
  return merged;
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

/** The body of POST /chat/completions. `extraBody` wins over everything; a null in it removes the key. */
export function chatRequestBody(
  defaults: RequestDefaults,
  request: LlmRequest,
  mode: StructuredMode,
): object {
  const { messages } = mode === "json_schema" ? request : schemaInPrompt(request);
  const body = {
    model: defaults.modelName,
    messages: mergedUserMessages(messages.flatMap(chatMessages)),
    temperature: request.temperature ?? defaults.temperature,
    max_tokens: defaults.maxTokens,
    ...responseFormat(request, mode),
    ...defaults.extraBody,
  };
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  );
}
