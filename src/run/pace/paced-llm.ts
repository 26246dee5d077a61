import type { LlmPort } from "../../ports/index.ts";
import { observing } from "../observing.ts";
import type { Pace } from "./pace.ts";

/**
 * A model whose calls keep the pace of its server. Put it inside the retry layer: a call has its turn only while it is under
 * way, not while a retry waits. Replies that are asked for as JSON take about as long as each other, and so do the others.
 *
 * @param isRepeatable whether a call that is refused because the server was asked too fast may be made again, which is no retry
 */
export function pacedLlm(llm: LlmPort, pace: Pace, isRepeatable = true): LlmPort {
  return {
    capabilities: llm.capabilities,
    generate: (request) =>
      pace.run({
        kind: request.responseSchema?.name ?? "",
        signal: request.signal,
        work: (sent) =>
          llm.generate({
            ...request,
            observer: observing(request.observer, {
              started() {
                sent();
                request.observer?.started?.();
              },
              limits: pace.told,
            }),
          }),
        isRepeatable,
        tokensOf: ({ usage, usageKnown }) => (usageKnown ? usage.totalTokens : undefined),
      }),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}
