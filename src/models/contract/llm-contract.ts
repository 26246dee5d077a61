import assert from "node:assert/strict";
import type { LlmPort } from "../../ports/index.ts";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { type ServedHandler, type ServedReply, startModelServer, type Wire } from "../testing/index.ts";
import type { ContractCase } from "./contract-case.ts";

/** One adapter under test and the wire format its servers speak. */
export interface LlmContractSubject {
  readonly name: string;
  readonly wire: Wire;
  /** Key the adapter is opened with; it must never show. */
  readonly secret: string;
  /** False where the vendor's interface never shows thinking. Default true. */
  readonly thinking?: boolean;
  /**
   * True: it tells a failure by its category, and what it says is its own: no hints, no address, no limit of size, and no
   * second way for a schema that its server refuses. Default false.
   */
  readonly plain?: boolean;
  /** True: every reply is asked for as a stream, and served as one. Default false. */
  readonly streams?: boolean;
  /** Opens a model on a server at this address. */
  open(url: string): LlmPort | Promise<LlmPort>;
}

/** A server that says what it is told, and a model on it; both are closed at the end. */
export async function served(
  { open, streams = false }: Pick<LlmContractSubject, "open" | "streams">,
  replies: ServedHandler | readonly ServedReply[],
) {
  const server = await startModelServer(replies, { streams });
  const opened = await open(server.url);
  const llm: LlmPort = streams
    ? { ...opened, generate: (asked) => opened.generate({ ...asked, stream: true }) }
    : opened;
  return {
    server,
    llm,
    async [Symbol.asyncDispose]() {
      await llm[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const request = { messages: [systemMessage("Be brief."), userMessage("What is the target?")] };
const responseSchema = {
  name: "answer",
  schema: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
} as const;

/** What every adapter behind `LlmPort` does with good replies. */
export function llmReplyContract(subject: LlmContractSubject): readonly ContractCase[] {
  const { wire, thinking = true, plain = false } = subject;
  const cases = [
    {
      name: "returns text, message, usage, model and reason",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "BCL2" }) }]);
        const { usage, model, ...reply } = await on.llm.generate({
          ...request,
          temperature: 0,
          maxTokens: 21,
        });
        assert.deepEqual(reply, {
          text: "BCL2",
          message: { role: "assistant", content: [{ type: "text", text: "BCL2" }] },
          usageKnown: true,
          finishReason: "stop",
        });
        assert.partialDeepStrictEqual(usage, { inputTokens: 7, outputTokens: 3, totalTokens: 10 });
        assert.equal(typeof model, "string");
        const sent = JSON.stringify(on.server.requests[0]?.body);
        for (const part of ["Be brief.", "What is the target?", '"temperature":0'])
          assertIncludes(sent, part);
        assert.match(sent, /"max_?\w*[tT]okens":21\b/);
      },
    },
    {
      name: "hands a response schema to the provider and returns the JSON as text",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: '{"target":"BCL2"}' }) }]);
        const reply = await on.llm.generate({ ...request, responseSchema });
        assert.deepEqual(JSON.parse(reply.text), { target: "BCL2" });
        assertIncludes(JSON.stringify(on.server.requests[0]?.body), '"target"');
      },
    },
    {
      name: "returns broken JSON as it came",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "{'target': 'BCL2'}" }) }]);
        assert.equal((await on.llm.generate({ ...request, responseSchema })).text, "{'target': 'BCL2'}");
      },
    },
    {
      name: refusedSchema,
      async run() {
        const body = wire.error("Unknown parameter: response_format", "invalid_request_error");
        await using on = await served(subject, [{ status: 400, body }, { body: wire.reply({ text: "{}" }) }]);
        await on.llm.generate({ ...request, responseSchema });
        await on.llm.generate({ ...request, responseSchema });
        assert.equal(on.server.requests.length, 3);
        for (const sent of on.server.requests.slice(1)) {
          assertIncludes(JSON.stringify(sent.body), "JSON Schema");
          assert.equal(sent.body.response_format, undefined);
        }
      },
    },
    {
      name: "says when no token counts came",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "x", tokens: null }) }]);
        const { usage, usageKnown } = await on.llm.generate(request);
        assert.equal(usageKnown, false);
        assert.deepEqual(usage, { inputTokens: 0, outputTokens: 0, totalTokens: 0 });
      },
    },
    ...(thinking
      ? [
          {
            name: "keeps thinking apart from the text",
            async run() {
              await using on = await served(subject, [
                { body: wire.reply({ text: "BCL2", thinking: "hm" }) },
              ]);
              const reply = await on.llm.generate(request);
              assert.equal(reply.text, "BCL2");
              assert.partialDeepStrictEqual(reply.message.content[0], { type: "thinking", thinking: "hm" });
            },
          },
        ]
      : []),
    ...(["length", "refusal"] as const).map((finish) => ({
      name: `reports the reason ${finish}`,
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "part", finish }) }]);
        assert.equal((await on.llm.generate(request)).finishReason, finish);
      },
    })),
    {
      name: "reports an empty refusal as a reply, also when JSON was asked for",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "", finish: "refusal" }) }]);
        const { text, finishReason } = await on.llm.generate({ ...request, responseSchema });
        assert.deepEqual([text, finishReason], ["", "refusal"]);
      },
    },
    {
      name: "takes an answer of 5 MB",
      async run() {
        const text = "é".repeat(2_500_000);
        await using on = await served(subject, [{ body: wire.reply({ text }) }]);
        assert.equal((await on.llm.generate(request)).text.length, text.length);
      },
    },
    {
      name: "serves calls at the same time and tells their observers",
      async run() {
        await using on = await served(subject, ({ body }) => ({
          body: wire.reply({ text: JSON.stringify(body).includes("first") ? "1" : "2" }),
          delayMs: 20,
        }));
        const calls: string[] = [];
        const observer = { started: () => calls.push("started"), finished: () => calls.push("finished") };
        const ask = (text: string) => on.llm.generate({ messages: [userMessage(text)], observer });
        const replies = await Promise.all([ask("first"), ask("second")]);
        assert.deepEqual(
          replies.map(({ text }) => text),
          ["1", "2"],
        );
        assert.deepEqual(calls, ["started", "started", "finished", "finished"]);
      },
    },
    {
      name: "closes twice without complaint",
      async run() {
        await using on = await served(subject, [{ body: wire.reply({ text: "x" }) }]);
        await on.llm.generate(request);
        await on.llm[Symbol.asyncDispose]();
      },
    },
  ];
  return plain ? cases.filter(({ name }) => name !== refusedSchema) : cases;
}

const refusedSchema = "puts the schema into the prompt once the server refuses it, and remembers";

/** Fails where a text does not hold another. */
export function assertIncludes(text: string, part: string): void {
  assert.ok(text.includes(part), `expected ${JSON.stringify(part)} in ${text.slice(0, 2000)}`);
}
