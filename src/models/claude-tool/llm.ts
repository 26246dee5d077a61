import type { Anthropic } from "@anthropic-ai/sdk";
import { startDeadline, systemClock } from "../../base/index.ts";
import { malformedReply, withPartialText } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { AttemptOptions } from "../definition/index.ts";
import { withStreamFallback } from "../replies/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { type ClaudeConnectionOptions, connectClaude, longestTimeoutMs } from "./connection.ts";
import { errorOfClaude } from "./error.ts";
import { messageStream } from "./message-stream.ts";
import { ClaudeMessage, llmReplyOf } from "./reply.ts";
import { messagesBody } from "./request.ts";
import { versionHeaders, withTemperatureFallback } from "./sampling.ts";

/** A Claude model on Anthropic's messages interface. */
export interface ClaudeToolLlmOptions extends ClaudeConnectionOptions, AttemptOptions {
  /** Models that refuse one are asked without, from their first refusal on; a null in `extraBody` never sends one. */
  readonly temperature?: number;
  /** Most tokens of a reply, thinking included. Default 16,384. */
  readonly maxTokens?: number;
  /** Marks the last tool for the prompt cache, as the system text always is. Default true. */
  readonly cacheTools?: boolean;
}

/**
 * A Claude model through Anthropic's own package: thinking with its signatures, prompt caching, JSON held to a schema.
 * Tries each call once: repeating is the retry layer's work. Throws `KareninaError` with code `missing_key` or
 * `configuration` at once; a missing package shows at the first call. Its agent is `toolLoopAgent` of it.
 *
 * @example
 * await using llm = createClaudeToolLlm({ modelName: "claude-haiku-4-5", extraBody: { service_tier: "auto" } });
 */
export function createClaudeToolLlm(options: ClaudeToolLlmOptions): LlmPort {
  const { clock = systemClock, modelName } = options;
  const { site, client, open } = connectClaude(options);

  const send = async (
    request: LlmRequest,
    { omitTemperature }: { readonly omitTemperature: boolean },
  ): Promise<LlmReply> => {
    const { anthropic, transformSchema } = await open();
    const timeoutMs = request.timeoutMs ?? options.timeoutMs;
    const { temperature, ...others } = messagesBody(options, request, transformSchema);
    const body = temperature === undefined || omitTemperature ? others : { ...others, temperature };
    using deadline = startDeadline(timeoutMs, request.signal);
    const startedAt = clock.monotonic();
    request.observer?.started?.();
    const events = request.stream
      ? messageStream(site, () => request.observer?.firstToken?.({ afterMs: clock.monotonic() - startedAt }))
      : undefined;
    const settings = {
      headers: versionHeaders(body),
      signal: deadline.signal,
      timeout: longestTimeoutMs,
      maxRetries: 0,
    };
    // The body is the interface's JSON; the package's types leave out what only some models take.
    const params = body as unknown as Anthropic.MessageCreateParamsNonStreaming;
    const ask = async (): Promise<unknown> => {
      if (events === undefined) return await anthropic.messages.create(params, settings);
      const asked = anthropic.messages.create({ ...params, stream: true }, settings);
      const { data: stream, response } = await asked.withResponse();
      // a server that knows no streams
      if (!/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? ""))
        return await response.json();
      for await (const event of stream) events.take(event);
      // the package ends a stream that is cut off as if it were over
      deadline.signal.throwIfAborted();
      return events.whole();
    };
    try {
      const message = await ask();
      const parsed = ClaudeMessage.safeParse(message);
      if (!parsed.success) throw malformedReply(site, "no message in its body", 200);
      const reply = llmReplyOf(parsed.data, modelName);
      const durationMs = clock.monotonic() - startedAt;
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    } catch (error) {
      throw withPartialText(errorOfClaude(site, error, { deadline, timeoutMs }, clock), events);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: true },
    generate: withStreamFallback(withPromptFallback(withTemperatureFallback(send))),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
