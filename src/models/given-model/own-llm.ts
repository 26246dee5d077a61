import { startDeadline } from "../../base/index.ts";
import type { LlmPort } from "../../ports/index.ts";
import { errorOfOwn } from "../replies/index.ts";
import { type ClosingOptions, closingOwn } from "./close-own.ts";
import type { OwnLlm } from "./given-model.ts";
import { readLlmReply } from "./own-reply.ts";

/** What a model of the program's own is asked with where a request says nothing. */
export interface OwnLlmSettings extends ClosingOptions {
  readonly modelName: string;
  readonly temperature: number | null;
  readonly maxTokens: number;
}

const plain = { systemPrompt: true, structuredOutput: false };

/**
 * A model of the program's own as the run's connections take it: its calls are cut at their time limit, counted by its
 * replies, and what it throws is a failure in transport.
 */
export function ownLlm(
  llm: OwnLlm & Partial<AsyncDisposable>,
  { id, modelName, clock, temperature, maxTokens, notify }: OwnLlmSettings,
): LlmPort {
  return {
    capabilities: llm.capabilities ?? plain,
    async generate({ observer, ...request }) {
      const { timeoutMs } = request;
      using deadline = startDeadline(timeoutMs, request.signal, clock);
      const startedAt = clock.monotonic();
      observer?.started?.();
      const asked = {
        maxTokens,
        ...(temperature !== null && { temperature }),
        ...request,
        // a copy: what was asked stands in the result as it was asked
        messages: structuredClone(request.messages),
        signal: deadline.signal,
      };
      try {
        const reply = readLlmReply(await deadline.race(Promise.resolve(llm.generate(asked))), {
          modelName,
          isForm: request.responseSchema !== undefined,
        });
        const durationMs = clock.monotonic() - startedAt;
        observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
        return reply;
      } catch (error) {
        throw errorOfOwn(error, { id, deadline, timeoutMs });
      }
    },
    [Symbol.asyncDispose]: closingOwn(llm, { id, clock, notify }),
  };
}
