import { once } from "node:events";
import { createServer } from "node:http";

/** What is asked of a server of chat completions, as far as recordings look at it. */
export interface AskedCompletion {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
}

/** The text that a server replies with, and the part of what was asked that counts as its prompt. It throws where nothing is prepared. */
export type PreparedReply = (asked: AskedCompletion) => { readonly prompt: string; readonly content: string };

/**
 * Starts a local server of chat completions that gives prepared replies. Tokens are a quarter of the characters. Where
 * nothing is prepared it answers 400, with the reason.
 */
export async function startReplyServer(
  reply: PreparedReply,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const asked: AskedCompletion = JSON.parse(await new Response(request as never).text());
    let prepared: ReturnType<PreparedReply>;
    try {
      prepared = reply(asked);
    } catch (error) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
      return;
    }
    const { prompt, content } = prepared;
    const size = (text: string) => Math.ceil(text.length / 4);
    const usage = {
      prompt_tokens: size(prompt),
      completion_tokens: size(content),
      total_tokens: size(prompt + content),
    };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "recorded",
        object: "chat.completion",
        created: 0,
        model: asked.model,
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
        usage,
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => void server.close() };
}

/** The last message of the user. */
export function lastUserText({ messages }: AskedCompletion): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** All messages, one after the other. */
export function allText({ messages }: AskedCompletion): string {
  return messages.map(({ content }) => content).join("\n");
}
