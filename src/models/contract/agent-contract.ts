import assert from "node:assert/strict";
import type { AgentReply, AgentRequest, Tool, ToolOutcome } from "../../ports/index.ts";
import { type Block, finalMessage, systemMessage, userMessage } from "../../trace/index.ts";
import type { ContractCase } from "./contract-case.ts";
import { assertIncludes } from "./llm-contract.ts";
import { lookupCall, lookupTool, rejectWhenAborted } from "./lookup-tool.ts";
import type { AgentTurn, ScriptedAgent, StartAgent } from "./scripted-agent.ts";

/** One agent runtime under test. */
export interface AgentContractSubject {
  readonly name: string;
  readonly start: StartAgent;
  /** False where the vendor's interface never shows thinking. Default true. */
  readonly thinking?: boolean;
  /** False for a runtime that runs the calls of one reply one after another. Default true. */
  readonly concurrent?: boolean;
  /**
   * Wall-clock limit in which the runtime surely starts and makes two model calls, in milliseconds, for agents whose
   * time really passes. Default 2000.
   */
  readonly timeLimitMs?: number;
}

const conversation = [systemMessage("Be brief."), userMessage("What does venetoclax bind?")];
const answer: AgentTurn = { text: "It binds BCL2." };

const run = (
  { agent, request: needed = {} }: ScriptedAgent,
  tools: readonly Tool[],
  more: Partial<AgentRequest> = {},
): Promise<AgentReply> =>
  agent.run({ messages: conversation, tools, maxTurns: 8, timeoutMs: 30_000, ...needed, ...more });

const blocksOf = <T extends Block["type"]>(reply: AgentReply, type: T) =>
  reply.messages
    .flatMap((message) => message.content)
    .filter((block): block is Extract<Block, { readonly type: T }> => block.type === type);
const rolesOf = (reply: AgentReply) => reply.messages.map(({ role }) => role);

const finalText = (reply: AgentReply) => finalMessage(reply.messages);
const ended = ({ turns, limitReached, timeoutReached }: AgentReply) => ({
  turns,
  limitReached,
  timeoutReached,
});
const whole = { limitReached: false, timeoutReached: false };

/** What every agent with live tools does, whatever runs its loop. */
export function agentContract(subject: AgentContractSubject): readonly ContractCase[] {
  return [...answerCases(subject), ...limitCases(subject), ...endCases(subject)];
}

function answerCases({
  start,
  thinking = true,
  concurrent = true,
}: AgentContractSubject): readonly ContractCase[] {
  return [
    {
      name: "answers in one turn where it needs no tool",
      async run() {
        await using scripted = await start([answer]);
        const reply = await run(scripted, []);
        assert.deepEqual(finalText(reply), { ok: true, text: "It binds BCL2." });
        assert.deepEqual(ended(reply), { turns: 1, ...whole });
        assert.equal(reply.usageKnown, true);
        for (const part of ["Be brief.", "What does venetoclax bind?"])
          assertIncludes(scripted.asked[0] ?? "", part);
      },
    },
    {
      name: "runs a tool, reads its output and answers",
      async run() {
        const tool = lookupTool();
        await using scripted = await start([
          { text: "Let me look.", calls: [lookupCall("c1", "venetoclax")], tokens: { input: 10, output: 5 } },
          { ...answer, tokens: { input: 20, output: 7 } },
        ]);
        const reply = await run(scripted, [tool]);
        assert.deepEqual(tool.inputs, [{ query: "venetoclax" }]);
        assert.deepEqual(rolesOf(reply), ["assistant", "tool", "assistant"]);
        const [call] = blocksOf(reply, "tool_use");
        const [result] = blocksOf(reply, "tool_result");
        assert.deepEqual([call?.name, call?.input], ["lookup", { query: "venetoclax" }]);
        assert.deepEqual(result, {
          type: "tool_result",
          toolUseId: call?.id,
          content: "venetoclax binds BCL2",
          isError: false,
        });
        assert.deepEqual(
          blocksOf(reply, "text").map(({ text }) => text),
          ["Let me look.", "It binds BCL2."],
        );
        assert.deepEqual(ended(reply), { turns: 2, ...whole });
        assert.equal(reply.usageKnown, true);
        assert.partialDeepStrictEqual(reply.usage, { inputTokens: 30, outputTokens: 12, totalTokens: 42 });
        assert.notEqual(reply.model, "");
        assertIncludes(scripted.asked[0] ?? "", "Looks a drug up.");
        assertIncludes(scripted.asked[1] ?? "", "venetoclax binds BCL2");
      },
    },
    {
      name: "runs all calls of one reply and keeps each with its result",
      async run() {
        const { promise: bothRunning, resolve } = Promise.withResolvers<void>();
        let running = 0;
        const tool = lookupTool(async (query) => {
          running += 1;
          if (running === 2) resolve();
          if (concurrent) await bothRunning;
          return { text: `about ${query}`, isError: false };
        });
        await using scripted = await start([
          { calls: [lookupCall("c1", "venetoclax"), lookupCall("c2", "imatinib")] },
          answer,
        ]);
        const reply = await run(scripted, [tool]);
        const results = new Map(
          blocksOf(reply, "tool_result").map(({ toolUseId, content }) => [toolUseId, content]),
        );
        assert.deepEqual(
          blocksOf(reply, "tool_use").map(({ id, input }) => [input.query, results.get(id)]),
          [
            ["venetoclax", "about venetoclax"],
            ["imatinib", "about imatinib"],
          ],
        );
        assertIncludes(scripted.asked[1] ?? "", "about imatinib");
        assert.equal(reply.turns, 2);
      },
    },
    ...brokenTools.map(([what, broken]) => ({
      name: `goes on after a tool that ${what}`,
      async run() {
        await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
        const reply = await run(scripted, [lookupTool(broken)]);
        const [result] = blocksOf(reply, "tool_result");
        assert.equal(result?.isError, true);
        assertIncludes(result?.content ?? "", "the index is broken");
        assertIncludes(scripted.asked[1] ?? "", "the index is broken");
        assert.equal(finalText(reply).ok, true);
      },
    })),
    ...(thinking
      ? [
          {
            name: "keeps thinking in the message it belongs to",
            async run() {
              await using scripted = await start([
                { thinking: "Better look.", calls: [lookupCall("c1", "venetoclax")] },
                answer,
              ]);
              const reply = await run(scripted, [lookupTool()]);
              assert.partialDeepStrictEqual(reply.messages[0]?.content[0], {
                type: "thinking",
                thinking: "Better look.",
              });
              assert.deepEqual(finalText(reply), { ok: true, text: "It binds BCL2." });
            },
          },
        ]
      : []),
    {
      name: "tells its observer about every model call",
      async run() {
        await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
        const events: string[] = [];
        const observer = { started: () => events.push("started"), finished: () => events.push("finished") };
        await run(scripted, [lookupTool()], { observer });
        assert.deepEqual(events, ["started", "finished", "started", "finished"]);
      },
    },
  ];
}

const brokenTools: readonly (readonly [string, () => Promise<ToolOutcome>])[] = [
  ["reports an error", async () => ({ text: "the index is broken", isError: true })],
  ["throws", () => Promise.reject(new Error("the index is broken"))],
];

function limitCases({ start, timeLimitMs = 2000 }: AgentContractSubject): readonly ContractCase[] {
  return [
    {
      name: "flags the turn limit when the last allowed turn still asks for a tool, and keeps the messages",
      async run() {
        await using scripted = await start([
          { text: "Looking on.", calls: [lookupCall("c1", "venetoclax")] },
        ]);
        const reply = await run(scripted, [lookupTool()], { maxTurns: 2 });
        assert.deepEqual(ended(reply), { turns: 2, limitReached: true, timeoutReached: false });
        assert.deepEqual(rolesOf(reply).slice(0, 3), ["assistant", "tool", "assistant"]);
        assert.equal(scripted.asked.length, 2);
      },
    },
    {
      name: "does not flag an answer in the last allowed turn, nor one that speaks of limits",
      async run() {
        await using scripted = await start([
          { calls: [lookupCall("c1", "venetoclax")] },
          { text: "The recursion limit and max_turns were reached." },
        ]);
        const reply = await run(scripted, [lookupTool()], { maxTurns: 2 });
        assert.deepEqual(ended(reply), { turns: 2, ...whole });
      },
    },
    ...(["length", "refusal"] as const).map((finish) => ({
      name: `tells that its last word ended by ${finish}`,
      async run() {
        await using scripted = await start([{ text: "It binds BC", finish }]);
        const reply = await run(scripted, [lookupTool()], { maxTurns: 1 });
        const { finishReason, limitReached, timeoutReached } = reply;
        assert.deepEqual({ finishReason, limitReached, timeoutReached }, { finishReason: finish, ...whole });
      },
    })),
    {
      name: "keeps what there was when its time is up",
      async run() {
        const turns: readonly AgentTurn[] = [{ calls: [lookupCall("c1", "venetoclax")] }, { hang: true }];
        await using scripted = await start(turns, { onAsked: (index) => index === 1 && scripted.expire?.() });
        const reply = await run(scripted, [lookupTool()], { timeoutMs: timeLimitMs });
        assert.deepEqual(ended(reply), { turns: 1, limitReached: false, timeoutReached: true });
        assert.deepEqual(
          blocksOf(reply, "tool_result").map(({ content }) => content),
          ["venetoclax binds BCL2"],
        );
      },
    },
    {
      name: "stops a tool when its time is up",
      async run() {
        await using scripted = await start([{ text: "Looking.", calls: [lookupCall("c1", "venetoclax")] }]);
        const tool = lookupTool((_, signal) => {
          scripted.expire?.();
          return rejectWhenAborted(signal);
        });
        const reply = await run(scripted, [tool], { timeoutMs: timeLimitMs });
        assert.deepEqual([reply.turns, reply.timeoutReached], [1, true]);
        assert.deepEqual(
          blocksOf(reply, "text").map(({ text }) => text),
          ["Looking."],
        );
      },
    },
    {
      name: "has no messages when its time was up before anything came",
      async run() {
        await using scripted = await start([{ hang: true }], { onAsked: () => scripted.expire?.() });
        const reply = await run(scripted, [lookupTool()], { timeoutMs: timeLimitMs });
        assert.deepEqual(reply.messages, []);
        assert.deepEqual(ended(reply), { turns: 0, limitReached: false, timeoutReached: true });
      },
    },
  ];
}

function endCases({ start }: AgentContractSubject): readonly ContractCase[] {
  return [
    {
      name: "stops when the caller cancels while a tool runs",
      async run() {
        const controller = new AbortController();
        const tool = lookupTool((_, signal) => {
          controller.abort();
          return rejectWhenAborted(signal);
        });
        await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
        await assert.rejects(run(scripted, [tool], { signal: controller.signal }), { code: "cancelled" });
      },
    },
    {
      name: "stops when the caller cancels while the model thinks, and before it begins",
      async run() {
        const controller = new AbortController();
        await using scripted = await start([{ hang: true }], { onAsked: () => controller.abort() });
        const { signal } = controller;
        await assert.rejects(run(scripted, [lookupTool()], { signal }), { code: "cancelled" });
        await assert.rejects(run(scripted, [lookupTool()], { signal }), { code: "cancelled" });
        assert.equal(scripted.asked.length, 1);
      },
    },
    ...statuses.map(([status, category]) => ({
      name: `calls status ${status} ${category}`,
      async run() {
        await using scripted = await start([{ status }]);
        await assert.rejects(run(scripted, [lookupTool()]), { code: "transport", category });
        assert.equal(scripted.asked.length, 1);
      },
    })),
    ...losses.map(([end, category]) => ({
      name: `keeps its work when the server is lost after the second turn: ${JSON.stringify(end)}`,
      async run() {
        const calls = (id: string, text: string) => ({ text, calls: [lookupCall(id, "venetoclax")] });
        await using scripted = await start([calls("c1", "First."), calls("c2", "Second."), end]);
        const reply = await run(scripted, [lookupTool()]);
        assert.deepEqual(ended(reply), { turns: 2, ...whole });
        assert.equal(reply.error?.code, "transport");
        assert.match(reply.error?.category ?? "", category);
        assert.deepEqual(
          blocksOf(reply, "text").map(({ text }) => text),
          ["First.", "Second."],
        );
        assert.equal(blocksOf(reply, "tool_result").length, 2);
        assert.ok(reply.usageKnown && reply.usage.totalTokens > 0, "no tokens are told");
        assert.equal(scripted.asked.length, 3);
      },
    })),
  ];
}

const statuses = [
  [401, "permanent"],
  [429, "rate_limit"],
  [500, "server_error"],
] as const;

const losses: readonly (readonly [AgentTurn, RegExp])[] = [
  [{ status: 401 }, /^permanent$/],
  [{ status: 500 }, /^server_error$/],
  [{ dies: true }, /^(connection|server_error)$/],
];
