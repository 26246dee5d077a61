import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { Block } from "../../trace/index.ts";

/** A reply of these blocks; `tool_calls` where one of them is a call. */
export function replyOf(blocks: readonly Block[], more: Partial<LlmReply> = {}): LlmReply {
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return {
    text: texts.join(""),
    message: { role: "assistant", content: blocks },
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    usageKnown: true,
    model: "scripted",
    finishReason: blocks.some((block) => block.type === "tool_use") ? "tool_calls" : "stop",
    ...more,
  };
}

/** A reply of one text. */
export const sayingOf = (text: string): LlmReply => replyOf([{ type: "text", text }]);

/** What a scripted model does when it is called. */
type LlmStep = LlmReply | Error | ((request: LlmRequest) => LlmReply | Promise<LlmReply>);

/** A model in memory that takes one step per call; a call too many throws. */
export function scriptedLlm(
  steps: readonly LlmStep[],
): LlmPort & { readonly requests: readonly LlmRequest[] } {
  const requests: LlmRequest[] = [];
  return {
    capabilities: { systemPrompt: true, structuredOutput: false, tools: true },
    requests,
    async generate(request) {
      const step = steps[requests.length] ?? new Error("the model was called once more than scripted");
      requests.push(request);
      if (step instanceof Error) throw step;
      return typeof step === "function" ? await step(request) : step;
    },
    async [Symbol.asyncDispose]() {},
  };
}
