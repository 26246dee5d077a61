import { expect, test } from "vitest";
import { emptyRecord, recordFrom } from "./record.ts";

test("a record is like any other object, whatever its keys", () => {
  const entries = [
    ["b", 1],
    ["__proto__", 2],
    ["constructor", 3],
    ["1", 4],
  ] as const;
  const record = recordFrom(entries);
  expect(record).toStrictEqual(Object.fromEntries(entries));
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  expect(JSON.stringify(record)).toBe(JSON.stringify(Object.fromEntries(entries)));
  expect(emptyRecord()).toStrictEqual({});
});
