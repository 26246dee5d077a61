import fc from "fast-check";
import { expect, test } from "vitest";
import { lineReader } from "./line-reader.ts";

test("lines are the same however the bytes arrive", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, " "));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 12 })), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const reader = lineReader(10_000);
      const read: string[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        read.push(...reader.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(read).toEqual(lines);
    }),
  );
});

test("carriage returns before the end are dropped, and a line past the limit is refused", () => {
  const reader = lineReader(10);
  expect(reader.push(Buffer.from("one\r\ntwo\nthr"))).toEqual(["one", "two"]);
  expect(() => reader.push(Buffer.from("x".repeat(8)))).toThrow("longer than 10 bytes");
});
