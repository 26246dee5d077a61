import type { LlmRequest, ToolDefinition } from "../../ports/index.ts";
import { type Message, messageText } from "../../trace/index.ts";
import { schemaInPrompt } from "../structured/index.ts";
import { answeredCalls } from "../tools/index.ts";
import { grammarSchema } from "./grammar-schema.ts";
import type { ChatFunctions, ChatItem, FunctionCallItem } from "./package.ts";

/**
 * The conversation as the model's chat template takes it: one system text, users' and model's turns alternating, calls
 * of tools inside the model's turn beside their results. A grammar tells the model nothing about what is wanted, so the
 * response schema is written into the prompt as well.
 */
export function chatHistory(request: LlmRequest): readonly ChatItem[] {
  const messages = answeredCalls(schemaInPrompt(request).messages);
  const system = messages.filter(({ role }) => role === "system").map(messageText);
  const results = new Map(
    messages
      .flatMap(({ content }) => content)
      .flatMap((block) => (block.type === "tool_result" ? [[block.toolUseId, block.content]] : [])),
  );
  const turns = messages.flatMap((message) => turnOf(message, results));
  return merged(system.length === 0 ? turns : [{ type: "system", text: system.join("\n\n") }, ...turns]);
}

function turnOf(message: Message, results: ReadonlyMap<string, string>): readonly ChatItem[] {
  if (message.role === "system") return [];
  const text = messageText(message);
  if (message.role !== "assistant") {
    const onlyResults = text === "" && message.content.length > 0;
    return message.role === "tool" || onlyResults ? [] : [{ type: "user", text }];
  }
  const calls = message.content
    .filter((block) => block.type === "tool_use")
    .map(
      (call, index): FunctionCallItem => ({
        type: "functionCall",
        name: call.name,
        params: call.input,
        result: results.get(call.id) ?? null,
        startsNewChunk: index === 0,
      }),
    );
  return [{ type: "model", response: text === "" ? calls : [text, ...calls] }];
}

/** Chat templates of many models refuse two turns of one speaker in a row. */
function merged(items: readonly ChatItem[]): readonly ChatItem[] {
  const turns: ChatItem[] = [];
  for (const item of items) {
    const last = turns.at(-1);
    if (item.type === "user" && last?.type === "user") {
      turns[turns.length - 1] = { type: "user", text: `${last.text}\n\n${item.text}` };
    } else if (item.type === "model" && last?.type === "model") {
      turns[turns.length - 1] = { type: "model", response: [...last.response, ...item.response] };
    } else turns.push(item);
  }
  return turns;
}

/** The request's tools as functions of the model; undefined without any. */
export function chatFunctions(tools: readonly ToolDefinition[] = []): ChatFunctions | undefined {
  if (tools.length === 0) return undefined;
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      { description, params: grammarSchema(inputSchema) },
    ]),
  );
}
