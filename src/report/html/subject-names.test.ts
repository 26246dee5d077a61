import { expect, test } from "vitest";
import type { RunView } from "./report-data.ts";
import { nameSubjects, shortNamesOf } from "./subject-names.ts";

const runs = ["monday", "tuesday"].map(
  (name): RunView => ({ name, benchmark: null, startedAt: null, results: 0, unfinished: null }),
);
type Subject = Parameters<typeof nameSubjects>[0][number];
// only what names are made of
const subject = (answering: string, parsing = "openai:judge", run = 0) =>
  ({ answering, parsing, run }) as Subject;
const named = (name: string) => ({ name, model: name.slice(name.indexOf(":") + 1) });
const namesOf = (...subjects: readonly Subject[]) => {
  const facts = subjects.map(({ answering, parsing }) => ({
    answering: [named(answering)],
    parsing: [named(parsing)],
  }));
  return nameSubjects(subjects, runs, shortNamesOf(facts)).map(({ name }) => name);
};

test("a model is named by itself, by its judge or its run only where that is needed", () => {
  expect(namesOf(subject("openai:gpt-5"), subject("anthropic:haiku"))).toEqual(["gpt-5", "haiku"]);
  expect(namesOf(subject("openai:gpt-5", "openai:a"), subject("openai:gpt-5", "openai:b"))).toEqual([
    "gpt-5 · judge a",
    "gpt-5 · judge b",
  ]);
  expect(namesOf(subject("openai:gpt-5"), subject("openai:gpt-5", "openai:judge", 1))).toEqual([
    "gpt-5 · monday",
    "gpt-5 · tuesday",
  ]);
});

test("two ways to a model of the same name are told apart, also where they are in different runs", () => {
  expect(namesOf(subject("openai:llama"), subject("ollama:llama", "openai:judge", 1))).toEqual([
    "openai:llama",
    "ollama:llama",
  ]);
});
