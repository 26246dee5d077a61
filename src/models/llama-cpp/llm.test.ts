import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { createLlamaCppLlm } from "./llm.ts";
import { createLlamaCppModels } from "./models.ts";
import { type ChatScript, modelFile, scriptedPackage } from "./testing/scripted-package.ts";

const messages = [systemMessage("Be brief."), userMessage("What is the target?")];
const schema = {
  type: "object",
  properties: { target: { type: "string" }, note: { type: "string" } },
  required: ["target"],
} as const;

async function setUp(script?: ChatScript, options: Partial<Parameters<typeof createLlamaCppLlm>[0]> = {}) {
  const library = scriptedPackage(script);
  const file = await modelFile();
  const models = createLlamaCppModels({ load: library.load });
  const open = (more: typeof options = {}) =>
    createLlamaCppLlm({ models, modelPath: file.path, random: () => 0.5, ...options, ...more });
  return {
    library,
    models,
    open,
    llm: open(),
    async [Symbol.asyncDispose]() {
      await models[Symbol.asyncDispose]();
      await file[Symbol.asyncDispose]();
    },
  };
}

describe("createLlamaCppLlm", () => {
  it("returns text, message, usage, model and reason", async () => {
    await using part = await setUp();
    expect(await part.llm.generate({ messages })).toEqual({
      text: "BCL2",
      message: { role: "assistant", content: [{ type: "text", text: "BCL2" }] },
      usage: { inputTokens: 28, outputTokens: 3, totalTokens: 31 },
      usageKnown: true,
      model: "tiny",
      finishReason: "stop",
    });
    expect(part.library.generations[0]).toMatchObject({
      history: [
        { type: "system", text: "Be brief." },
        { type: "user", text: "What is the target?" },
      ],
      options: { temperature: 0, seed: 2 ** 31, maxTokens: 2048 - 28 - 8, repeatPenalty: false },
    });
  });

  it("takes the request's temperature, the seed and the most tokens", async () => {
    await using part = await setUp(undefined, { temperature: 0.2, seed: 7, maxTokens: 9 });
    await part.llm.generate({ messages, temperature: 0.9 });
    expect(part.library.generations[0]?.options).toMatchObject({ temperature: 0.9, seed: 7, maxTokens: 9 });
  });

  it("holds JSON to its schema by a grammar, tells it to the model, and drops what was left out", async () => {
    await using part = await setUp(() => ({ response: '{"target": "BCL2", "note": null}' }));
    const reply = await part.llm.generate({ messages, responseSchema: { name: "answer", schema } });
    expect(reply.text).toBe('{"target":"BCL2"}');
    expect(part.library.grammars).toHaveLength(1);
    const [generation] = part.library.generations;
    expect(generation?.options.grammar).toBeDefined();
    expect(generation?.history).toHaveLength(2);
    expect(JSON.stringify(generation?.history)).toContain("JSON Schema");
  });

  it("leaves JSON that was cut off as it is, and says so", async () => {
    const cut = '{"target": "BC';
    await using part = await setUp(() => ({ response: cut, metadata: { stopReason: "maxTokens" } }));
    const reply = await part.llm.generate({ messages, responseSchema: { name: "answer", schema } });
    expect(reply).toMatchObject({ text: cut, finishReason: "length" });
  });

  it("keeps thinking apart from the text", async () => {
    const thought = { type: "segment", segmentType: "thought", text: "hm" } as const;
    await using part = await setUp(() => ({ response: "BCL2", fullResponse: [thought, "BCL2"] }));
    const reply = await part.llm.generate({ messages });
    expect(reply.text).toBe("BCL2");
    expect(reply.message.content[0]).toEqual({ type: "thinking", thinking: "hm" });
  });

  it("asks with tools, and gives calls and results back", async () => {
    const tools = [{ name: "look", description: "Looks.", inputSchema: schema }];
    await using part = await setUp((history) =>
      history.at(-1)?.type === "model"
        ? { response: "Done." }
        : {
            response: "\n",
            functionCalls: [{ functionName: "look", params: { target: "x", note: null } }],
            metadata: { stopReason: "functionCalls" },
          },
    );
    const asked = await part.llm.generate({ messages, tools });
    expect(asked).toMatchObject({ text: "", finishReason: "tool_calls" });
    expect(asked.message.content).toEqual([
      { type: "tool_use", id: "call_0", name: "look", input: { target: "x" } },
    ]);
    const result = { type: "tool_result", toolUseId: "call_0", content: "found", isError: false } as const;
    await part.llm.generate({
      messages: [...messages, asked.message, { role: "tool", content: [result] }],
      tools,
    });
    expect(part.library.generations[1]?.history.slice(2)).toEqual([
      {
        type: "model",
        response: [
          {
            type: "functionCall",
            name: "look",
            params: { target: "x" },
            result: "found",
            startsNewChunk: true,
          },
        ],
      },
    ]);
    expect(part.library.generations[0]?.options.functions).toMatchObject({ look: { description: "Looks." } });
  });

  it("refuses a prompt the context has no room for", async () => {
    await using part = await setUp(undefined, { contextSize: 30 });
    await expect(part.llm.generate({ messages })).rejects.toMatchObject({
      category: "permanent",
      message: "The prompt has 28 tokens; the context of tiny.gguf holds 30, reply included.",
      hint: expect.stringContaining("context_size"),
    });
    expect(part.library.generations).toHaveLength(0);
  });

  it("answers in the order of asking, one at a time, and lets those who wait leave", async () => {
    const gates: (() => void)[] = [];
    await using part = await setUp(async (history) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { response: JSON.stringify(history.at(-1)) };
    });
    const controller = new AbortController();
    const ask = (text: string, signal?: AbortSignal) =>
      part.llm.generate({ messages: [userMessage(text)], ...(signal && { signal }) });
    const first = ask("one");
    const second = ask("two", controller.signal);
    const third = ask("three");
    await expect.poll(() => gates.length).toBe(1);
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    gates[0]?.();
    expect((await first).text).toContain("one");
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    expect((await third).text).toContain("three");
  });

  it("ends at its time limit at once, but gives the place on only when the library has stopped", async () => {
    const stop = Promise.withResolvers<Partial<{ response: string }>>();
    let calls = 0;
    await using part = await setUp(() => (++calls === 1 ? stop.promise : { response: "next" }));
    await expect(part.llm.generate({ messages, timeoutMs: 20 })).rejects.toMatchObject({
      category: "timeout",
      message: expect.stringContaining("within 0.02 s"),
    });
    const next = part.llm.generate({ messages });
    expect(calls).toBe(1);
    stop.resolve({ response: "late" });
    expect((await next).text).toBe("next");
  });

  it("calls what the library throws a fault of the server", async () => {
    await using part = await setUp(() => {
      throw new Error("decode failed");
    });
    await expect(part.llm.generate({ messages })).rejects.toMatchObject({
      category: "server_error",
      message: expect.stringContaining("decode failed"),
    });
  });
});

describe("createLlamaCppModels", () => {
  it("loads a model once for all, and closes it behind the last", async () => {
    await using part = await setUp();
    const [first, second] = [part.open(), part.open()];
    await Promise.all([first.generate({ messages }), second.generate({ messages })]);
    expect(part.library.events).toEqual(["open model", "open context 2048 × 1"]);
    await first[Symbol.asyncDispose]();
    await second.generate({ messages });
    await second[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    expect(part.library.events.slice(2)).toEqual(["close context", "close model"]);
  });

  it("shares the weights between contexts of different sizes", async () => {
    await using part = await setUp();
    await part.open({ contextSize: 100 }).generate({ messages });
    await part.open({ contextSize: 200, parallel: 2 }).generate({ messages });
    expect(part.library.events).toEqual(["open model", "open context 100 × 1", "open context 200 × 2"]);
    await part.models[Symbol.asyncDispose]();
    expect(part.library.events.slice(3)).toEqual([
      "close context",
      "close context",
      "close model",
      "close library",
    ]);
  });

  it("loads nothing before the first request", async () => {
    await using part = await setUp();
    expect(part.library.events).toEqual([]);
  });

  it("tries again after a failed load, and says why it failed", async () => {
    await using file = await modelFile();
    let attempts = 0;
    const library = scriptedPackage(undefined, () => {
      attempts += 1;
      if (attempts === 1) throw new Error("no memory");
    });
    await using models = createLlamaCppModels({ load: library.load });
    const llm = createLlamaCppLlm({ models, modelPath: file.path });
    await expect(llm.generate({ messages })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("no memory"),
    });
    expect((await llm.generate({ messages })).text).toBe("BCL2");
  });

  it("does not wait for a library that holds on to a model it failed to load", async () => {
    await using file = await modelFile();
    const library = scriptedPackage(undefined, () => {
      throw new Error("damaged");
    });
    const models = createLlamaCppModels({ load: library.load });
    await expect(models.open({ modelPath: file.path })).rejects.toThrow("damaged");
    await models[Symbol.asyncDispose]();
    expect(library.events).toEqual(["open model"]);
  });

  it.each([
    ["a file of another kind", "PK\u0003\u0004", "is not a GGUF file"],
    ["an empty file", "", "is not a GGUF file"],
  ])("refuses %s", async (_, content, message) => {
    await using file = await modelFile(content);
    await using models = createLlamaCppModels({ load: scriptedPackage().load });
    await expect(models.open({ modelPath: file.path })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(message),
    });
  });

  it("refuses a file that is not there", async () => {
    await using models = createLlamaCppModels({ load: scriptedPackage().load });
    await expect(models.open({ modelPath: "/nowhere/m.gguf" })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("/nowhere/m.gguf"),
    });
  });

  it("names the package to install when it is not there", async () => {
    await using file = await modelFile();
    const packageFolder = await mkdtemp(join(tmpdir(), "karenina-empty-"));
    await using models = createLlamaCppModels({ packageFolder });
    await expect(models.open({ modelPath: file.path })).rejects.toMatchObject({
      code: "missing_dependency",
      hint: expect.stringContaining("npm install node-llama-cpp"),
    });
    await rm(packageFolder, { recursive: true });
  });
});
