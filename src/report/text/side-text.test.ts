import { expect, it } from "vitest";
import type { ChangedQuestion } from "../../analysis/index.ts";
import { changedText, whoseText } from "./side-text.ts";

it.each([
  [null, null, ""],
  ["openai:gpt", null, " (openai:gpt)"],
  [null, "openai:judge\n", " (judged by openai:judge)"],
  ["openai:gpt", "openai:judge", " (openai:gpt, judged by openai:judge)"],
])("names model %j and judge %j behind a question: %j", (answering, parsing, text) => {
  expect(whoseText({ answering, parsing })).toBe(text);
});

it("counts questions as questions, and says how many they are with their judges", () => {
  const changed = (questionId: string, parsing: string | null): ChangedQuestion => ({
    questionId,
    questionText: "",
    keywords: [],
    answering: null,
    parsing,
    expected: null,
    a: null,
    b: null,
  });
  expect(changedText([changed("q1", null), changed("q2", null)])).toBe("2 questions");
  expect(changedText([changed("q1", "x"), changed("q1", "y"), changed("q2", "x")])).toBe(
    "2 questions (3 counting each judge)",
  );
});
