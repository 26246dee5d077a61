import { describe, expect, it } from "vitest";
import { assistantMessage, systemMessage, userMessage } from "../../trace/index.ts";
import { promptOf } from "./prompt.ts";

describe("promptOf", () => {
  it("keeps user messages as they are, and system texts apart", () => {
    const messages = [systemMessage("A"), userMessage("one"), systemMessage("B"), userMessage("two")];
    expect(promptOf(messages)).toEqual({ system: "A\n\nB", text: "one\n\ntwo" });
  });

  it("writes a conversation down, its question last", () => {
    const { text } = promptOf([
      userMessage("Where?"),
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "secret thoughts" },
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "1", name: "find", input: { q: 1 } },
        ],
      },
      {
        role: "tool",
        content: [{ type: "tool_result", toolUseId: "1", content: "no index", isError: true }],
      },
      assistantMessage("Nowhere."),
      userMessage("Sure?"),
    ]);
    expect(text).toMatchInlineSnapshot(`
      "This conversation came before:

      ## User
      Where?

      ## Assistant
      Let me look.
      (used find: {"q":1})

      ## Tool results
      [ERROR] no index

      ## Assistant
      Nowhere.

      Go on from here.

      Sure?"
    `);
  });
});
