import type { LlmRequest } from "../../ports/index.ts";
import type { Block, Message } from "../../trace/index.ts";
import { schemaJson } from "./exchange.ts";
import { requestKey } from "./request-key.ts";

/** Which model a recording is about; must be the same when recording and when replaying. */
export interface RecordedModel {
  readonly modelName: string;
  /** The model's own temperature, used where a request has none. */
  readonly temperature?: number;
}

/** The parts of a request that decide about its reply, and their key. */
export function recordedRequest(model: RecordedModel, asked: LlmRequest) {
  const request = recordedParts(model, asked);
  return { request, key: requestKey({ kind: "llm", model: model.modelName, request }) };
}

/** The parts of a request that decide about its reply. Signal, time limit and observer are none. */
export function recordedParts(model: Pick<RecordedModel, "temperature">, request: LlmRequest) {
  const temperature = request.temperature ?? model.temperature;
  const { responseSchema, tools = [] } = request;
  const messages = request.messages.map(withoutBytes);
  return {
    messages,
    ...(responseSchema && {
      responseSchema: { name: responseSchema.name, schema: schemaJson(responseSchema.schema) },
    }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema: schemaJson(inputSchema),
      })),
    }),
    ...(temperature !== undefined && { temperature }),
    ...(request.seed !== undefined && { seed: request.seed }),
  };
}

/** Of a file its digest decides, and its bytes are not kept. */
function withoutBytes(message: Message): Message {
  if (message.content.every(({ type }) => type !== "file")) return message;
  const content = message.content.map((block): Block => {
    if (block.type !== "file") return block;
    const { type, name, mediaType, sha256 } = block;
    return { type, name, mediaType, sha256 };
  });
  return { role: message.role, content };
}
