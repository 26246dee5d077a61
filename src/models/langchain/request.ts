import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  type MessageContent,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import type { JsonSchema } from "../../base/index.ts";
import type { LlmRequest, ToolDefinition } from "../../ports/index.ts";
import { type Message, messageText } from "../../trace/index.ts";
import { chatContent, signedThinking } from "../replies/index.ts";
import { closedSchema, fitsStrictMode } from "../structured/index.ts";
import { answeredCalls, currentLoopStart, toolNames } from "../tools/index.ts";

/** What building the messages depends on beside them. */
export interface MessageSettings {
  readonly provider: string;
  /** Replies as the package delivered them, with marks only it can read. */
  readonly originals: Pick<WeakMap<Message, AIMessage>, "get">;
}

/**
 * Messages in LangChain's form, system text first. What a reply had beside its text and calls (thinking, marks) goes
 * back from the last thing the user said on: as the package delivered it, or for Anthropic made anew from its signature.
 */
export function chatMessages(given: readonly Message[], settings: MessageSettings): BaseMessage[] {
  const messages = answeredCalls(given);
  const loopStart = currentLoopStart(messages);
  const names = toolNames(messages);
  const system = messages
    .filter(({ role }) => role === "system")
    .map(messageText)
    .join("\n\n");
  const conversation = messages.flatMap((message, index): BaseMessage[] => {
    if (message.role === "system") return [];
    if (message.role === "assistant") return [assistantMessage(message, index >= loopStart, settings)];
    return userMessages(message, names);
  });
  return [...(system === "" ? [] : [new SystemMessage(system)]), ...conversation];
}

function userMessages(message: Message, names: ReadonlyMap<string, string>): BaseMessage[] {
  const results = message.content.flatMap((block) =>
    block.type === "tool_result"
      ? [
          new ToolMessage({
            content: block.content,
            tool_call_id: block.toolUseId,
            name: names.get(block.toolUseId) ?? "tool",
            status: block.isError ? "error" : "success",
          }),
        ]
      : [],
  );
  const text = messageText(message);
  const speaks = message.role === "user" && (text !== "" || results.length === 0);
  return speaks ? [...results, new HumanMessage({ content: humanContent(message) })] : results;
}

/** Pictures are taken in OpenAI's form by every package. */
function humanContent(message: Message): MessageContent {
  const content = chatContent(message);
  return typeof content === "string" ? content : [...content];
}

function assistantMessage(message: Message, inLoop: boolean, settings: MessageSettings): AIMessage {
  const original = inLoop ? settings.originals.get(message) : undefined;
  if (original !== undefined) return original;
  const calls = message.content.flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_call" as const, id: block.id, name: block.name, args: { ...block.input } }]
      : [],
  );
  const said = messageText(message);
  // Vendors refuse text of nothing but white space, which models do write before a tool call.
  const text = calls.length > 0 && said.trim() === "" ? "" : said;
  const thinking =
    inLoop && settings.provider === "anthropic"
      ? message.content.flatMap((block) => (block.type === "thinking" ? signedThinking(block) : []))
      : [];
  const texts = text === "" ? [] : [{ type: "text" as const, text }];
  return new AIMessage({
    content: thinking.length === 0 ? text : [...thinking, ...texts],
    tool_calls: calls,
  });
}

/** Tools in the form that every package's `bindTools` takes. */
export const chatTools = (tools: readonly ToolDefinition[]) =>
  tools.map(({ name, description, inputSchema }) => ({
    type: "function" as const,
    function: { name, description, parameters: inputSchema },
  }));

/** Asks a vendor for JSON by schema. */
type SchemaOption = (name: string, schema: JsonSchema) => { readonly [option: string]: unknown };

/**
 * OpenAI's client reads replies itself when it sees a schema among its arguments, and throws away those that are cut
 * off or no JSON; it does not see one that only shows when the request is written.
 */
const openAiSchema: SchemaOption = (name, schema) => ({
  response_format: {
    toJSON: () => ({ type: "json_schema", json_schema: { name, schema, strict: fitsStrictMode(schema) } }),
  },
});

const anthropicSchema: SchemaOption = (_, schema) => ({
  outputConfig: { format: { type: "json_schema", schema } },
});

const schemaOptions: { readonly [provider: string]: SchemaOption } = {
  openai: openAiSchema,
  anthropic: anthropicSchema,
};

/** The call options that ask for the response schema; none without one. */
export function schemaCallOptions(provider: string, { responseSchema }: LlmRequest) {
  if (responseSchema === undefined) return {};
  return schemaOptions[provider]?.(responseSchema.name, closedSchema(responseSchema.schema)) ?? {};
}
