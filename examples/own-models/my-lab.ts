// my-lab.ts
import { assistantMessage, defineInterface, type LlmPort, messageText } from "karenina";

/** A lab's own server, which speaks OpenAI's format. */
function openLab(url: string, modelName: string, key: string): LlmPort {
  return {
    capabilities: { systemPrompt: true, structuredOutput: true },
    async generate({ messages, responseSchema, temperature, maxTokens, signal }) {
      const reply = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({
          model: modelName,
          messages: messages.map((message) => ({ role: message.role, content: messageText(message) })),
          ...(responseSchema && { response_format: { type: "json_schema", json_schema: responseSchema } }),
          temperature,
          max_tokens: maxTokens,
        }),
        ...(signal && { signal }),
      });
      if (!reply.ok) throw Object.assign(new Error("the lab is out of order"), { status: reply.status });
      const { choices, usage, model } = await readReply(reply);
      const { message, finish_reason: reason } = choices[0];
      const text = message.content ?? "";
      const inputTokens = usage?.prompt_tokens ?? 0;
      const outputTokens = usage?.completion_tokens ?? 0;
      return {
        text,
        message: { ...assistantMessage(text), ...(text === "" && { content: [] }) },
        usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
        usageKnown: usage !== undefined,
        model,
        finishReason: reason === "length" ? "length" : reason === "content_filter" ? "refusal" : "stop",
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

interface LabReply {
  readonly model: string;
  readonly choices: readonly [
    { readonly message: { readonly content: string | null }; readonly finish_reason: string },
  ];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** A reply that cannot be read is the server's fault, and asked for again. */
async function readReply(reply: Response): Promise<LabReply> {
  const text = await reply.text();
  try {
    const found: LabReply = JSON.parse(text);
    if (found.choices[0].message !== undefined) return found;
  } catch {
    // not what the lab promises
  }
  throw Object.assign(new Error("the lab sent no reply"), { retryable: true });
}

/** The models of a lab. */
export const myLab = defineInterface({
  name: "my_lab",
  label: "the models of our lab",
  tier: "tool_loop",
  withoutTools: true,
  takes: { endpointBaseUrl: { needed: "the lab's address" } },
  connect: async ({ endpointBaseUrl, modelName }, { environment }) => ({
    kind: "llm",
    llm: openLab(endpointBaseUrl ?? "", modelName, environment.MY_LAB_KEY ?? ""),
  }),
});
