import { expect, test } from "vitest";
import { wrappedStream } from "./wrapped-stream.ts";

function written(text: string, more: { readonly isTTY: boolean; readonly columns: number }): string {
  const parts: string[] = [];
  wrappedStream({ ...more, write: (part: string) => parts.push(part) }).write(text);
  return parts.join("");
}
const narrow = { isTTY: true, columns: 40 };

test("a warning is broken between words, and what belongs to it stands in by two", () => {
  const text =
    "warning: deep_judgment_search_tool has no effect: deep_judgment_search_enabled is false\nnext\n";
  expect(written(text, narrow)).toBe(
    "warning: deep_judgment_search_tool has\n  no effect:\n  deep_judgment_search_enabled is false\nnext\n",
  );
});

test("a command can be copied", () => {
  const command = "npx karenina verify --resume results/run.json.jsonl --retry-failed";
  expect(written(`hint: Go on with it: ${command}. Or remove it.\n`, narrow)).toBe(
    `hint: Go on with it:\n  ${command}.\n  Or remove it.\n`,
  );
});

test("elsewhere than on a terminal lines stay whole", () => {
  const text = `note: ${"word ".repeat(30)}\n`;
  expect(written(text, { isTTY: false, columns: 40 })).toBe(text);
});
