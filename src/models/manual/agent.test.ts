import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { md5 } from "../../base/index.ts";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { createManualAgent } from "./agent.ts";
import { loadManualTraces, parseManualTraces } from "./manual-traces.ts";

const question = "What is the target of venetoclax?";
const run = (answers: unknown, asked = question, questionText?: string) =>
  createManualAgent({ traces: parseManualTraces(answers, "answers.json") }).run({
    messages: [systemMessage("Be brief."), userMessage(asked)],
    ...(questionText === undefined ? {} : { questionText }),
    tools: [],
    maxTurns: 5,
    timeoutMs: 1000,
  });

describe("createManualAgent", () => {
  it("answers by the MD5 of the question", async () => {
    expect(await run({ [md5(question)]: "BCL2" })).toEqual({
      messages: [{ role: "assistant", content: [{ type: "text", text: "BCL2" }] }],
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      ...{ usageKnown: true, model: "manual", turns: 1, limitReached: false, timeoutReached: false },
    });
  });

  it("reads the form with questions beside answers", async () => {
    const reply = await run({ answers: [{ question, answer: "BCL2" }] });
    expect(reply.messages).toHaveLength(1);
  });

  it("prefers the question's own text to the prompt", async () => {
    const reply = await run({ [md5(question)]: "BCL2" }, `${question}\n\nThe workspace is at /w.`, question);
    expect(reply.messages).toHaveLength(1);
  });

  it("reads message lists in flat and in block form, without system text and question", async () => {
    const calls = [{ id: "c1", name: "find", input: { q: 1 } }];
    const reply = await run({
      [md5(question)]: [
        { role: "system", content: "S" },
        { role: "user", content: question },
        { role: "assistant", content: "Searching", tool_calls: calls, block_index: 0 },
        { role: "tool", content: "BCL2!", tool_result: { tool_use_id: "c1", is_error: false } },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm" },
            { type: "text", text: "BCL2" },
          ],
        },
      ],
    });
    expect(reply.turns).toBe(2);
    expect(reply.messages).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Searching" },
          { type: "tool_use", ...calls[0] },
        ],
      },
      { role: "tool", content: [{ type: "tool_result", toolUseId: "c1", content: "BCL2!", isError: false }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "BCL2" },
        ],
      },
    ]);
  });

  it("names question and file when there is no recording", async () => {
    await expect(run({ [md5("other")]: "x" })).rejects.toMatchObject({
      code: "recording_missing",
      message: expect.stringMatching(/answers\.json.*venetoclax/),
    });
  });

  it.each([
    ["a list", [], /answers\.json/],
    ["no answers", {}, /no answers/],
    ["a key that is no MD5", { abc: "x" }, /32 of 0-9/],
    ["an empty answer", { [md5("q")]: "  " }, /empty|Invalid/],
    ["a number", { [md5("q")]: 5 }, /Invalid/],
    ["an empty message list", { [md5("q")]: [] }, /empty|Invalid/],
    ["an unknown role", { [md5("q")]: [{ role: "bot", content: "x" }] }, /Invalid/],
    ["an answer without its question", { answers: [{ answer: "x" }] }, /question/],
  ])("refuses %s", (_, answers, message) => {
    expect(() => parseManualTraces(answers, "answers.json")).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringMatching(message) }),
    );
  });
});

describe("loadManualTraces", () => {
  it("reads a file, and says what is wrong with one it cannot read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "manual-"));
    try {
      const path = join(folder, "answers.json");
      await expect(loadManualTraces(path)).rejects.toMatchObject({ code: "file_not_found" });
      await writeFile(path, "{ nope");
      await expect(loadManualTraces(path)).rejects.toMatchObject({ code: "file_unreadable" });
      await writeFile(path, JSON.stringify({ [md5(question)]: "BCL2" }));
      expect((await loadManualTraces(path)).answers.get(md5(question))).toBe("BCL2");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
