import { describe, expect, it } from "vitest";
import type { LlmPort } from "../../ports/index.ts";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { startModelServer, type Wire } from "../testing/index.ts";

/** One adapter under test and the wire format its servers speak. */
export interface LlmContractSubject {
  readonly name: string;
  readonly wire: Wire;
  /** Key the adapter is opened with; it must never show. */
  readonly secret: string;
  /** False where the vendor's interface never shows thinking. Default true. */
  readonly thinking?: boolean;
  open(url: string): LlmPort;
}

const request = { messages: [systemMessage("Be brief."), userMessage("What is the target?")] };
const responseSchema = {
  name: "answer",
  schema: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
} as const;

/** What every adapter behind `LlmPort` does with good replies. */
export function describeLlmReplies({ name, wire, open, thinking = true }: LlmContractSubject): void {
  describe(`${name}: replies`, () => {
    it("returns text, message, usage, model and reason", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "BCL2" }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate({ ...request, temperature: 0, maxTokens: 21 });
      expect(reply).toEqual({
        text: "BCL2",
        message: { role: "assistant", content: [{ type: "text", text: "BCL2" }] },
        usage: expect.objectContaining({ inputTokens: 7, outputTokens: 3, totalTokens: 10 }),
        usageKnown: true,
        model: expect.any(String),
        finishReason: "stop",
      });
      const sent = JSON.stringify(server.requests[0]?.body);
      expect(sent).toContain("Be brief.");
      expect(sent).toContain("What is the target?");
      expect(sent).toContain('"temperature":0');
      expect(sent).toMatch(/"max_?\w*[tT]okens":21\b/);
    });

    it("hands a response schema to the provider and returns the JSON as text", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: '{"target":"BCL2"}' }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate({ ...request, responseSchema });
      expect(JSON.parse(reply.text)).toEqual({ target: "BCL2" });
      expect(JSON.stringify(server.requests[0]?.body)).toContain('"target"');
    });

    it("returns broken JSON as it came", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "{'target': 'BCL2'}" }) }]);
      await using llm = open(server.url);
      expect((await llm.generate({ ...request, responseSchema })).text).toBe("{'target': 'BCL2'}");
    });

    it("puts the schema into the prompt once the server refuses it, and remembers", async () => {
      const refusal = {
        status: 400,
        body: wire.error("Unknown parameter: response_format", "invalid_request_error"),
      };
      await using server = await startModelServer([refusal, { body: wire.reply({ text: "{}" }) }]);
      await using llm = open(server.url);
      await llm.generate({ ...request, responseSchema });
      await llm.generate({ ...request, responseSchema });
      expect(server.requests).toHaveLength(3);
      for (const sent of server.requests.slice(1)) {
        expect(JSON.stringify(sent.body)).toContain("JSON Schema");
        expect(sent.body.response_format).toBeUndefined();
      }
    });

    it("says when no token counts came", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "x", tokens: null }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate(request);
      expect(reply.usageKnown).toBe(false);
      expect(reply.usage).toEqual({ inputTokens: 0, outputTokens: 0, totalTokens: 0 });
    });

    it.runIf(thinking)("keeps thinking apart from the text", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "BCL2", thinking: "hm" }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate(request);
      expect(reply.text).toBe("BCL2");
      expect(reply.message.content[0]).toMatchObject({ type: "thinking", thinking: "hm" });
    });

    it.each(["length", "refusal"] as const)("reports the reason %s", async (finish) => {
      await using server = await startModelServer([{ body: wire.reply({ text: "part", finish }) }]);
      await using llm = open(server.url);
      expect((await llm.generate(request)).finishReason).toBe(finish);
    });

    it("reports an empty refusal as a reply, also when JSON was asked for", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "", finish: "refusal" }) }]);
      await using llm = open(server.url);
      expect(await llm.generate({ ...request, responseSchema })).toMatchObject({
        text: "",
        finishReason: "refusal",
      });
    });

    it("takes an answer of 5 MB", async () => {
      const text = "é".repeat(2_500_000);
      await using server = await startModelServer([{ body: wire.reply({ text }) }]);
      await using llm = open(server.url);
      expect((await llm.generate(request)).text.length).toBe(text.length);
    });

    it("serves calls at the same time and tells their observers", async () => {
      await using server = await startModelServer((served) => ({
        body: wire.reply({ text: JSON.stringify(served.body).includes("first") ? "1" : "2" }),
        delayMs: 20,
      }));
      await using llm = open(server.url);
      const calls: string[] = [];
      const observer = { started: () => calls.push("started"), finished: () => calls.push("finished") };
      const ask = (text: string) => llm.generate({ messages: [userMessage(text)], observer });
      const replies = await Promise.all([ask("first"), ask("second")]);
      expect(replies.map((reply) => reply.text)).toEqual(["1", "2"]);
      expect(calls).toEqual(["started", "started", "finished", "finished"]);
    });

    it("closes twice without complaint", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "x" }) }]);
      const llm = open(server.url);
      await llm.generate(request);
      await llm[Symbol.asyncDispose]();
      await llm[Symbol.asyncDispose]();
    });
  });
}
