import { describe, expect, test } from "vitest";
import { isThorough } from "../base/testing/property-runs.ts";
import { indexText, refusalOf } from "./index.ts";
import { hostileTexts } from "./testing/hostile-texts.ts";

const length = isThorough ? 6_000 : 4_000;
const texts = hostileTexts(length);

describe.each(Object.entries(texts))("%s without end", (_name, text) => {
  const index = indexText(text);
  const accepts = (excerpt: string) => refusalOf(index.locate(excerpt), text, 0) === null;
  const slice = text.slice(1001, 2000).toWellFormed();

  test("what stands there is found as it stands", () => {
    const { kind, similarity, range } = index.locate(slice);
    if (slice.trim() === "" || slice !== text.slice(1001, 2000)) return expect(kind).toBe("none");
    expect({ kind, similarity }).toEqual({ kind: "exact", similarity: 1 });
    expect(text.slice(range?.start, range?.end).trim()).toBe(slice.trim());
  });

  test("what does not stand there is no evidence", () => {
    for (const excerpt of [
      `${slice} 7731 ${text.slice(2000, 3000)}`,
      `${"a".repeat(300)} ${"a".repeat(50)}b7 ... ab 7731 ab ... aa000007919x`,
      `${text} never 7731`,
    ])
      expect(accepts(excerpt)).toBe(false);
    expect(refusalOf(indexText("The target is BCL2.").locate(text), "The target is BCL2.", 0)).not.toBeNull();
  });

  test("what stands behind it is found", () => {
    const told = `${text}\n\nThe **target** is [BCL2](https://example.org/a), not _KRAS_.`;
    const { kind, range } = indexText(told).locate("The target is BCL2, not KRAS.");
    expect(kind).toBe("typographic");
    expect(range).toEqual({ start: text.length + 2, end: told.length });
  });
});
