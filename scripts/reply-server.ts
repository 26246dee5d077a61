import { once } from "node:events";
import { createServer } from "node:http";

/** What is asked of a server of chat completions, as far as recordings look at it. */
export interface AskedCompletion {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly tool_calls?: readonly unknown[];
  }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
}

/** A tool that a reply asks for. */
export type PreparedCall = readonly [
  tool: string,
  input: { readonly [name: string]: string | number | boolean },
];

/** One reply of an agent; without calls it is the last. */
export interface PreparedTurn {
  readonly text: string;
  readonly calls?: readonly PreparedCall[];
}

/**
 * The text that a server replies with and the tools it asks for, and the part of what was asked that counts as its prompt. It
 * throws where nothing is prepared.
 */
export type PreparedReply = (asked: AskedCompletion) => {
  readonly prompt: string;
  readonly content: string;
  /** Absent: no agent replies. */
  readonly calls?: readonly PreparedCall[];
};

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
    const { prompt, content, calls } = prepared;
    const message = messageFrom(content, calls, asked);
    const size = (text: string) => Math.ceil(text.length / 4);
    const written = calls === undefined ? content : JSON.stringify(message);
    const [read, replied] = [size(prompt), size(written)];
    const usage = {
      prompt_tokens: read,
      completion_tokens: replied,
      total_tokens: calls === undefined ? size(prompt + content) : read + replied,
    };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "recorded",
        object: "chat.completion",
        created: 0,
        model: asked.model,
        choices: [{ index: 0, message, finish_reason: "tool_calls" in message ? "tool_calls" : "stop" }],
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

/** Calls are counted through the whole conversation. */
function messageFrom(content: string, calls: readonly PreparedCall[] = [], { messages }: AskedCompletion) {
  const earlier = messages.flatMap(({ tool_calls }) => tool_calls ?? []).length;
  const toolCalls = calls.map(([name, input], index) => ({
    id: `${earlier + index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content, ...(calls.length > 0 && { tool_calls: toolCalls }) };
}

/** The last message of the user. */
export function lastUserText({ messages }: AskedCompletion): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** All messages, one after the other. */
export function allText({ messages }: AskedCompletion): string {
  return messages.map(({ content }) => content).join("\n");
}
