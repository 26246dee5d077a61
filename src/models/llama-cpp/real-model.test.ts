import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema } from "../../base/index.ts";
import { isThorough } from "../../base/testing/property-runs.ts";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { createLlamaCppLlm } from "./llm.ts";
import { createLlamaCppModels } from "./models.ts";
import { findLocalModel } from "./testing/local-model.ts";
import { modelFile } from "./testing/scripted-package.ts";

const local = findLocalModel("llama.cpp with a real model");
const { packageFolder, modelPath } = local ?? { packageFolder: "", modelPath: "" };
const minutes = 240_000;
const france = [
  systemMessage("You answer in one short sentence."),
  userMessage("What is the capital of France?"),
];
const counting = [userMessage("Count from 1 to 500 in words, one number per line.")];

describe.runIf(local !== undefined)("llama.cpp with a real model", { timeout: minutes }, () => {
  const models = createLlamaCppModels({ packageFolder });
  const open = (options: Partial<Parameters<typeof createLlamaCppLlm>[0]> = {}) =>
    createLlamaCppLlm({ models, modelPath, contextSize: 1024, maxTokens: 48, ...options });
  // Keeps the model loaded from test to test.
  const keeper = open();
  afterAll(async () => {
    await keeper[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
  });

  it("answers, counts its tokens exactly and says the same again", async () => {
    await using llm = open();
    const first = await keeper.generate({ messages: france });
    const second = await llm.generate({ messages: france });
    expect(first.text).toContain("Paris");
    expect(first).toMatchObject({ finishReason: "stop", usageKnown: true });
    expect(second).toEqual(first);
    expect(first.usage.inputTokens).toBeGreaterThan(20);
    expect(first.usage.totalTokens).toBe(first.usage.inputTokens + first.usage.outputTokens);
  });

  it.runIf(isThorough)("stops at the most tokens allowed", async () => {
    await using llm = open({ maxTokens: 12 });
    const reply = await llm.generate({ messages: counting });
    expect(reply).toMatchObject({ finishReason: "length", usage: { outputTokens: 12 } });
  });

  it.runIf(isThorough)("repeats a reply by its seed, and gives others without one", async () => {
    const messages = [userMessage("Invent a name for a ship.")];
    const say = async (seed?: number) => {
      await using llm = open({ temperature: 1.5, maxTokens: 24, ...(seed !== undefined && { seed }) });
      return (await llm.generate({ messages })).text;
    };
    expect(await say(7)).toBe(await say(7));
    expect(await say(7)).not.toBe(await say(8));
    expect(await say()).not.toBe(await say());
  });

  it("fills a template's schema, whatever the model would rather say", async () => {
    const Answer = z.object({
      capital: z.string(),
      continent: z.enum(["Europe", "Asia", "Africa"]),
      population: z.number().nullable(),
      landlocked: z.boolean(),
      neighbours: z.array(z.string()).max(2),
      note: z.string().optional(),
    });
    const schema = z.toJSONSchema(Answer) as JsonSchema;
    await using llm = open({ maxTokens: 300 });
    const reply = await llm.generate({
      messages: [userMessage("Describe France.")],
      responseSchema: { name: "answer", schema },
    });
    expect(reply.finishReason).toBe("stop");
    expect(Answer.safeParse(JSON.parse(reply.text)).error).toBeUndefined();
  });

  it.runIf(isThorough)("answers several at the same time, each its own question", async () => {
    await using llm = open({ parallel: 2, contextSize: 512 });
    const countries = ["France", "Italy", "Spain"];
    const replies = await Promise.all(
      countries.map((country) =>
        llm.generate({ messages: [userMessage(`What is the capital of ${country}?`)] }),
      ),
    );
    expect(replies.map(({ text }) => /Paris|Rome|Madrid/.exec(text)?.[0])).toEqual([
      "Paris",
      "Rome",
      "Madrid",
    ]);
  });

  it.runIf(isThorough)("ends at a time limit and on abort, and answers the next", async () => {
    await using llm = open({ maxTokens: 900 });
    await expect(llm.generate({ messages: counting, timeoutMs: 200 })).rejects.toMatchObject({
      category: "timeout",
    });
    const controller = new AbortController();
    const pending = llm.generate({
      messages: counting,
      signal: controller.signal,
      observer: { started: () => queueMicrotask(() => controller.abort()) },
    });
    await expect(pending).rejects.toMatchObject({ code: "cancelled" });
    expect((await llm.generate({ messages: france })).text).toContain("Paris");
  });

  it("refuses a prompt that does not fit, and never shortens it", async () => {
    await using llm = open({ contextSize: 512 });
    await expect(llm.generate({ messages: [userMessage("word ".repeat(800))] })).rejects.toMatchObject({
      category: "permanent",
      message: expect.stringContaining("holds 512"),
      hint: expect.stringContaining("context_size"),
    });
  });

  it.runIf(isThorough)(
    "generates at most as many replies at once as it has room for, others wait",
    async () => {
      await using first = open({ maxTokens: 8 });
      await using second = open({ maxTokens: 8 });
      let running = 0;
      let most = 0;
      const observer = {
        started: () => {
          running += 1;
          most = Math.max(most, running);
        },
        finished: () => {
          running -= 1;
        },
      };
      await Promise.all([first, second, keeper].map((llm) => llm.generate({ messages: france, observer })));
      expect(most).toBe(1);
    },
  );

  it.runIf(isThorough)("closes after a file that is cut off", async () => {
    await using damaged = await modelFile((await readFile(modelPath)).subarray(0, 5_000_000));
    await using others = createLlamaCppModels({ packageFolder });
    await expect(others.open({ modelPath: damaged.path })).rejects.toMatchObject({ code: "configuration" });
    await using held = await others.open({ modelPath, contextSize: 512 });
    expect(held.value.contextSize).toBe(512);
  });

  it.runIf(isThorough)("takes tools, and a result that came back", async () => {
    const tools = [
      {
        name: "capital",
        description: "Looks up the capital of a country.",
        inputSchema: {
          type: "object",
          properties: { country: { type: "string" }, year: { type: "integer" } },
          required: ["country"],
        },
      },
    ] as const;
    await using llm = open({ maxTokens: 64 });
    const asked = await llm.generate({ messages: france, tools });
    for (const block of asked.message.content) expect(["text", "tool_use"]).toContain(block.type);
    const reply = await llm.generate({
      messages: [
        ...france,
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "c1", name: "capital", input: { country: "France" } }],
        },
        {
          role: "tool",
          content: [{ type: "tool_result", toolUseId: "c1", content: "Paris", isError: false }],
        },
      ],
      tools,
    });
    expect(reply.usage.outputTokens).toBeGreaterThan(0);
  });
});
