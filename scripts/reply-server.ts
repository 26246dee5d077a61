import { once } from "node:events";
import { createServer } from "node:http";

/** What is asked of a server of chat completions, as far as recordings look at it. */
export interface AskedCompletion {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
}

/**
 * Starts a local server of chat completions that gives prepared replies. Tokens are a quarter of the characters.
 *
 * @param reply the reply's text, and the part of what was asked that counts as its prompt
 */
export async function startReplyServer(
  reply: (asked: AskedCompletion) => { readonly prompt: string; readonly content: string },
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const asked: AskedCompletion = JSON.parse(await new Response(request as never).text());
    const { prompt, content } = reply(asked);
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
