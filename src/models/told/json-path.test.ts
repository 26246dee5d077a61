import { expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { readJsonPath, valueAt } from "./json-path.ts";

const value: JsonObject = {
  answer: "a",
  choices: [{ message: { content: "first" } }, { message: { content: "last" } }],
  "dotted.name": "own",
  dotted: { name: "inner" },
  "usage.gen_ai.input": 7,
  "odd name": { "it's": 1, 'a"b': 2 },
  documents: [{ text: "x" }, { other: 1 }, { text: "y" }],
};

test.each([
  ["$.answer", "a"],
  ["answer", "a"],
  ["$", value],
  ["$.choices[0].message.content", "first"],
  ["choices[-1].message.content", "last"],
  ["choices.0.message.content", "first"],
  ["choices.-1.message.content", "last"],
  ["usage.gen_ai.input", 7],
  ["$.usage.gen_ai.input", undefined],
  ["dotted.name", "own"],
  ["$.documents[*].text", ["x", "y"]],
  ["$.documents.*.text", ["x", "y"]],
  ["$.nothing[*]", []],
  [`$["odd name"]['it\\'s']`, undefined],
  [`$["odd name"]["it's"]`, 1],
  [`$["odd name"]["a\\"b"]`, 2],
  ["$.choices[7]", undefined],
  ["$.answer.length", undefined],
  ["$.choices.length", undefined],
  ["$.constructor", undefined],
  ["$.toString.name", undefined],
])("%s", (text, expected) => {
  const path = readJsonPath(text);
  expect(path === undefined ? undefined : valueAt(path, value)).toEqual(expected);
});

test.each(["$..a", "$.a[", "$.a[?(@.b)]", "$.a[0:2]", "a b", "$a", "$.", "$[x]"])("%j is no path", (text) => {
  expect(readJsonPath(text)).toBeUndefined();
});
