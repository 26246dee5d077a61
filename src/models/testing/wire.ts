import type { JsonObject } from "../../base/index.ts";

/** A tool a served model asks for. Text as input is sent as it is, where the format has its arguments as text. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject | string;
}

/** What a served model says, whatever the wire format. */
export interface WireReply {
  readonly text: string;
  readonly thinking?: string;
  /** Default 7 in, 3 out; null sends no counts. */
  readonly tokens?: { readonly input: number; readonly output: number } | null;
  readonly calls?: readonly WireCall[];
  readonly finish?: "stop" | "length" | "refusal";
}

/** Builds reply bodies of one vendor's format. */
export interface Wire {
  /** A successful reply. */
  reply(reply: WireReply): object;
  /** An error body. */
  error(message: string, type?: string): object;
}

const defaultTokens = { input: 7, output: 3 };

const openAiReasons = { stop: "stop", length: "length", refusal: "content_filter" };
const openAiCall = ({ id, name, input }: WireCall) => ({
  id,
  type: "function",
  function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
});

/** OpenAI chat completions. */
export const openAiWire: Wire = {
  reply({ text, thinking, tokens = defaultTokens, calls = [], finish = "stop" }) {
    return {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "served-model",
      choices: [
        {
          index: 0,
          finish_reason: calls.length > 0 && finish === "stop" ? "tool_calls" : openAiReasons[finish],
          message: {
            role: "assistant",
            content: calls.length > 0 && text === "" ? null : text,
            ...(calls.length > 0 && { tool_calls: calls.map(openAiCall) }),
            ...(thinking && { reasoning: thinking, reasoning_content: thinking }),
          },
        },
      ],
      ...(tokens && {
        usage: {
          prompt_tokens: tokens.input,
          completion_tokens: tokens.output,
          total_tokens: tokens.input + tokens.output,
        },
      }),
    };
  },
  error: (message, type = "server_error") => ({ error: { message, type, code: null, param: null } }),
};

/** Anthropic messages. */
export const anthropicWire: Wire = {
  reply({ text, thinking, tokens = defaultTokens, calls = [], finish = "stop" }) {
    const reasons = { stop: "end_turn", length: "max_tokens", refusal: "refusal" };
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "served-model",
      content: [
        ...(thinking ? [{ type: "thinking", thinking, signature: "signed" }] : []),
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map((call) => ({ type: "tool_use", ...call })),
      ],
      stop_reason: calls.length > 0 && finish === "stop" ? "tool_use" : reasons[finish],
      stop_sequence: null,
      usage: { input_tokens: tokens?.input ?? 0, output_tokens: tokens?.output ?? 0 },
    };
  },
  error: (message, type = "api_error") => ({ type: "error", error: { type, message } }),
};

/** Google generateContent. */
export const googleWire: Wire = {
  reply({ text, thinking, tokens = defaultTokens, calls = [], finish = "stop" }) {
    const reasons = { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" };
    return {
      candidates: [
        {
          index: 0,
          finishReason: reasons[finish],
          content: {
            role: "model",
            parts: [
              ...(thinking ? [{ text: thinking, thought: true }] : []),
              ...(text === "" && calls.length > 0 ? [] : [{ text }]),
              ...calls.map(({ name, input }) => ({
                functionCall: { name, args: input },
                thoughtSignature: "signed",
              })),
            ],
          },
        },
      ],
      modelVersion: "served-model",
      ...(tokens && {
        usageMetadata: {
          promptTokenCount: tokens.input,
          candidatesTokenCount: tokens.output,
          totalTokenCount: tokens.input + tokens.output,
        },
      }),
    };
  },
  error: (message, type = "INTERNAL") => ({ error: { code: 500, message, status: type } }),
};

/** OpenAI embeddings: one vector per text. */
export function embeddingsReply(vectors: readonly (readonly number[])[]): object {
  return {
    object: "list",
    model: "served-embedder",
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
    usage: { prompt_tokens: vectors.length, total_tokens: vectors.length },
  };
}
