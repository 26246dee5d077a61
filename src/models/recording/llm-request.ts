import type { LlmRequest } from "../../ports/index.ts";
import type { Message } from "../../trace/index.ts";
import { schemaJson } from "./exchange.ts";
import { requestKey } from "./request-key.ts";

/** Which model a recording is about; must be the same when recording and when replaying. */
export interface RecordedModel {
  readonly modelName: string;
  /** The model's own temperature, used where a request has none. */
  readonly temperature?: number;
}

/** The parts of a request that decide about its reply, and their key. Signal, time limit and observer are none. */
export function recordedRequest(model: RecordedModel, request: LlmRequest) {
  const temperature = request.temperature ?? model.temperature;
  const { responseSchema, tools = [] } = request;
  const messages: readonly Message[] = request.messages;
  const recorded = {
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
  };
  return { request: recorded, key: requestKey({ kind: "llm", model: model.modelName, request: recorded }) };
}
