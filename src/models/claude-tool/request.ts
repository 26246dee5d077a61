import { isJsonObject, type JsonObject } from "../../base/index.ts";
import type { LlmRequest } from "../../ports/index.ts";
import { type Block, type FileBlock, type Message, messageText } from "../../trace/index.ts";
import { base64, signedThinking } from "../replies/index.ts";
import { closedSchema, schemaInPrompt } from "../structured/index.ts";
import { answeredCalls, currentLoopStart } from "../tools/index.ts";
import { canBeEnforced } from "./output-format.ts";

/** What stays the same from request to request. */
interface RequestDefaults {
  readonly modelName: string;
  readonly temperature?: number | undefined;
  /** Most tokens of a reply; the interface wants a number. Default 16,384. */
  readonly maxTokens?: number | undefined;
  readonly cacheTools?: boolean | undefined;
  readonly extraBody?: JsonObject | undefined;
}

/** Makes a schema one that Anthropic accepts: what it cannot enforce becomes part of the descriptions. */
type TransformSchema = (schema: Record<string, unknown>) => Record<string, unknown>;

interface TurnParam {
  readonly role: "user" | "assistant";
  readonly content: readonly object[];
}

const defaultMaxTokens = 16_384;
const cached = { cache_control: { type: "ephemeral" } };

/** The interface refuses text of nothing but white space, which models do write before a tool call. */
const textParts = (text: string): readonly object[] => (text.trim() === "" ? [] : [{ type: "text", text }]);

function assistantParts(block: Block, inLoop: boolean): readonly object[] {
  if (block.type === "text") return textParts(block.text);
  if (block.type === "thinking") return inLoop ? signedThinking(block) : [];
  if (block.type !== "tool_use") return [];
  return [{ type: "tool_use", id: block.id, name: block.name, input: block.input }];
}

function userParts(message: Message): readonly object[] {
  const files = message.content.flatMap((block) => (block.type === "file" ? fileParts(block) : []));
  return [...files, ...textParts(messageText(message))];
}

function fileParts({ name, mediaType, data }: FileBlock): readonly object[] {
  if (data === undefined) return [];
  const source = { type: "base64", media_type: mediaType, data: base64(data) };
  if (mediaType.startsWith("image/")) return [{ type: "image", source }];
  return [{ type: "document", source, title: name }];
}

function turnOf(message: Message, inLoop: boolean): TurnParam {
  if (message.role === "assistant") {
    return {
      role: "assistant",
      content: message.content.flatMap((block) => assistantParts(block, inLoop)),
    };
  }
  const results = message.content.flatMap((block) =>
    block.type === "tool_result"
      ? [
          {
            ...{ type: "tool_result", tool_use_id: block.toolUseId, content: block.content },
            ...(block.isError && { is_error: true }),
          },
        ]
      : [],
  );
  const said = message.role === "tool" ? [] : userParts(message);
  return { role: "user", content: [...results, ...said] };
}

/** One turn per speaker, as the interface has it: results of tools are the user's, and open a turn. */
function turnsOf(messages: readonly Message[]): readonly TurnParam[] {
  const loopStart = currentLoopStart(messages);
  const turns: TurnParam[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "system") continue;
    const turn = turnOf(message, index >= loopStart);
    const last = turns.at(-1);
    if (turn.content.length === 0) continue;
    if (last?.role === turn.role)
      turns[turns.length - 1] = { role: turn.role, content: [...last.content, ...turn.content] };
    else turns.push(turn);
  }
  return turns;
}

function systemParts(messages: readonly Message[]): object {
  const texts = messages.filter((message) => message.role === "system").map(messageText);
  const text = texts.filter((part) => part.trim() !== "").join("\n\n");
  return text === "" ? {} : { system: [{ type: "text", text, ...cached }] };
}

function toolList(tools: LlmRequest["tools"] = [], cacheTools: boolean): object {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }, index) => ({
      ...{ name, description, input_schema: inputSchema },
      ...(cacheTools && index === tools.length - 1 && cached),
    })),
  };
}

function outputConfig(
  schema: NonNullable<LlmRequest["responseSchema"]> | undefined,
  extra: JsonObject | undefined,
  transform: TransformSchema,
): object {
  if (schema === undefined) return {};
  // Our schema is readonly all the way down, the package's argument is not; it makes a copy.
  const enforced = transform(closedSchema(schema.schema) as Record<string, unknown>);
  const others = isJsonObject(extra?.output_config) ? extra.output_config : {};
  return { output_config: { ...others, format: { type: "json_schema", schema: enforced } } };
}

/**
 * The body of POST /v1/messages. `extraBody` wins over everything but the schema inside `output_config`; a null in it
 * removes the key. The system text and the last tool are marked for the prompt cache.
 */
export function messagesBody(
  defaults: RequestDefaults,
  given: LlmRequest,
  transform: TransformSchema,
): JsonObject {
  const isEnforced = given.responseSchema !== undefined && canBeEnforced(given.responseSchema.schema);
  const request = isEnforced ? given : schemaInPrompt(given);
  const body = {
    model: defaults.modelName,
    max_tokens: request.maxTokens ?? defaults.maxTokens ?? defaultMaxTokens,
    temperature: request.temperature ?? defaults.temperature,
    ...systemParts(request.messages),
    messages: turnsOf(answeredCalls(request.messages)),
    ...toolList(request.tools, defaults.cacheTools ?? true),
    ...defaults.extraBody,
    ...outputConfig(request.responseSchema, defaults.extraBody, transform),
  };
  const present = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  // Everything above is JSON; the types of its parts only say more.
  return Object.fromEntries(present) as JsonObject;
}
