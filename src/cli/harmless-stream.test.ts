import { expect, test } from "vitest";
import { harmlessStream } from "./harmless-stream.ts";

function written(texts: readonly string[], options: { isWatched?: boolean }): string {
  const parts: string[] = [];
  const stream = harmlessStream({ write: (text) => parts.push(text) }, options);
  for (const text of texts) stream.write(text);
  stream.command?.("::error::ours\u001b[2J");
  return parts.join("");
}

test("where lines are obeyed, those of models and files are text, however they arrive; this program's own are not changed", () => {
  const texts = [
    "::stop-commands::x\n",
    "  ::add-mask::a\n\t::b",
    "::c\nsay ::d ##[error]e\n:",
    ":f #",
    "#[g\n",
  ];
  expect(written(texts, { isWatched: true })).toBe(
    ": :stop-commands::x\n  : :add-mask::a\n\t: :b::c\nsay ::d ## [error]e\n: :f ## [g\n::error::ours\n",
  );
  expect(written(texts, {})).toBe(`${texts.join("")}::error::ours\n`);
});
