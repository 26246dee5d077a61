import { expect, it } from "vitest";
import { whoseText } from "./side-text.ts";

it.each([
  [null, null, ""],
  ["openai:gpt", null, " (openai:gpt)"],
  [null, "openai:judge\n", " (judged by openai:judge)"],
  ["openai:gpt", "openai:judge", " (openai:gpt, judged by openai:judge)"],
])("names model %j and judge %j behind a question: %j", (answering, parsing, text) => {
  expect(whoseText({ answering, parsing })).toBe(text);
});
