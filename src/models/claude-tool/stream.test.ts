import { describe, expect, it } from "vitest";
import { userMessage } from "../../trace/index.ts";
import { anthropicWire, messageEvents, type ServedReply, startModelServer } from "../testing/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

const open = (baseUrl: string) =>
  createClaudeToolLlm({ baseUrl, apiKey: "vendor-secret-key-0001", modelName: "claude-haiku-4-5" });
const request = { messages: [userMessage("Where?")], stream: true };
const events = messageEvents(anthropicWire.reply({ text: "It binds BCL2.", thinking: "Hm." })) ?? [];

async function askedOf(reply: ServedReply, timeoutMs = 5000) {
  await using server = await startModelServer([reply]);
  await using llm = open(server.url);
  const first: number[] = [];
  const observer = { firstToken: ({ afterMs }: { readonly afterMs: number }) => first.push(afterMs) };
  return await llm.generate({ ...request, observer, timeoutMs }).then(
    (reply) => ({ reply, first, error: undefined }),
    (error: unknown) => ({ reply: undefined, first, error }),
  );
}

describe("a streamed message", () => {
  it("tells when its first piece came", async () => {
    const { reply, first } = await askedOf({ events });
    expect(reply).toMatchObject({ text: "It binds BCL2.", usage: { totalTokens: 10 }, finishReason: "stop" });
    expect(first).toHaveLength(1);
  });

  it.each([
    ["at the time limit", "hang", "timeout"],
    ["by the server", "cut", "connection"],
    ["before it says so", "end", "connection"],
  ] as const)("that is cut off %s keeps its text", async (_, ending, category) => {
    const { error } = await askedOf({ events: events.slice(0, -2), ending }, ending === "hang" ? 150 : 5000);
    expect(error).toMatchObject({ category, partialText: "It binds BCL2." });
  });

  it("with an error in it fails as the error says, and keeps its text", async () => {
    const body = anthropicWire.error("Overloaded", "overloaded_error");
    const failed = `event: error\ndata: ${JSON.stringify(body)}\n\n`;
    const { error } = await askedOf({ events: [...events.slice(0, -3), failed] });
    expect(error).toMatchObject({ category: "server_error", status: 529, partialText: "It binds BCL2." });
  });
});
