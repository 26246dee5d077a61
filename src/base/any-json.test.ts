import { describe, expect, it } from "vitest";
import * as z from "zod";
import { CheckedJson } from "./any-json.ts";

const Holder = z.strictObject({ value: CheckedJson, other: CheckedJson.optional() });

describe("CheckedJson", () => {
  const values = [
    ["text", "a"],
    ["numbers, true and null", [0, -1.5, true, null]],
    ["lists and objects in one another", { a: [{ b: [] }, {}], c: "" }],
    ["a member called __proto__", JSON.parse('{"a": {"__proto__": {"b": 1}}}')],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
  ] as const;
  it.each(values)("copies %s", (_name, value) => {
    const read = Holder.parse({ value });
    expect(JSON.stringify(read)).toBe(JSON.stringify({ value }));
    if (typeof value === "object") expect(read.value).not.toBe(value);
  });

  const refused = [
    ["what is left out", {}, ["value"]],
    ["undefined", { value: { a: [undefined] } }, ["value"]],
    ["no number", { value: Number.NaN }, ["value"]],
    ["a date", { value: [new Date(0)] }, ["value"]],
    ["a symbol as a key", { value: { [Symbol.iterator]: 1 } }, ["value"]],
    ["a place without a value", { value: new Array(1) }, ["value"]],
  ] as const;
  it.each(refused)("refuses %s where it stands", (_name, holder, path) => {
    const read = Holder.safeParse(holder);
    expect(read.error?.issues.map((issue) => issue.path)).toEqual([path]);
  });

  it("keeps what is nested far deeper than people write", () => {
    const deep = JSON.parse("[".repeat(300) + "]".repeat(300));
    expect(CheckedJson.parse(deep)).toEqual(deep);
  });
});
