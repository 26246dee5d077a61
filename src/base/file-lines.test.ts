import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "./file-lines.ts";
import { longestText } from "./text-file.ts";

const part = Buffer.alloc(longestText / 4, "x");

/** A file with a line longer than a text can be, of which only one part is in memory. */
async function* file(...ends: readonly string[]) {
  yield Buffer.from("first\nlong");
  for (let count = 0; count < 5; count += 1) yield part;
  for (const end of ends) yield Buffer.from(end);
}

test("a line that is too long is an error, or comes without its bytes where these are passed", async () => {
  await expect(Array.fromAsync(splitLines(file(), "a.jsonl"))).rejects.toMatchObject({
    code: "file_unreadable",
    message: expect.stringContaining("a.jsonl line 2"),
  });
  const long = { bytes: Buffer.alloc(0), number: 2, start: 6, isTooLong: true };
  const start = 6 + "long".length + 5 * part.length;
  expect(await Array.fromAsync(splitLines(file("\nlast"), "a.jsonl", { passesLong: true }))).toEqual([
    { bytes: Buffer.from("first"), number: 1, start: 0, ended: true },
    { ...long, ended: true },
    { bytes: Buffer.from("last"), number: 3, start: start + 1, ended: false },
  ]);
  const torn = await Array.fromAsync(splitLines(file("end"), "a.jsonl", { passesLong: true }));
  expect(torn.slice(1)).toEqual([{ ...long, ended: false }]);
});

test("empty lines behind the first are left out where they are not wanted, wherever the bytes are cut", async () => {
  const texts = fc.array(fc.constantFrom("\n", "\n\n\n", "a", "bc\n"), { maxLength: 12 });
  const property = fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (pieces, size) => {
    const text = pieces.join("");
    async function* cut() {
      for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
    }
    const whole = await Array.fromAsync(splitLines(cut(), "a.jsonl"));
    const wanted = whole.filter(({ bytes, number }) => bytes.length > 0 || number === 1);
    expect(await Array.fromAsync(splitLines(cut(), "a.jsonl", { skipsEmpty: true }))).toEqual(wanted);
  });
  await fc.assert(property, { numRuns: 300 });
});
