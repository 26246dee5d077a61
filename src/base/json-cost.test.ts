import { expect, test } from "vitest";
import { parsePythonJson, refuseUnsafeJson } from "./index.ts";

const refusal = expect.objectContaining({
  code: "file_unreadable",
  message: expect.stringMatching(
    /^x\.json: its \d+ objects and lists would take about \d+ MB of memory; at most/,
  ),
  hint: expect.any(String),
});

test.for([
  ["objects", "{},"],
  ["lists", "[],"],
  ["nested lists", "[[[[[]]]]],"],
  ["objects with members", '{"a":{"b":{}}},'],
  ["objects in a text", JSON.stringify(`[${"{},".repeat(1000)}1]`).concat(",")],
])("10 MB of %s are refused by what they would cost", ([, unit = ""]) => {
  const text = `[${unit.repeat(1e7 / unit.length)}1]`;
  expect(() => refuseUnsafeJson(text, "x.json")).toThrow(refusal);
  expect(() => parsePythonJson(text, "x.json")).toThrow(refusal);
});

test("brackets in ordinary texts cost nothing, and quotation marks in them end nothing", () => {
  const code = JSON.stringify('const a = "[{[{"; if (a) { return [{}]; }'.repeat(20));
  expect(() => refuseUnsafeJson(`[${`${code},`.repeat(1e7 / code.length)}1]`, "x.json")).not.toThrow();
});

test("100,000 questions are read", () => {
  const question = {
    "@type": "DataFeedItem",
    item: {
      "@type": "Question",
      text: "What is the target of venetoclax?",
      acceptedAnswer: { "@type": "Answer", text: "BCL2" },
      hasPart: { "@type": "SoftwareSourceCode", text: "x".repeat(400) },
      additionalProperty: Array.from({ length: 4 }, (_, index) => ({
        "@type": "PropertyValue",
        name: "n",
        value: index,
      })),
    },
  };
  expect(() => refuseUnsafeJson(`[${`${JSON.stringify(question)},`.repeat(1e5)}1]`, "x.json")).not.toThrow();
});
