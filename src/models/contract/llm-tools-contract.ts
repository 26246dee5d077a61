import { describe, expect, it } from "vitest";
import type { LlmReply } from "../../ports/index.ts";
import { type Block, type Message, systemMessage, userMessage } from "../../trace/index.ts";
import { startModelServer, type WireCall } from "../testing/index.ts";
import type { LlmContractSubject } from "./llm-contract.ts";

const tools = [
  {
    name: "lookup",
    description: "Looks a drug up.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "Name of the drug" }, limit: { type: "integer" } },
      required: ["query"],
    },
  },
] as const;
const conversation = [systemMessage("Be brief."), userMessage("What does venetoclax bind?")];

const callsOf = ({ message }: LlmReply) =>
  message.content.filter((block): block is Extract<Block, { type: "tool_use" }> => block.type === "tool_use");
const resultsFor = (reply: LlmReply, contents: readonly string[]): Message => ({
  role: "tool",
  content: callsOf(reply)
    .slice(0, contents.length)
    .map(({ id }, index) => {
      const content = contents[index] ?? "";
      return { type: "tool_result", toolUseId: id, content, isError: content.startsWith("error") };
    }),
});

/** What every adapter behind `LlmPort` with the capability `tools` does with them. */
export function describeLlmTools({ name, wire, open, thinking = true }: LlmContractSubject): void {
  describe(`${name}: tools`, () => {
    it("says that it can be asked with tools", () => {
      expect(open("http://127.0.0.1:1").capabilities.tools).toBe(true);
    });

    it("describes its tools to the model, and none where there are none", async () => {
      await using server = await startModelServer([{ body: wire.reply({ text: "x" }) }]);
      await using llm = open(server.url);
      await llm.generate({ messages: conversation, tools });
      await llm.generate({ messages: conversation, tools: [] });
      const [withTools, without] = server.requests.map(({ body }) => body);
      const sent = JSON.stringify(withTools?.tools);
      for (const part of ["lookup", "Looks a drug up.", "Name of the drug", '"required":["query"]'])
        expect(sent).toContain(part);
      expect(without?.tools).toBeUndefined();
    });

    it("returns what the model asks for beside its text", async () => {
      const calls: readonly WireCall[] = [
        { id: "c1", name: "lookup", input: { query: "venetoclax", limit: 3 } },
        { id: "c2", name: "lookup", input: { query: "imatinib" } },
      ];
      await using server = await startModelServer([{ body: wire.reply({ text: "Looking.", calls }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate({ messages: conversation, tools });
      expect(reply).toMatchObject({ text: "Looking.", finishReason: "tool_calls", usageKnown: true });
      expect(reply.message.content).toMatchObject([
        { type: "text", text: "Looking." },
        { type: "tool_use", name: "lookup", input: { query: "venetoclax", limit: 3 } },
        { type: "tool_use", name: "lookup", input: { query: "imatinib" } },
      ]);
      expect(new Set(callsOf(reply).map(({ id }) => id)).size).toBe(2);
    });

    it("returns a call of a tool that does not exist as it came", async () => {
      const calls = [{ id: "c1", name: "serach", input: { query: "venetoclax" } }];
      await using server = await startModelServer([{ body: wire.reply({ text: "", calls }) }]);
      await using llm = open(server.url);
      const reply = await llm.generate({ messages: conversation, tools });
      expect(callsOf(reply)).toMatchObject([{ name: "serach", input: { query: "venetoclax" } }]);
      expect(reply.text).toBe("");
    });

    it("sends calls and results back, and answers calls that were never run", async () => {
      const calls = ["venetoclax", "imatinib", "aspirin"].map((query) => ({
        ...{ id: `call-${query}`, name: "lookup" },
        input: { query },
      }));
      await using server = await startModelServer([
        { body: wire.reply({ text: "\n\n", calls }) },
        { body: wire.reply({ text: "BCL2" }) },
      ]);
      await using llm = open(server.url);
      const first = await llm.generate({ messages: conversation, tools });
      const results = resultsFor(first, ["binds BCL2", "error: no index"]);
      const reply = await llm.generate({ messages: [...conversation, first.message, results], tools });
      expect(reply).toMatchObject({ text: "BCL2", finishReason: "stop" });
      const sent = JSON.stringify(server.requests[1]?.body);
      for (const part of ["venetoclax", "binds BCL2", "error: no index", "aspirin", "was not run"])
        expect(sent).toContain(part);
    });

    it.runIf(thinking)("never sends thinking of an earlier turn back", async () => {
      await using server = await startModelServer([
        { body: wire.reply({ text: "x", thinking: "Much later." }) },
      ]);
      await using llm = open(server.url);
      await llm.generate({ messages: conversation });
      const thought: Message = {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Long ago.", signature: "of another model" },
          {
            type: "tool_use",
            id: "c1",
            name: "lookup",
            input: { query: "x" },
            signature: "of another model",
          },
        ],
      };
      await llm.generate({ messages: [...conversation, thought, userMessage("And now?")], tools });
      const sent = JSON.stringify(server.requests[1]?.body);
      expect(sent).not.toContain("Long ago.");
      expect(sent).not.toContain("of another model");
    });
  });
}
