import { KareninaError, loadPackage, startDeadline, systemClock } from "../../base/index.ts";
import type { EmbedderPort } from "../../ports/index.ts";
import type { AttemptOptions } from "../definition/index.ts";
import { type ConnectionOptions, connect } from "./connection.ts";

/** An embedding model reached through the AI SDK. */
interface AiSdkEmbedderOptions extends ConnectionOptions, AttemptOptions {}

const loadSdk = () =>
  loadPackage("ai", async () => {
    const [sdk, error] = await Promise.all([import("ai"), import("./error.ts")]);
    return { ...sdk, ...error };
  });

/**
 * An embedding model of OpenAI, Google or OpenRouter. Throws `KareninaError` with code `missing_key` or
 * `configuration` at once, and `configuration` at the first call for a vendor without embedding models.
 */
export function createAiSdkEmbedder(options: AiSdkEmbedderOptions): EmbedderPort {
  const { clock = systemClock, modelName } = options;
  const connection = connect(options);
  return {
    model: modelName,
    async embed(texts, request = {}) {
      const [sdk, opened] = await Promise.all([loadSdk(), connection.open()]);
      const model = opened.embeddingModel?.(modelName);
      if (model === undefined) {
        throw new KareninaError("configuration", `${connection.provider.name} has no embedding models.`, {
          hint: "Choose another provider for the embedder.",
        });
      }
      const timeoutMs = request.timeoutMs ?? options.timeoutMs;
      using deadline = startDeadline(timeoutMs, request.signal);
      const startedAt = clock.monotonic();
      request.observer?.started?.();
      try {
        const values = [...texts];
        const { embeddings, usage } = await sdk.embedMany({
          model,
          values,
          maxRetries: 0,
          abortSignal: deadline.signal,
        });
        const inputTokens = Number.isFinite(usage.tokens) ? usage.tokens : 0;
        request.observer?.finished?.({
          usage: { inputTokens, outputTokens: 0, totalTokens: inputTokens },
          model: modelName,
          durationMs: clock.monotonic() - startedAt,
        });
        return embeddings;
      } catch (error) {
        throw sdk.errorOfSdk(connection.site, error, { deadline, timeoutMs }, clock);
      }
    },
    [Symbol.asyncDispose]: () => connection.client[Symbol.asyncDispose](),
  };
}
