import { expect, test } from "vitest";
import type { LlmPort, LlmReply } from "../../ports/index.ts";
import { assistantMessage, userMessage } from "../../trace/index.ts";
import { type CallScope, paidLlm, unsavedReplies } from "./index.ts";

const reply = (text: string): LlmReply => ({
  text,
  message: assistantMessage(text),
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, reasoningTokens: 0, costUsd: 0.5 },
  usageKnown: true,
  model: "m",
  finishReason: "stop",
});

/** A model that counts; its replies are in order. */
function counting(): LlmPort & { calls: number } {
  return {
    calls: 0,
    capabilities: { systemPrompt: true, structuredOutput: true },
    async generate() {
      this.calls += 1;
      return reply(`reply ${this.calls}`);
    },
    async [Symbol.asyncDispose]() {},
  };
}

test("a call that was paid is not made again, and counts as it did; the next one waits for what came before", async () => {
  const stored = new Map<string, string>();
  const begun = (): CallScope => {
    // a process begins
    const unsaved = unsavedReplies(async (_, replies) => {
      for (const { key, reply: text } of replies) stored.set(key, text);
    });
    const replies = unsaved.of("task", (key) => stored.get(key()));
    const counts = new Map();
    return { replicate: 1, counts, paid: { ...replies, counts, unkeyed: [], underWay: 0 } };
  };
  let scope = begun();
  const model = counting();
  const llm = paidLlm(model, { model: "m", scopeOf: () => scope });
  const request = { messages: [userMessage("How?")] };
  expect((await llm.generate(request)).text).toBe("reply 1");
  expect(stored.size).toBe(0);
  // the same asked twice in one task is to be answered twice
  expect((await llm.generate(request)).text).toBe("reply 2");
  expect(stored.size).toBe(1);

  // the machine ends here: what was not safe is gone
  scope = begun();
  const told: unknown[] = [];
  const observer = { finished: (call: unknown) => told.push(call) };
  expect((await llm.generate({ ...request, observer })).text).toBe("reply 1");
  expect(told).toMatchObject([{ usage: { costUsd: 0.5 }, isEarlier: true }]);
  expect((await llm.generate({ ...request, observer })).text).toBe("reply 3");
  expect(told).toHaveLength(1);
});
