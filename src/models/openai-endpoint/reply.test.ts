import { expect, test } from "vitest";
import { ChatReply, llmReplyOf } from "./reply.ts";

const asked = { modelName: "model", earlierCalls: 0 };

const choice = { finish_reason: "stop", message: { content: "hi" } };

test.each([
  ["text", { prompt_tokens: "12", completion_tokens: 3 }, undefined],
  ["nonsense", "none", undefined],
  ["odd details", { prompt_tokens: 2, completion_tokens: 3, prompt_tokens_details: "x" }, 5],
])("token counts sent as %s cost no reply", (_name, usage, total) => {
  const reply = llmReplyOf(ChatReply.parse({ choices: [choice], usage }), asked);
  expect(reply.text).toBe("hi");
  expect(reply.usageKnown).toBe(total !== undefined);
  if (total !== undefined) expect(reply.usage.totalTokens).toBe(total);
});

test("a finish reason is a word of the server's, not a key of ours", () => {
  const reply = llmReplyOf(
    ChatReply.parse({ choices: [{ ...choice, finish_reason: "constructor" }] }),
    asked,
  );
  expect(reply.finishReason).toBe("other");
});
