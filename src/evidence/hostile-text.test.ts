import { expect, test } from "vitest";
import { indexText } from "./index.ts";

const length = 300_000;
const numbered = (stem: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${stem}${String(at * 7919).padStart(9, "0")}`).join(" ");

const texts = {
  "one letter": "a".repeat(length),
  "white space": " ".repeat(length),
  "combining marks": "\u0301\u0323".repeat(length / 2),
  "lone surrogates": "\ud800".repeat(length),
  dots: ".".repeat(length),
  "quotation marks": '"'.repeat(length),
  "brackets with dots": "[...".repeat(length / 4),
  "one word": "ab ".repeat(length / 4),
  "characters that become eighteen": "\ufdfa".repeat(length / 40),
  "Chinese characters": "蛋白质".repeat(length / 4),
  "numbered words": numbered("aa", length / 12),
  "long numbered words": numbered("abcdefghijklmno", length / 25),
} as const;

test.for(Object.entries(texts))("300,000 units of %s neither throw nor stall", ([, text]) => {
  const index = indexText(text);
  const head = text.slice(0, 1000);
  const excerpts = [
    `${head}b${text.slice(1000, 2000)}`,
    `${"a".repeat(300)} ${"a".repeat(50)}b ... ab ab ab ... aa000007919x`,
    `${text}b`,
  ];
  for (const excerpt of excerpts) {
    const { similarity } = index.locate(excerpt);
    expect(similarity).toBeGreaterThanOrEqual(0);
    expect(similarity).toBeLessThanOrEqual(1);
  }
  expect(indexText("The target is BCL2.").locate(text).similarity).toBeLessThan(0.5);
});
