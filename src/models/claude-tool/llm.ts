import type { Anthropic } from "@anthropic-ai/sdk";
import { startDeadline, systemClock } from "../../base/index.ts";
import { malformedReply } from "../../http/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { AttemptOptions } from "../definition/index.ts";
import { withPromptFallback } from "../structured/index.ts";
import { type ClaudeConnectionOptions, connectClaude, longestTimeoutMs } from "./connection.ts";
import { errorOfClaude } from "./error.ts";
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
    try {
      const message: unknown = await anthropic.messages.create(
        // The body is the interface's JSON; the package's types leave out what only some models take.
        body as unknown as Anthropic.MessageCreateParamsNonStreaming,
        {
          headers: versionHeaders(body),
          signal: deadline.signal,
          timeout: longestTimeoutMs,
          maxRetries: 0,
        },
      );
      const parsed = ClaudeMessage.safeParse(message);
      if (!parsed.success) throw malformedReply(site, "no message in its body", 200);
      const reply = llmReplyOf(parsed.data, modelName);
      const durationMs = clock.monotonic() - startedAt;
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    } catch (error) {
      throw errorOfClaude(site, error, { deadline, timeoutMs }, clock);
    }
  };

  return {
    capabilities: { systemPrompt: true, structuredOutput: true, tools: true },
    generate: withPromptFallback(withTemperatureFallback(send)),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
