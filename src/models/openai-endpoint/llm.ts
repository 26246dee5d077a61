import { type Clock, type JsonObject, systemClock } from "../../base/index.ts";
import {
  type BaseUrlMode,
  callJson,
  createHttpClient,
  endpointConnection,
  malformedReply,
} from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import { countToolCalls } from "../replies/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { errorInsideReply } from "./error.ts";
import { ChatReply, llmReplyOf, type ThinkingField, thinkingFieldOf } from "./reply.ts";
import { chatRequestBody, type StructuredMode } from "./request.ts";

/** How to reach a model on an OpenAI-compatible server. */
export interface OpenAiEndpointOptions {
  /** Such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  /** Omit for servers that ask for none. */
  readonly apiKey?: string;
  /** Where the key comes from, named in the hint of a refused key. Default `endpoint_api_key`. */
  readonly keyName?: string;
  readonly modelName: string;
  readonly temperature?: number;
  /** Most tokens of a reply. Default: the server's. */
  readonly maxTokens?: number;
  /** Limit of one attempt in milliseconds, unless the request has its own. Default: none. */
  readonly timeoutMs?: number;
  /** Keys added to every request body; null removes one, such as `{ max_tokens: null }`. */
  readonly extraBody?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How JSON replies are asked for. `auto` (default) sends the schema as `response_format` and, when the server
   * refuses that, puts it in the prompt from then on; `prompt` leaves it to the caller.
   */
  readonly structuredOutput?: "auto" | StructuredMode;
  /** `auto_v1` (default) adds `/v1` to the base URL where it is missing; `raw` takes it as it is. */
  readonly baseUrlMode?: BaseUrlMode;
  /** Longest reply body in bytes. Default 64 MiB. */
  readonly maxReplyBytes?: number;
  readonly clock?: Clock;
}

/**
 * A model behind POST `{base}/chat/completions`: vLLM, llama-server, Ollama, gateways. Opens no connection before
 * the first request; keeps connections alive until disposed.
 *
 * @example
 * await using llm = createOpenAiEndpointLlm({ baseUrl: "http://localhost:11434", modelName: "qwen3" });
 * const reply = await llm.generate({ messages: [userMessage("Hello")] });
 */
export function createOpenAiEndpointLlm(options: OpenAiEndpointOptions): LlmPort {
  const { clock = systemClock, structuredOutput = "auto", modelName } = options;
  const { url, headers, site } = endpointConnection(options, "chat/completions");
  const client = createHttpClient({ maxReplyBytes: options.maxReplyBytes });
  const mode: StructuredMode = structuredOutput === "auto" ? "json_schema" : structuredOutput;
  let thinkingField: ThinkingField | undefined;

  const send = async (request: LlmRequest): Promise<LlmReply> => {
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const body = chatRequestBody(options, request, { mode, thinkingField });
    const startedAt = clock.monotonic();
    request.observer?.started?.();
    const json = await callJson(client, site, clock, {
      url,
      headers,
      body,
      signal: request.signal,
      timeoutMs,
    });
    const parsed = ChatReply.safeParse(json);
    if (!parsed.success)
      throw errorInsideReply(site, json) ?? malformedReply(site, "no chat completion in its body", 200);
    thinkingField = thinkingFieldOf(parsed.data) ?? thinkingField;
    const reply = llmReplyOf(parsed.data, { modelName, earlierCalls: countToolCalls(request.messages) });
    const durationMs = clock.monotonic() - startedAt;
    request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
    return reply;
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: structuredOutput !== "prompt", tools: true },
    generate: structuredOutput === "auto" ? withPromptFallback(send) : send,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
