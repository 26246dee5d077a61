import {
  type ModelServer,
  type ServedHandler,
  type ServedOptions,
  type ServedReply,
  startModelServer,
} from "./model-server.ts";
import { embeddingsReply, openAiWire, type WireReply } from "./wire.ts";

type ChatReply = string | WireReply | ServedReply;

/** What an OpenAI-compatible server answers; texts become chat completions. */
export interface OpenAiScript {
  chat?(request: Parameters<ServedHandler>[0], index: number): ChatReply | Promise<ChatReply>;
  embed?(texts: readonly string[]): readonly (readonly number[])[];
}

const isServed = (reply: WireReply | ServedReply): reply is ServedReply => !("text" in reply);

/**
 * Starts an OpenAI-compatible server for chat and embeddings; what is not scripted gets status 404.
 *
 * @example
 * await using server = await startOpenAiServer({ chat: () => "BCL2" });
 */
export function startOpenAiServer(script: OpenAiScript, options?: ServedOptions): Promise<ModelServer> {
  return startModelServer(async (request, index) => {
    if (request.path.endsWith("/chat/completions") && script.chat) {
      const reply = await script.chat(request, index);
      if (typeof reply === "string") return { body: openAiWire.reply({ text: reply }) };
      return isServed(reply) ? reply : { body: openAiWire.reply(reply) };
    }
    if (request.path.endsWith("/embeddings") && script.embed) {
      const { input } = request.body;
      const texts = Array.isArray(input) ? input.map(String) : [String(input)];
      return { body: embeddingsReply(script.embed(texts)) };
    }
    return { status: 404, body: openAiWire.error(`nothing at ${request.path}`, "not_found") };
  }, options);
}
