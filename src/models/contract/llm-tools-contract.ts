import assert from "node:assert/strict";
import type { LlmReply } from "../../ports/index.ts";
import { type Block, type Message, systemMessage, userMessage } from "../../trace/index.ts";
import type { WireCall } from "../testing/index.ts";
import type { ContractCase } from "./contract-case.ts";
import { assertIncludes, type LlmContractSubject, served } from "./llm-contract.ts";

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
export function llmToolContract(subject: LlmContractSubject): readonly ContractCase[] {
  const { wire, open, thinking = true } = subject;
  return [
    {
      name: "says that it can be asked with tools",
      async run() {
        await using llm = await open("http://127.0.0.1:1");
        assert.equal(llm.capabilities.tools, true);
      },
    },
    {
      name: "describes its tools to the model, and none where there are none",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "x" }) }]);
        await on.llm.generate({ messages: conversation, tools });
        await on.llm.generate({ messages: conversation, tools: [] });
        const [withTools, without] = on.server.requests.map(({ body }) => body);
        const sent = JSON.stringify(withTools?.tools);
        for (const part of ["lookup", "Looks a drug up.", "Name of the drug", '"required":["query"]'])
          assertIncludes(sent, part);
        assert.equal(without?.tools, undefined);
      },
    },
    {
      name: "returns what the model asks for beside its text",
      async run() {
        const calls: readonly WireCall[] = [
          { id: "c1", name: "lookup", input: { query: "venetoclax", limit: 3 } },
          { id: "c2", name: "lookup", input: { query: "imatinib" } },
        ];
        await using on = await served(subject, [{ body: wire.reply({ text: "Looking.", calls }) }]);
        const reply = await on.llm.generate({ messages: conversation, tools });
        const { text, finishReason, usageKnown } = reply;
        assert.deepEqual([text, finishReason, usageKnown], ["Looking.", "tool_calls", true]);
        assert.partialDeepStrictEqual(reply.message.content[0], { type: "text", text: "Looking." });
        assert.deepEqual(
          callsOf(reply).map(({ name, input }) => ({ name, input })),
          calls.map(({ name, input }) => ({ name, input })),
        );
        assert.equal(new Set(callsOf(reply).map(({ id }) => id)).size, 2);
        assert.equal(reply.message.content.length, 3);
      },
    },
    {
      name: "returns a call of a tool that does not exist as it came",
      async run() {
        const calls = [{ id: "c1", name: "serach", input: { query: "venetoclax" } }];
        await using on = await served(subject, [{ body: wire.reply({ text: "", calls }) }]);
        const reply = await on.llm.generate({ messages: conversation, tools });
        const [call, another] = callsOf(reply);
        assert.deepEqual([call?.name, call?.input, another], ["serach", { query: "venetoclax" }, undefined]);
        assert.equal(reply.text, "");
      },
    },
    {
      name: "sends calls and results back, and answers calls that were never run",
      async run() {
        const calls = ["venetoclax", "imatinib", "aspirin"].map((query) => ({
          ...{ id: `call-${query}`, name: "lookup" },
          input: { query },
        }));
        await using on = await served(subject, [
          { body: wire.reply({ text: "\n\n", calls }) },
          { body: wire.reply({ text: "BCL2" }) },
        ]);
        const first = await on.llm.generate({ messages: conversation, tools });
        const results = resultsFor(first, ["binds BCL2", "error: no index"]);
        const messages = [...conversation, first.message, results];
        const { text, finishReason } = await on.llm.generate({ messages, tools });
        assert.deepEqual([text, finishReason], ["BCL2", "stop"]);
        const sent = JSON.stringify(on.server.requests[1]?.body);
        for (const part of ["venetoclax", "binds BCL2", "error: no index", "aspirin", "was not run"])
          assertIncludes(sent, part);
      },
    },
    ...(thinking
      ? [
          {
            name: "never sends thinking of an earlier turn back",
            async run() {
              const reply = wire.reply({ text: "x", thinking: "Much later." });
              await using on = await served(subject, [{ body: reply }]);
              await on.llm.generate({ messages: conversation });
              await on.llm.generate({ messages: [...conversation, thought, userMessage("And now?")], tools });
              const sent = JSON.stringify(on.server.requests[1]?.body);
              for (const part of ["Long ago.", "of another model"])
                assert.ok(!sent.includes(part), `${part} is sent`);
            },
          },
        ]
      : []),
  ];
}

const thought: Message = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Long ago.", signature: "of another model" },
    { type: "tool_use", id: "c1", name: "lookup", input: { query: "x" }, signature: "of another model" },
  ],
};
