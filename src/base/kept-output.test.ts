import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptOutput } from "./kept-output.ts";

describe("kept output", () => {
  it("is all of a short stream, whatever its pieces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(20)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const output = keptOutput(Math.max(1, bytes.length));
        for (const piece of piecesOf(bytes, cuts)) output.push(piece);
        expect(output.text()).toBe(text.replace(/^\ufeff/, ""));
        expect(output.omittedBytes).toBe(0);
      }),
    );
  });

  it("is head and tail of a long one, with how much is missing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.nat(40)),
        (limit, more, cuts) => {
          const text = Array.from({ length: limit + more }, (_, index) => "abcdefghij"[index % 10]).join("");
          const output = keptOutput(limit);
          for (const piece of piecesOf(Buffer.from(text), cuts)) output.push(piece);
          const head = Math.ceil(limit / 2);
          expect(output.omittedBytes).toBe(more);
          expect(output.totalBytes).toBe(text.length);
          expect(output.text()).toBe(
            `${text.slice(0, head)}\n[… ${more} bytes left out …]\n${text.slice(text.length - (limit - head))}`,
          );
        },
      ),
    );
  });

  it("does not show halves of characters", () => {
    const output = keptOutput(9);
    output.push(Buffer.from("€".repeat(20)));
    expect(output.text()).toBe("€\n[… 51 bytes left out …]\n€");
  });
});

function piecesOf(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let rest = bytes;
  for (const cut of cuts) {
    pieces.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  return [...pieces, rest];
}
