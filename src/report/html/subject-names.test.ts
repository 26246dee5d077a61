import { expect, test } from "vitest";
import type { RunView } from "./report-data.ts";
import { nameSubjects } from "./subject-names.ts";

const runs = ["monday", "tuesday"].map(
  (name): RunView => ({ name, benchmark: null, startedAt: null, results: 0 }),
);
type Subject = Parameters<typeof nameSubjects>[0][number];
// only what names are made of
const subject = (answering: string, parsing = "openai:judge", run = 0) =>
  ({ answering, parsing, run }) as Subject;
const namesOf = (...subjects: readonly Subject[]) => nameSubjects(subjects, runs).map(({ name }) => name);

test("a model is named by itself, by its judge or its run only where that is needed", () => {
  expect(namesOf(subject("openai:gpt-5"), subject("anthropic:haiku (fast) +[search]"))).toEqual([
    "gpt-5",
    "fast",
  ]);
  expect(namesOf(subject("openai:gpt-5", "openai:a"), subject("openai:gpt-5", "openai:b"))).toEqual([
    "gpt-5 · judge a",
    "gpt-5 · judge b",
  ]);
  expect(namesOf(subject("openai:gpt-5"), subject("openai:gpt-5", "openai:judge", 1))).toEqual([
    "gpt-5 · monday",
    "gpt-5 · tuesday",
  ]);
});

test("two ways to the same model are told apart", () => {
  expect(namesOf(subject("openai:llama"), subject("ollama:llama"))).toEqual(["openai:llama", "ollama:llama"]);
});
