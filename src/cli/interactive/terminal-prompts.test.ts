import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { columnsOf } from "../report/columns.ts";
import { terminalPrompts } from "./terminal-prompts.ts";

const long = `write /home/somebody/${"folder/".repeat(20)}results.json`;
/** Some of them have a space just where a line ends. */
const sentences = Array.from(
  { length: 12 },
  (_, extra) =>
    `${"a".repeat(extra)}.jsonl was not written by a run of yours on this machine, or was changed since. To go on is to do what it says:`,
);

test.each([80, 100])("a box stays within %i columns, border and all, and loses no word", async (columns) => {
  for (const sentence of sentences) {
    const output = Object.assign(new PassThrough(), { columns });
    let shown = "";
    output.on("data", (chunk) => {
      shown += chunk;
    });
    await terminalPrompts({ input: new PassThrough(), output }).note("A log", [sentence, long]);
    const lines = stripVTControlCharacters(shown).split("\n");
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
    const boxed = lines.filter((line) => /^[│|] {2}/.test(line));
    expect(new Set(boxed.map(columnsOf)).size).toBe(1);
    const words = boxed.map((line) => line.slice(1, -1).trim()).join(" ");
    expect(words).toContain(sentence);
    expect(words.replaceAll(" ", "")).toContain(long.replaceAll(" ", ""));
  }
});
