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
    ["a fence with attributes", '```python title="x y"\n```'],
    ["thinking within a fence", "```\n<think>x</think>\n```"],
    ["thinking without its end within a fence", "```\n<think>x\n```"],
    ["thinking without its beginning", "BCL2 is it\n</think>\n"],
    ...[
      "<THINK>BCL2</THINK>",
      "<think >BCL2</think >",
      "<think time=3>BCL2</think>",
      "<thought>BCL2</thought>",
      "<reasoning>BCL2</reasoning>",
      "<seed:think>BCL2</seed:think>",
      "[THINK]BCL2[/THINK]",
      "◁think▷BCL2◁/think▷",
      "<|START_THINKING|>BCL2<|END_THINKING|>",
      "<|channel|>analysis<|message|>BCL2",
      "<|channel|>analysis<|message|>BCL2<|end|><|start|>assistant<|channel|>final<|message|>",
      "\u200b<think>BCL2</think>",
      "\ufeff<think>BCL2</think>",
    ].map((text) => [`thinking spelled ${text}`, text] as const),
    ...["<|im_end|>", "</s>", "<｜end▁of▁sentence｜>", "[/INST]", "\ufffd", "\u{13441}"].map(
      (text) => [`the token ${text}`, text] as const,
    ),
    ...["&nbsp;", "&#8203;", "&#xA0;", "<br/>", '<p class="a"></p>', "![]()", "[]()"].map(
      (text) => [`markup alone: ${text}`, text] as const,
    ),
    ...["****", "---", "$$$$", "| | |\n|---|---|", "``", "``````"].map(
      (text) => [`markup alone: ${text}`, text] as const,
    ),
    ...["~~BCL2~~", "<del>BCL2</del>", "<script>BCL2</script>", "<style>a</style>"].map(
      (text) => [`what is struck out or not shown: ${text}`, text] as const,
    ),
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
    "`<br>`",
    "```html\n<p></p>\n```",
    "BCL2\n---",
    "-",
    "|",
    "| a | |\n|---|---|",
    "&beta;",
    "&#946;",
    "<p>BCL2</p>",
    "~~MCL1~~ BCL2",
    "[THINK]Hm.[/THINK]BCL2",
    "BCL2</think>",
    "Models write <think> and\n</think>",
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>BCL2<|return|>",
    "<!--",
    "a<!-- b",
  ])("%j says something", (text) => {
    expect(saysAnything(text)).toBe(true);
  });

  test("is told quickly of long texts made to be slow", () => {
    for (const piece of [
      "<!--",
      "```\n",
      "``` ",
      "<think>",
      "</think>\n",
      "a <think>",
      "\n",
      " \u200b",
      "| ",
      "-",
      "~~",
      "<del>",
    ])
      expect(typeof saysAnything(piece.repeat(300_000))).toBe("boolean");
  });
});
