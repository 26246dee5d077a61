import { systemClock } from "../../base/index.ts";
import {
  callJson,
  createHttpClient,
  type EndpointOptions,
  endpointConnection,
  malformedReply,
} from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { ReplyOptions } from "../definition/index.ts";
import { countToolCalls, withStreamFallback } from "../replies/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { chatStream } from "./chat-stream.ts";
import { errorInsideReply } from "./error.ts";
import { ChatReply, llmReplyOf, type ThinkingField, thinkingFieldOf } from "./reply.ts";
import { chatRequestBody, type StructuredMode } from "./request.ts";

/** How to reach a model on an OpenAI-compatible server. */
export interface OpenAiEndpointOptions extends EndpointOptions, ReplyOptions {
  /**
   * How JSON replies are asked for. `auto` (default) sends the schema as `response_format` and, when the server
   * refuses that, puts it in the prompt from then on; `prompt` leaves it to the caller.
   */
  readonly structuredOutput?: "auto" | StructuredMode;
  /** Longest reply body in bytes. Default 64 MiB. */
  readonly maxReplyBytes?: number;
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

  const send = withStreamFallback(async (request: LlmRequest): Promise<LlmReply> => {
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const body = chatRequestBody(options, request, { mode, thinkingField });
    const startedAt = clock.monotonic();
    const events =
      request.stream === true
        ? chatStream(site, () => request.observer?.firstToken?.({ afterMs: clock.monotonic() - startedAt }))
        : undefined;
    request.observer?.started?.();
    const json = await callJson(client, site, clock, {
      url,
      headers,
      body,
      signal: request.signal,
      timeoutMs,
      limits: request.observer?.limits,
      events,
    });
    const parsed = ChatReply.safeParse(json);
    if (!parsed.success)
      throw errorInsideReply(site, json) ?? malformedReply(site, "no chat completion in its body", 200);
    thinkingField = thinkingFieldOf(parsed.data) ?? thinkingField;
    const reply = llmReplyOf(parsed.data, { modelName, earlierCalls: countToolCalls(request.messages) });
    const durationMs = clock.monotonic() - startedAt;
    request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
    return reply;
  });

  return {
    capabilities: { systemPrompt: true, structuredOutput: structuredOutput !== "prompt", tools: true },
    generate: structuredOutput === "auto" ? withPromptFallback(send) : send,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
