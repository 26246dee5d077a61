import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentRequest, LlmPort } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";
import { lookupCall, lookupTool } from "../contract/lookup-tool.ts";
import { replyOf, sayingOf, scriptedLlm } from "../contract/scripted-llm.ts";
import { toolLoopAgent } from "../tool-loop/index.ts";
import { openRecorder } from "./recorder.ts";
import { loadRecording } from "./recording.ts";
import { recordingLlm } from "./recording-ports.ts";
import { createReplayLlm } from "./replay-ports.ts";

const model = { modelName: "m" };
const messages = [userMessage("q")];

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "recording-"));
  return { file: join(path, "calls.jsonl"), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function record<T>(file: string, live: LlmPort, use: (llm: LlmPort) => Promise<T>): Promise<T> {
  await using recorder = await openRecorder(file);
  return await use(recordingLlm(live, recorder, model));
}

const steps = [
  replyOf([
    { type: "thinking", thinking: "", signature: "hidden" },
    { type: "tool_use", ...lookupCall("c1", "venetoclax"), signature: "mark" },
    { type: "tool_use", id: "c2", name: "lookup", input: {}, unreadableInput: "nonsense" },
  ]),
  sayingOf("BCL2"),
];

describe("recording and replay with tools", () => {
  it("replays a run of an agent, whose tools are run again for real", async () => {
    await using place = await folder();
    const request: AgentRequest = { messages, tools: [lookupTool()], maxTurns: 5, timeoutMs: 60_000 };
    const live = await record(place.file, scriptedLlm(steps), (llm) => toolLoopAgent(llm).run(request));
    const tool = lookupTool();
    await using recording = await loadRecording(place.file);
    const replayed = toolLoopAgent(createReplayLlm(recording, model));
    expect(await replayed.run({ ...request, tools: [tool] })).toEqual(live);
    expect(tool.inputs).toEqual([{ query: "venetoclax" }]);
    const changed = lookupTool(() => ({ text: "something else", isError: false }));
    await using again = await loadRecording(place.file);
    await expect(
      toolLoopAgent(createReplayLlm(again, model)).run({ ...request, tools: [changed] }),
    ).rejects.toMatchObject({ code: "recording_missing" });
  });

  it("stores tools and capability, keys of the tool's own schema untouched", async () => {
    await using place = await folder();
    const inputSchema = { type: "object", properties: { maxResults: { type: "integer" } } } as const;
    const tools = [{ name: "lookup", description: "Looks up.", inputSchema }];
    await record(place.file, scriptedLlm([sayingOf("x")]), (llm) => llm.generate({ messages, tools }));
    expect(JSON.parse(await readFile(place.file, "utf8"))).toMatchObject({
      capabilities: { tools: true },
      request: { tools: [{ name: "lookup", description: "Looks up.", input_schema: inputSchema }] },
    });
  });

  it("tells a request with tools from one without, and from one with others", async () => {
    await using place = await folder();
    const tool = (description: string) => [{ name: "lookup", description, inputSchema: { type: "object" } }];
    await record(place.file, scriptedLlm([sayingOf("a"), sayingOf("b")]), async (llm) => {
      await llm.generate({ messages, tools: tool("A") });
      await llm.generate({ messages, tools: [] });
    });
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    await expect(replay.generate({ messages, tools: tool("B") })).rejects.toMatchObject({
      code: "recording_missing",
      message: expect.stringContaining("other tools"),
    });
    expect((await replay.generate({ messages })).text).toBe("b");
    expect((await replay.generate({ messages, tools: tool("A") })).text).toBe("a");
  });

  it("reads older recordings, which say nothing about tools", async () => {
    await using place = await folder();
    await record(place.file, scriptedLlm([sayingOf("old")]), (llm) => llm.generate({ messages }));
    const line = JSON.parse(await readFile(place.file, "utf8"));
    delete line.capabilities.tools;
    await writeFile(place.file, `${JSON.stringify(line)}\n`);
    await using recording = await loadRecording(place.file);
    const replay = createReplayLlm(recording, model);
    expect(replay.capabilities).toEqual({ systemPrompt: true, structuredOutput: false, tools: true });
    expect((await replay.generate({ messages })).text).toBe("old");
  });
});
