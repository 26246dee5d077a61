import { expect, test } from "vitest";
import { findDuplicates } from "../index.ts";

const rows = (...questions: readonly (readonly [string, string])[]) =>
  questions.map(([question, rawAnswer], at) => ({ row: at + 2, question, rawAnswer }));

test("tells the same text, the same with another answer, and texts that are alike", () => {
  const found = findDuplicates(
    rows(
      ["What is the capital of Australia?", "Canberra"],
      ["What is  the capital of\nAustralia?", "canberra"],
      ["What is the capital of Australia?", "Sydney"],
      ["What is the Capital of Australia", "Canberra"],
      ["What is the capital of Austria?", "Vienna"],
      ["On which day did the battle of Hastings take place in the year 1066?", "14 October"],
      ["On which day did the battle of Hastings take place in 1066?", "14 October"],
    ),
  );
  expect(found.map(({ kind, row, of }) => [kind, row, of])).toEqual([
    ["same", 3, 2],
    ["conflict", 4, 2],
    ["near", 5, 2],
    ["near", 8, 7],
  ]);
  expect(found.at(-1)?.alike).toBeGreaterThan(0.75);
});

test("texts without letters are compared as they stand", () => {
  expect(findDuplicates(rows(["1 + 1 = ?", "2"], ["?!", "a"], ["…", "b"]))).toEqual([]);
});

test("10,000 rows that are all alike take seconds, not hours", () => {
  const many = Array.from(
    { length: 10_000 },
    (_, at) => [`What does the record of visit ${at} say of pain?`, "x"] as const,
  );
  const began = process.cpuUsage();
  expect(findDuplicates(rows(...many)).length).toBeLessThan(10_000);
  expect(process.cpuUsage(began).user / 1e6).toBeLessThan(4);
});
