import { type Clock, KareninaError, systemClock, TransportError } from "../../base/index.ts";
import type { CallObserver, EmbedderPort, LlmPort, LlmRequest, PortCapabilities } from "../../ports/index.ts";
import { lastUserText, noUsage } from "../../trace/index.ts";
import type { RecordedError } from "./exchange.ts";
import { type RecordedModel, recordedRequest } from "./llm-request.ts";
import type { Recording } from "./recording.ts";
import { requestKey } from "./request-key.ts";

/** How a recorded model is replayed. */
interface ReplayOptions extends RecordedModel {
  readonly clock?: Clock;
}

const anythingGoes: PortCapabilities = { systemPrompt: true, structuredOutput: true, tools: true };

/** Older recordings say nothing about tools: asked with some, they had better say what is missing. */
function recordedCapabilities(recording: Recording, modelName: string): PortCapabilities {
  const recorded = recording.models.get(modelName);
  return recorded === undefined ? anythingGoes : { ...recorded, tools: recorded.tools ?? true };
}

/** What was asked for and is not in the recording. */
interface MissingCall {
  readonly model: string;
  readonly text: string;
  /** Name of the form the reply was to have. */
  readonly form?: string | undefined;
}

const longestBeginning = 120;

/** The error of a call without a recorded reply. The reason stands first: tables cut long errors off at the end. */
function missing(recording: Recording, { model, text, form }: MissingCall, reason: string): KareninaError {
  const asked = form === undefined ? "this call" : `this call (${form})`;
  const beginning = text.length > longestBeginning ? `${text.slice(0, longestBeginning)}…` : text;
  return new KareninaError(
    "recording_missing",
    `No recorded reply of "${model}" for ${asked}: ${reason}. The recording is ${recording.path}; the prompt begins "${beginning}".`,
    {
      hint: "Settings that change what is asked, such as deep judgment, other traits or questions, need a recording of their own: run once with the models themselves and --record FILE. Or replay with the benchmark and settings that were recorded.",
    },
  );
}

function reasonFor(recording: Recording, model: string, key: string, text: string): string {
  const count = recording.counts.get(key);
  if (count !== undefined) return `it was recorded ${count} times and is asked once more`;
  if (!recording.models.has(model)) {
    const models = [...recording.models.keys()];
    return models.length === 0 ? "the recording is empty" : `only ${models.join(", ")} were recorded`;
  }
  if (recording.hasPrompt(model, text))
    return "it was recorded with another system text, schema, history, temperature or other tools";
  return "this prompt was never recorded";
}

function rethrow(error: RecordedError): never {
  const { category, message, ...rest } = error;
  throw new TransportError(category, message, rest);
}

const cancelled = (signal: AbortSignal | undefined) => {
  if (signal?.aborted)
    throw new KareninaError("cancelled", "The call was cancelled.", { cause: signal.reason });
};

/**
 * A model that answers from a recording and never touches the network. The nth of equal requests gets the nth
 * recorded outcome, errors included; one request more throws `KareninaError` with code `recording_missing`.
 */
export function createReplayLlm(recording: Recording, options: ReplayOptions): LlmPort {
  const { clock = systemClock, modelName } = options;
  const missingCall = ({ messages, responseSchema }: LlmRequest): MissingCall => ({
    model: modelName,
    text: lastUserText(messages),
    form: responseSchema?.name,
  });
  return {
    capabilities: recordedCapabilities(recording, modelName),
    async generate(asked) {
      cancelled(asked.signal);
      const startedAt = clock.monotonic();
      const { key } = recordedRequest(options, asked);
      const exchange = await recording.take(key);
      if (exchange?.kind !== "llm") {
        const call = missingCall(asked);
        throw missing(recording, call, reasonFor(recording, modelName, key, call.text));
      }
      asked.observer?.started?.();
      if (exchange.error !== undefined) rethrow(exchange.error);
      const { reply } = exchange;
      if (reply === undefined) throw missing(recording, missingCall(asked), "its line holds no reply");
      const durationMs = clock.monotonic() - startedAt;
      asked.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
      return reply;
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** An embedder that answers from a recording; see {@link createReplayLlm}. */
export function createReplayEmbedder(
  recording: Recording,
  options: Omit<ReplayOptions, "temperature">,
): EmbedderPort {
  const { clock = systemClock, modelName } = options;
  return {
    model: modelName,
    async embed(
      texts,
      { signal, observer }: { readonly signal?: AbortSignal; readonly observer?: CallObserver } = {},
    ) {
      cancelled(signal);
      const startedAt = clock.monotonic();
      const key = requestKey({ kind: "embedding", model: modelName, request: { texts } });
      const exchange = await recording.take(key);
      const count = recording.counts.get(key);
      const reason =
        count === undefined ? "these texts were never recorded" : `they were recorded ${count} times`;
      const call = { model: modelName, text: texts[0] ?? "" };
      if (exchange?.kind !== "embedding") throw missing(recording, call, reason);
      observer?.started?.();
      if (exchange.error !== undefined) rethrow(exchange.error);
      if (exchange.reply === undefined) throw missing(recording, call, "the line holds no vectors");
      observer?.finished?.({ usage: noUsage, model: modelName, durationMs: clock.monotonic() - startedAt });
      return exchange.reply;
    },
    async [Symbol.asyncDispose]() {},
  };
}
