import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../base/index.ts";
import type { EmbedderPort, LlmPort, LlmReply } from "../../ports/index.ts";
import { assistantMessage, systemMessage, userMessage } from "../../trace/index.ts";
import { openRecorder } from "./recorder.ts";
import { loadRecording } from "./recording.ts";
import { recordingEmbedder, recordingLlm } from "./recording-ports.ts";
import { createReplayEmbedder, createReplayLlm } from "./replay-ports.ts";

const secret = "recorded-secret-0001";
const model = { modelName: "m", temperature: 0.1 };
const replyOf = (text: string): LlmReply => ({
  text,
  message: assistantMessage(text),
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, reasoningTokens: 1 },
  usageKnown: true,
  model: "m-2026",
  finishReason: "stop",
});

function scripted(outcomes: readonly (string | Error)[], structuredOutput = true): LlmPort {
  let calls = 0;
  return {
    capabilities: { systemPrompt: true, structuredOutput },
    async generate() {
      const outcome = outcomes[calls] ?? new Error("unexpected call");
      calls += 1;
      if (outcome instanceof Error) throw outcome;
      return replyOf(outcome);
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "recording-"));
  return { file: join(path, "calls.jsonl"), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

const ask = (text: string) => ({ messages: [systemMessage("S"), userMessage(text)] });

async function record(file: string, llm: LlmPort, prompts: readonly string[]): Promise<void> {
  await using recorder = await openRecorder(file, { secrets: [secret] });
  const recording = recordingLlm(llm, recorder, model);
  for (const prompt of prompts) await recording.generate(ask(prompt)).catch(() => undefined);
}

describe("recording and replay", () => {
  it("gives the nth of equal requests the nth reply, and no reply twice", async () => {
    await using place = await folder();
    await record(place.file, scripted(["one", "other", "two"]), ["q", "p", "q"]);
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    expect(await replay.generate(ask("q"))).toEqual(replyOf("one"));
    expect((await replay.generate(ask("q"))).text).toBe("two");
    expect((await replay.generate(ask("p"))).text).toBe("other");
    await expect(replay.generate(ask("q"))).rejects.toMatchObject({
      code: "recording_missing",
      message: expect.stringContaining("recorded 2 times"),
    });
  });

  it("throws a recorded transport error again, with its category", async () => {
    await using place = await folder();
    const failure = new TransportError("rate_limit", "slow down", {
      status: 429,
      retryAfterMs: 5,
      hint: "wait",
    });
    await record(place.file, scripted([failure, "ok"]), ["q", "q"]);
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    const expected = {
      category: "rate_limit",
      status: 429,
      retryAfterMs: 5,
      hint: "wait",
      message: "slow down",
    };
    await expect(replay.generate(ask("q"))).rejects.toMatchObject(expected);
    expect((await replay.generate(ask("q"))).text).toBe("ok");
  });

  it("records every call at the same time on a line of its own, in the order asked", async () => {
    await using place = await folder();
    const texts = Array.from({ length: 50 }, (_, index) => `${index} ${"x".repeat(20_000)}`);
    {
      await using recorder = await openRecorder(place.file);
      const recording = recordingLlm(scripted(texts), recorder, model);
      await Promise.all(texts.map(() => recording.generate(ask("same"))));
    }
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    const replayed = await Promise.all(texts.map(() => replay.generate(ask("same"))));
    expect(replayed.map((reply) => reply.text)).toEqual(texts);
  });

  it("stores snake_case keys, a readable request and no secret", async () => {
    await using place = await folder();
    await record(place.file, scripted([`leaks ${secret}`]), ["What?"]);
    const text = await readFile(place.file, "utf8");
    expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      kind: "llm",
      occurrence: 0,
      model: "m",
      request: {
        messages: [{ role: "system" }, { role: "user", content: [{ type: "text", text: "What?" }] }],
      },
      reply: { usage_known: true, finish_reason: "stop", usage: { input_tokens: 1 } },
    });
  });

  it("replays a reply as it was: words that look like a key, and placeholders in place of one, are no secret", async () => {
    await using place = await folder();
    const said = "Use Bearer authentication or sk-learn-pipelines; ollama passes the test.";
    {
      await using recorder = await openRecorder(place.file, { secrets: ["test", "ollama"] });
      await recordingLlm(scripted([said]), recorder, model).generate(ask("q"));
    }
    await using recording = await loadRecording(place.file);
    expect((await createReplayLlm(recording, model).generate(ask("q"))).text).toBe(said);
  });

  it("hides what looks like a key in a recorded error", async () => {
    await using place = await folder();
    await record(place.file, scripted([new TransportError("permanent", "wrong key sk-abcdefghijklmnop")]), [
      "q",
    ]);
    expect(await readFile(place.file, "utf8")).toContain("wrong key [hidden]");
  });

  it("keeps the recorded model's capabilities", async () => {
    await using place = await folder();
    await record(place.file, scripted(["x"], false), ["q"]);
    await using recording = await loadRecording(place.file);
    expect(createReplayLlm(recording, model).capabilities.structuredOutput).toBe(false);
  });

  it("continues an existing recording", async () => {
    await using place = await folder();
    await record(place.file, scripted(["one"]), ["q"]);
    await record(place.file, scripted(["two"]), ["q"]);
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    expect([(await replay.generate(ask("q"))).text, (await replay.generate(ask("q"))).text]).toEqual([
      "one",
      "two",
    ]);
  });

  it.each([
    ["another model", { modelName: "n" }, "q", "only m were recorded"],
    ["another prompt", model, "r", "never recorded"],
    ["another temperature", { modelName: "m", temperature: 1 }, "q", "temperature"],
  ])("says what is missing for %s", async (_, asked, prompt, reason) => {
    await using place = await folder();
    await record(place.file, scripted(["x"]), ["q"]);
    await using recording = await loadRecording(place.file);
    const error = await createReplayLlm(recording, asked)
      .generate(ask(prompt))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "recording_missing", message: expect.stringContaining(reason) });
    expect(String(error)).toContain(`"${prompt}"`);
  });

  it("says the reason before long prompts and paths, and what kind of reply was asked for", async () => {
    await using place = await folder();
    await record(place.file, scripted(["x"]), ["q"]);
    await using recording = await loadRecording(place.file);
    const asked = { ...ask("long ".repeat(100)), responseSchema: { name: "excerpts", schema: {} } };
    const error = await createReplayLlm(recording, model)
      .generate(asked)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^No recorded reply of "m" for this call \(excerpts\): this prompt was never recorded\. The recording is .*; the prompt begins "long .{110,120}…"\.$/,
      ),
      hint: expect.stringContaining("--record"),
    });
  });

  it("records and replays embeddings", async () => {
    await using place = await folder();
    const live: EmbedderPort = {
      model: "e",
      embed: async (texts) => texts.map((text) => [text.length, 0.5]),
      async [Symbol.asyncDispose]() {},
    };
    {
      await using recorder = await openRecorder(place.file);
      await recordingEmbedder(live, recorder).embed(["a", "bc"]);
    }
    await using recording = await loadRecording(place.file);
    const replay = createReplayEmbedder(recording, { modelName: "e" });
    expect(await replay.embed(["a", "bc"])).toEqual([
      [1, 0.5],
      [2, 0.5],
    ]);
    await expect(replay.embed(["z"])).rejects.toMatchObject({ code: "recording_missing" });
  });
});

describe("loadRecording", () => {
  it("names the damaged line", async () => {
    await using place = await folder();
    await record(place.file, scripted(["x"]), ["q"]);
    await appendFile(place.file, '{"version": 1, "kind": "llm"}\n');
    const expected = { code: "file_unreadable", message: expect.stringContaining("line 2") };
    await expect(loadRecording(place.file)).rejects.toMatchObject(expected);
    await expect(openRecorder(place.file)).rejects.toMatchObject(expected);
  });

  it("says when the last line was cut off", async () => {
    await using place = await folder();
    await writeFile(place.file, '{"version": 1, "ki');
    await expect(loadRecording(place.file)).rejects.toMatchObject({
      hint: expect.stringContaining("cut off"),
    });
  });

  it("refuses a recording from the future, and one that does not exist", async () => {
    await using place = await folder();
    await expect(loadRecording(place.file)).rejects.toMatchObject({ code: "file_not_found" });
    await writeFile(place.file, '{"version": 99}\n');
    await expect(loadRecording(place.file)).rejects.toMatchObject({ code: "format_from_future" });
  });
});
