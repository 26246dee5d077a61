import { describe, expect, it } from "vitest";
import { systemClock } from "../../../base/index.ts";
import type { Usage } from "../../../trace/index.ts";
import { StreamMessage } from "./stream-message.ts";
import { startTranscript } from "./transcript.ts";

const counted = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });
const said = (id: string, block: object, more: object = {}) => ({
  ...{ type: "assistant", uuid: `${id}-${JSON.stringify(block)}`, parent_tool_use_id: null },
  message: { id, model: "claude", content: [block], usage: counted(5, 1) },
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });
const call = (id: string, name = "mcp__tools__find") => ({ type: "tool_use", id, name, input: { q: id } });
const result = (id: string, content: unknown, more: object = {}) => ({
  ...{ type: "user", parent_tool_use_id: null },
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  ...more,
});
const event = (type: string, more: object = {}) => ({ type: "stream_event", event: { type, ...more } });
const requesting = { type: "system", subtype: "status", status: "requesting" };

function readAll(messages: readonly object[]) {
  const finished: Usage[] = [];
  let started = 0;
  const transcript = startTranscript({
    secrets: ["my-secret-key"],
    observer: { started: () => (started += 1), finished: ({ usage }) => finished.push(usage) },
    clock: systemClock,
  });
  for (const message of messages) transcript.read(StreamMessage.parse(message));
  return { transcript, finished, started: () => started };
}

describe("startTranscript", () => {
  it("puts a reply together whose first tool was done before its last block had come", () => {
    const { transcript } = readAll([
      ...[said("1", text("Looking.")), said("1", call("a")), result("a", "found a")],
      ...[said("1", call("b")), result("b", [{ type: "text", text: "found b" }, { type: "image" }])],
      said("2", text("Done.")),
    ]);
    expect(transcript.messages()).toMatchObject([
      { role: "assistant", content: [{ text: "Looking." }, { id: "a", name: "find" }, { id: "b" }] },
      { role: "tool", content: [{ content: "found a" }, { content: "found b\n[image]" }] },
      { role: "assistant", content: [{ text: "Done." }] },
    ]);
    expect(transcript.turns).toBe(2);
  });

  it("tells of each call once, with the counts of its end, whether it was streamed or not", () => {
    const { finished, started } = readAll([
      ...[
        requesting,
        event("message_start", { message: { id: "1", model: "claude", usage: counted(5, 1) } }),
      ],
      ...[said("1", text("a")), event("message_delta", { usage: { output_tokens: 9 } })],
      ...[event("message_stop"), requesting, said("2", text("b")), requesting],
    ]);
    expect(started()).toBe(3);
    expect(finished.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
      [5, 9],
      [5, 1],
    ]);
  });

  it("drops what a later message replaces, what agents of the agent say, and the program's prompts", () => {
    const first = said("1", text("refused"));
    const { transcript } = readAll([
      ...[first, said("2", text("kept"), { supersedes: [first.uuid] })],
      said("3", text("of another"), { parent_tool_use_id: "x" }),
      { type: "user", message: { role: "user", content: [text("Call the tool now.")] } },
    ]);
    expect(transcript.messages()).toEqual([{ role: "assistant", content: [text("kept")] }]);
  });

  it("masks secrets in what is said, asked for and given back", () => {
    const { transcript } = readAll([
      said("1", text("It is my-secret-key.")),
      said("1", { ...call("a"), input: { q: "my-secret-key" } }),
      result("a", "my-secret-key"),
    ]);
    expect(JSON.stringify(transcript.messages())).not.toContain("my-secret-key");
    expect(JSON.stringify(transcript.messages()).match(/\[hidden\]/g)).toHaveLength(3);
  });

  it("does not count the program's own words as a model's reply", () => {
    const message = { id: "e", model: "<synthetic>", content: [text("API Error")], usage: counted(0, 0) };
    const { transcript } = readAll([said("e", text(""), { message, error: "rate_limit" })]);
    expect(transcript).toMatchObject({ turns: 0, model: "", errorKind: "rate_limit" });
  });
});
