import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import { assistantMessage } from "../../trace/index.ts";

/** One expected call: a text to reply with, a JSON value, an error to throw, or a function of the request. */
export type ScriptedStep = string | Error | { readonly json: unknown } | ((request: LlmRequest) => string);

/** A model that replies from a list of steps, and remembers what it was asked. */
export interface ScriptedModel extends LlmPort {
  readonly requests: readonly LlmRequest[];
  /** Throws when steps are left over. */
  assertComplete(): void;
}

/** Makes a scripted model; a call beyond the script is an error. */
export function scriptedModel(
  steps: readonly ScriptedStep[],
  options: { readonly structuredOutput?: boolean; readonly reply?: Partial<LlmReply> } = {},
): ScriptedModel {
  const requests: LlmRequest[] = [];
  return {
    capabilities: { systemPrompt: true, structuredOutput: options.structuredOutput ?? true },
    requests,
    async generate(request) {
      const step = steps[requests.length];
      requests.push(request);
      if (step === undefined)
        throw new Error(`unexpected call ${requests.length}: the script has ${steps.length} steps`);
      request.observer?.started?.();
      if (step instanceof Error) throw step;
      const text =
        typeof step === "string"
          ? step
          : typeof step === "function"
            ? step(request)
            : JSON.stringify(step.json);
      const reply: LlmReply = {
        text,
        message: assistantMessage(text),
        usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
        usageKnown: true,
        model: "scripted",
        finishReason: "stop",
        ...options.reply,
      };
      request.observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs: 1 });
      return reply;
    },
    assertComplete() {
      const left = steps.length - requests.length;
      if (left > 0) throw new Error(`${left} of ${steps.length} steps were not used`);
    },
    async [Symbol.asyncDispose]() {},
  };
}
