import { systemClock } from "../../base/index.ts";
import {
  callJson,
  createHttpClient,
  type EndpointOptions,
  endpointConnection,
  malformedReply,
} from "../../http/index.ts";
import type { EmbedderPort } from "../../ports/index.ts";
import type { AttemptOptions } from "../definition/index.ts";
import { EmbeddingsReply, vectorsOf } from "./embedding-reply.ts";

/** How to reach an embedding model on an OpenAI-compatible server. */
interface OpenAiEndpointEmbedderOptions extends Omit<EndpointOptions, "extraBody">, AttemptOptions {
  /** Most texts of one request. Default 128. */
  readonly batchSize?: number;
}

type EmbedOptions = NonNullable<Parameters<EmbedderPort["embed"]>[1]>;

/** An embedding model behind POST `{base}/embeddings`. Long lists are sent in batches, one after another. */
export function createOpenAiEndpointEmbedder(options: OpenAiEndpointEmbedderOptions): EmbedderPort {
  const { clock = systemClock, batchSize = 128, modelName } = options;
  const { url, headers, site } = endpointConnection(options, "embeddings");
  const client = createHttpClient();

  const embedBatch = async (texts: readonly string[], { observer, ...request }: EmbedOptions) => {
    const startedAt = clock.monotonic();
    observer?.started?.();
    const json = await callJson(client, site, clock, {
      url,
      headers,
      body: { model: modelName, input: texts, encoding_format: "float" },
      signal: request.signal,
      timeoutMs: request.timeoutMs ?? options.timeoutMs,
    });
    const reply = EmbeddingsReply.safeParse(json);
    const vectors = reply.success ? vectorsOf(reply.data, texts.length) : undefined;
    if (!reply.success || vectors === undefined) {
      throw malformedReply(site, `no ${texts.length} vectors of equal length in its body`, 200);
    }
    const inputTokens = reply.data.usage?.prompt_tokens ?? 0;
    observer?.finished?.({
      usage: { inputTokens, outputTokens: 0, totalTokens: reply.data.usage?.total_tokens ?? inputTokens },
      model: reply.data.model ?? modelName,
      durationMs: clock.monotonic() - startedAt,
    });
    return vectors;
  };

  return {
    model: modelName,
    async embed(texts, request = {}) {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        vectors.push(...(await embedBatch(texts.slice(start, start + batchSize), request)));
      }
      return vectors;
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
