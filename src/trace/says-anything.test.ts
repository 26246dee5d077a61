import { describe, expect, test } from "vitest";
import { assistantMessage, finalMessage, saysAnything } from "./index.ts";

const invisible = [
  "\u200b",
  "\u00ad",
  "\u202e",
  "\u2800",
  "\u3164",
  "\ufe0f",
  "\u{e0041}",
  "\u0000",
  "\ufeff\u0085",
];

describe("a reply in which nothing is said is an empty one", () => {
  test.each<readonly [name: string, text: string]>([
    ...invisible.map((text) => [JSON.stringify(text), ` ${text}\n`] as const),
    ["nothing", ""],
    ["white space", " \n\u00a0"],
    ["thinking alone", "<think>BCL2?</think>"],
    ["thinking twice", "<think>a</think>\n<thinking>b</thinking>\u200b"],
    ["thinking without its end", "\n<think>\nIt may be BCL2"],
    ["a fence around nothing", "```json\n\n```"],
    ["a fence that was opened", "~~~"],
    ["a comment", "<!-- BCL2 --> <!-- -->"],
  ])("%s", (_name, text) => {
    expect(saysAnything(text)).toBe(false);
    expect(finalMessage([assistantMessage(text)])).toEqual({
      ok: false,
      error: "The final message is empty",
    });
  });

  test.each([
    "+",
    "😀",
    "無",
    "0",
    "<think>Hm.</think>BCL2",
    "Use <think> first.",
    "```\nx\n```",
    "<!--",
    "a<!-- b",
  ])("%j says something", (text) => {
    expect(saysAnything(text)).toBe(true);
  });

  test("is told quickly of long texts made to be slow", () => {
    for (const piece of ["<!--", "```\n", "<think>", "\n", " \u200b"])
      expect(typeof saysAnything(piece.repeat(300_000))).toBe("boolean");
  });
});
