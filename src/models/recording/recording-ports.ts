import type { EmbedderPort, LlmPort } from "../../ports/index.ts";
import { type RecordedError, recordingVersion } from "./exchange.ts";
import { type RecordedModel, recordedRequest } from "./llm-request.ts";
import { type Recorder, recordedError } from "./recorder.ts";
import { requestKey } from "./request-key.ts";

/**
 * A model whose exchanges are recorded. Put it inside the retry layer, so that failed attempts are recorded too.
 * The recorder stays open when the model is disposed.
 */
export function recordingLlm(llm: LlmPort, recorder: Recorder, model: RecordedModel): LlmPort {
  return {
    capabilities: llm.capabilities,
    async generate(asked) {
      const { request, key } = recordedRequest(model, asked);
      const call = { version: recordingVersion, kind: "llm", key, occurrence: recorder.next(key) } as const;
      const exchange = { ...call, model: model.modelName, capabilities: llm.capabilities, request };
      return recorded(
        () => llm.generate(asked),
        (outcome) => recorder.append({ ...exchange, ...outcome }),
      );
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** An embedder whose exchanges are recorded; see {@link recordingLlm}. */
export function recordingEmbedder(embedder: EmbedderPort, recorder: Recorder): EmbedderPort {
  const { model } = embedder;
  return {
    model,
    async embed(texts, options) {
      const request = { texts };
      const key = requestKey({ kind: "embedding", model, request });
      const call = {
        version: recordingVersion,
        kind: "embedding",
        key,
        occurrence: recorder.next(key),
      } as const;
      return recorded(
        () => embedder.embed(texts, options),
        (outcome) => recorder.append({ ...call, model, request, ...outcome }),
      );
    },
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

/** The reply of a call that is recorded; so is an error in transport. */
async function recorded<Reply>(
  call: () => Promise<Reply>,
  append: (outcome: { readonly reply: Reply } | { readonly error: RecordedError }) => Promise<void>,
): Promise<Reply> {
  try {
    const reply = await call();
    await append({ reply });
    return reply;
  } catch (thrown) {
    const error = recordedError(thrown);
    if (error !== undefined) await append({ error });
    throw thrown;
  }
}
