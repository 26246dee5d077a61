import type { TransportError } from "../../base/index.ts";
import type { AgentPort, AgentReply, CallObserver, EmbedderPort, LlmPort } from "../../ports/index.ts";
import { observing } from "../observing.ts";
import { failureMeaning } from "./failure-meaning.ts";
import type { ServerWatch } from "./server-watch.ts";

/**
 * A model whose calls wait while its server cannot be reached, and are made again when it can. Put it around the retry
 * layer: only what retries could not mend is looked into.
 */
export function watchedLlm(llm: LlmPort, watch: ServerWatch): LlmPort {
  return {
    capabilities: llm.capabilities,
    generate: (request) =>
      watch.call(
        (retried) => llm.generate({ ...request, observer: noticing(retried, request.observer) }),
        request.signal,
      ),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** The observer, and whoever wants to know that a call is tried again. */
function noticing(retried: () => void, observer: CallObserver | undefined): CallObserver {
  return observing(observer, {
    retried(event) {
      retried();
      observer?.retried?.(event);
    },
  });
}

/** An embedder whose calls wait; see {@link watchedLlm}. */
export function watchedEmbedder(embedder: EmbedderPort, watch: ServerWatch): EmbedderPort {
  return {
    model: embedder.model,
    embed: (texts, options) =>
      watch.call(
        (retried) => embedder.embed(texts, { ...options, observer: noticing(retried, options?.observer) }),
        options?.signal,
      ),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

/** A run that ended at a limit says nothing for its server. */
const limitOf = ({ error }: AgentReply): TransportError | undefined =>
  error !== undefined && failureMeaning(error) === "limit" ? error : undefined;

/**
 * An agent that waits to begin while its model's server cannot be reached. What it had begun cannot be taken up again: a
 * run that breaks off ends only when it is known whether the server is away, so that its task can be begun anew.
 */
export function watchedAgent(agent: AgentPort, watch: ServerWatch): AgentPort {
  return {
    ...agent,
    async run(request) {
      const reply = await watch.call(() => agent.run(request), request.signal, limitOf);
      if (reply.error !== undefined) await watch.failed(reply.error, request.signal);
      return reply;
    },
  };
}
