import { TransportError } from "../../base/index.ts";
import type { EmbedderPort, LlmPort } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";

/** How a probe is made. */
interface ProbeOptions {
  readonly signal: AbortSignal;
  /** Limit of one call, in milliseconds. */
  readonly timeoutMs: number;
}

/** The smallest call there is: resolves when the model answers, rejects with why it did not. */
export type Probe = (options: ProbeOptions) => Promise<void>;

/** What a probe says; nothing of a benchmark is in it. */
export const probeText = "Reply with the single word OK.";

/** Some models refuse to be asked for fewer. */
const probeTokens = 16;

/**
 * Probes a model with the settings of its run, for a reply of a few tokens. A model that refuses so short a limit is asked
 * without one, so that what it refuses then is what it would refuse in every call.
 */
export function llmProbe(llm: LlmPort): Probe {
  return async (options) => {
    const request = { ...options, messages: [userMessage(probeText)] };
    await llm.generate({ ...request, maxTokens: probeTokens }).catch((error: unknown) => {
      if (!isRefusedRequest(error)) throw error;
      return llm.generate(request);
    });
  };
}

/** Probes an embedder with one short text. */
export function embedderProbe(embedder: EmbedderPort): Probe {
  return async (options) => {
    await embedder.embed([probeText], options);
  };
}

const refusedStatuses: ReadonlySet<number | undefined> = new Set([400, 422]);

/** True where a server says that a request is wrong by its form. */
function isRefusedRequest(error: unknown): error is TransportError {
  return TransportError.isInstance(error) && refusedStatuses.has(error.status);
}
