import { describe, expect, it, test } from "vitest";
import { userMessage } from "../../trace/index.ts";
import { chatEvents, openAiWire, type ServedReply, startModelServer } from "../testing/index.ts";
import { createOpenAiEndpointLlm } from "./llm.ts";

const modelName = "test-model";
const request = { messages: [userMessage("Where?")], stream: true };
const events = chatEvents(openAiWire.reply({ text: "It binds BCL2.", thinking: "Hm." })) ?? [];

async function askedOf(replies: readonly ServedReply[], extra: object = {}) {
  await using server = await startModelServer(replies);
  await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
  return await llm.generate({ ...request, ...extra }).then(
    (reply) => ({ reply, error: undefined }),
    (error: unknown) => ({ reply: undefined, error }),
  );
}

describe("a streamed reply", () => {
  it("is asked for with its token counts, and tells when its first piece came", async () => {
    await using server = await startModelServer([{ events }]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    const first: number[] = [];
    let finishedMs = 0;
    const observer = {
      firstToken: ({ afterMs }: { readonly afterMs: number }) => first.push(afterMs),
      finished: ({ durationMs }: { readonly durationMs: number }) => {
        finishedMs = durationMs;
      },
    };
    const reply = await llm.generate({ ...request, observer });
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(reply).toMatchObject({ text: "It binds BCL2.", usage: { totalTokens: 10 }, usageKnown: true });
    expect(first).toHaveLength(1);
    expect(first[0]).toBeLessThanOrEqual(finishedMs);
  });

  it("is the same wherever its bytes are cut, with comments, CRLF and no last line end", async () => {
    const text = `: waiting\r\n\r\n${chatEvents(openAiWire.reply({ text: "naïve 🧬" }))?.join("")}`
      .replaceAll(/\r?\n/g, "\r\n")
      .trimEnd();
    const body = Buffer.from(text);
    const { createServer } = await import("node:http");
    const server = createServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      for (let at = 0; at < body.length; at += 7) {
        response.write(body.subarray(at, at + 7));
        if (at % 21 === 0) await new Promise(setImmediate);
      }
      response.end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    await using llm = createOpenAiEndpointLlm({ baseUrl, modelName });
    expect((await llm.generate(request)).text).toBe("naïve 🧬");
    server.close();
  });

  it("is taken at once from a server that knows no streams, and asked for no more where it is refused", async () => {
    const body = openAiWire.error("Your organization must be verified to stream this model.");
    await using server = await startModelServer([
      { status: 400, body },
      { body: openAiWire.reply({ text: "x" }) },
    ]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await llm.generate(request);
    await llm.generate(request);
    expect(server.requests.map((sent) => sent.body.stream)).toEqual([true, undefined, undefined]);
  });

  it.each([
    ["at the time limit", "hang", "timeout"],
    ["by the server", "cut", "connection"],
    ["before it says so", "end", "connection"],
  ] as const)("that is cut off %s keeps its text", async (_, ending, category) => {
    const begun = events.slice(0, -3);
    const { error } = await askedOf([{ events: begun, ending }], {
      timeoutMs: ending === "hang" ? 150 : 5000,
    });
    expect(error).toMatchObject({ category, partialText: "It binds BCL2." });
  });

  it("holds no event after [DONE], and is over where the server only names a reason", async () => {
    expect((await askedOf([{ events: [...events, "data: nonsense\n\n"] }])).reply?.text).toBe(
      "It binds BCL2.",
    );
    expect((await askedOf([{ events: events.slice(0, -1) }])).reply?.finishReason).toBe("stop");
  });

  it.each([
    ["an error of a gateway", 'data: {"error":{"code":429,"message":"busy"}}\n\n', "rate_limit"],
    ["an error in words", 'data: {"error":"out of memory"}\n\n', "server_error"],
    ["what is no JSON", "data: <html>\n\n", "server_error"],
    ["what is no object", "data: 7\n\n", "server_error"],
  ])("with %s in it fails, and keeps its text", async (_, event, category) => {
    const { error } = await askedOf([{ events: [...events.slice(0, -3), event], ending: "hang" }]);
    expect(error).toMatchObject({ category, partialText: expect.stringMatching(/^It binds/) });
  });

  it("without a reply in it is the server's fault", async () => {
    expect((await askedOf([{ events: ["data: [DONE]\n\n"] }])).error).toMatchObject({
      category: "server_error",
    });
  });
});

test("pieces of calls without numbers go together by their ids, and arguments may be an object", async () => {
  const call = (one: object) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [one] } }] })}\n\n`;
  const { reply } = await askedOf([
    {
      events: [
        call({ id: "a", function: { name: "find", arguments: '{"q"' } }),
        call({ function: { arguments: ":1}" } }),
        call({ id: "b", function: { name: "read", arguments: { q: 2 } } }),
        'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\n',
      ],
    },
  ]);
  expect(reply?.message.content).toEqual([
    { type: "tool_use", id: "a", name: "find", input: { q: 1 } },
    { type: "tool_use", id: "b", name: "read", input: { q: 2 } },
  ]);
});
