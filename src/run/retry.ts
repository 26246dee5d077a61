import { type Clock, KareninaError, type TransportCategory, TransportError } from "../base/index.ts";
import type { AgentPort, AgentRequest, CallObserver, EmbedderPort, LlmPort } from "../ports/index.ts";
import { observing } from "./observing.ts";
import { backoffMs, escalatedTimeoutMs, type RetryPolicy, retriesOf } from "./retry-policy.ts";

/** What retrying needs from outside. */
interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Uniform in 0..1. */
  readonly random: () => number;
  /** Limit of a request that brings none, in milliseconds; the start of timeout escalation. */
  readonly timeoutMs?: number;
}

/** The part of a request that retrying looks at. */
interface Retried {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly observer?: CallObserver | undefined;
}

/** A server that asks for a longer pause than this is not waited for. */
const longestWaitMs = 5 * 60_000;

/** The same failure, with what had been tried when it was the last. */
export function withNote(error: TransportError, why: string): TransportError {
  const { category, status, retryAfterMs, partialText, hint } = error;
  return new TransportError(category, `${error.message} (${why})`, {
    status,
    retryAfterMs,
    partialText,
    cause: error,
    ...(hint === undefined ? {} : { hint }),
  });
}

async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (cause) {
    throw signal?.aborted
      ? new KareninaError("cancelled", "Cancelled while waiting to retry.", { cause })
      : cause;
  }
}

/** Calls until it succeeds, fails for good, may not be repeated, or the failure's category has used up its budget. */
export async function withRetries<T>(
  options: RetryOptions,
  request: Retried,
  call: (timeoutMs: number | undefined) => Promise<T>,
  isRepeatable: () => boolean = () => true,
): Promise<T> {
  const { policy, clock, random } = options;
  const used = new Map<TransportCategory, number>();
  const usedOf = (category: TransportCategory) => used.get(category) ?? 0;
  const baseMs = request.timeoutMs ?? options.timeoutMs;
  for (;;) {
    try {
      return await call(escalatedTimeoutMs(policy, baseMs, usedOf("timeout")));
    } catch (error) {
      if (!TransportError.isInstance(error) || !isRepeatable()) throw error;
      const { category, retryAfterMs = 0 } = error;
      const retries = retriesOf(policy, category);
      if (retries === undefined || retries.maxAttempts === 0) throw error;
      const count = usedOf(category);
      if (count >= retries.maxAttempts)
        throw withNote(error, `gave up after ${count} ${count === 1 ? "retry" : "retries"}`);
      if (retryAfterMs > longestWaitMs) {
        const seconds = Math.ceil(retryAfterMs / 1000);
        throw withNote(
          error,
          `the server asks to wait ${seconds} s, more than the ${longestWaitMs / 1000} s allowed`,
        );
      }
      const delayMs = Math.max(backoffMs(retries, count, random), retryAfterMs);
      used.set(category, count + 1);
      request.observer?.retried?.({ category, delayMs, reason: error.message });
      await pause(clock, delayMs, request.signal);
    }
  }
}

const limited = <R extends Retried>(request: R, timeoutMs: number | undefined): R =>
  timeoutMs === undefined ? request : { ...request, timeoutMs };

/**
 * A model whose transport failures are retried by the policy: per-category budgets, full-jitter backoff, the
 * server's Retry-After respected up to 5 minutes, time limits escalated. Replies are never judged here.
 */
export function retryingLlm(llm: LlmPort, options: RetryOptions): LlmPort {
  return {
    capabilities: llm.capabilities,
    generate: (request) =>
      withRetries(options, request, (timeoutMs) => llm.generate(limited(request, timeoutMs))),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** An embedder whose transport failures are retried; see {@link retryingLlm}. */
export function retryingEmbedder(embedder: EmbedderPort, options: RetryOptions): EmbedderPort {
  return {
    model: embedder.model,
    embed: (texts, request = {}) =>
      withRetries(options, request, (timeoutMs) => embedder.embed(texts, limited(request, timeoutMs))),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

/**
 * An agent runtime that makes its own model calls, begun again after a transport failure as long as nothing has
 * happened: once a model call has come back or a tool was called, files may have changed and money was spent, so the
 * failure is final. Only for such runtimes; a loop around a model needs none of it, its model retries call by call.
 * The runtime has to tell its observer about every model call. A run that ended at a limit is a reply.
 */
export function retryingAgent(agent: AgentPort, options: RetryOptions): AgentPort {
  return {
    tier: agent.tier,
    ...(agent.commands === undefined ? {} : { commands: agent.commands }),
    run(request) {
      const watched = watchedRun(request);
      const call = (timeoutMs = request.timeoutMs) => agent.run({ ...watched.request, timeoutMs });
      return withRetries(options, request, call, () => !watched.begun());
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

/** The request, and whether anything has happened in a run of it: a reply came, or a tool was called. */
function watchedRun(request: AgentRequest): { readonly request: AgentRequest; begun(): boolean } {
  let begun = false;
  const { observer } = request;
  const watching = observing(observer, {
    finished(call) {
      begun = true;
      observer?.finished?.(call);
    },
  });
  const tools = request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    call: (...given: Parameters<typeof tool.call>) => {
      begun = true;
      return tool.call(...given);
    },
  }));
  return { request: { ...request, tools, observer: watching }, begun: () => begun };
}
