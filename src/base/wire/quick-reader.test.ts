import { describe, expect, it } from "vitest";
import * as z from "zod";
import { CheckedJson, recordOf, wireCodec } from "../index.ts";
import { compileWire } from "./compile.ts";
import { quickReader, unread } from "./quick-reader.ts";

const Item = z.strictObject({ itemId: z.string(), size: z.int().nullable().default(null) });
const schema = z.object({
  name: z.string().default("none"),
  rating: z.number().nullish(),
  share: z.number().nonnegative().max(1).optional(),
  count: z.int().positive().lt(9).optional(),
  even: z.int().multipleOf(2).optional(),
  below: z.number().lt(1).optional(),
  isDone: z.boolean().optional(),
  kind: z.enum(["a", "b"]),
  items: z.array(Item).readonly().default([]),
  byKey: recordOf(Item).optional(),
  usage: z.looseObject({ inputTokens: z.number().default(0) }).optional(),
  upper: z
    .string()
    .overwrite((text) => text.toUpperCase())
    .default("x"),
  either: z.union([z.string(), z.object({ partId: z.string() })]).optional(),
  checked: CheckedJson.optional(),
  anything: z.unknown().optional(),
});

/** What zod gives; undefined where it refuses. */
function readByZod(json: unknown): unknown {
  const cursor = { path: [], misnamed: [] };
  const parsed = schema.safeParse(compileWire(schema).decode(json, cursor));
  return parsed.success && cursor.misnamed.length === 0 ? parsed.data : undefined;
}

const read = quickReader(schema);
const whole = {
  kind: "a",
  name: "n",
  rating: 1.5,
  is_done: false,
  items: [{ item_id: "1" }, { item_id: "2", size: 3 }],
  by_key: { myKey: { item_id: "k", size: null } },
  usage: { input_tokens: 2, other_tokens: 3 },
  upper: "abc",
  either: { part_id: "p" },
  checked: { a: [1, null] },
  anything: { some_key: 1 },
  unknown: true,
};

describe("quickReader", () => {
  it.each([
    whole,
    { kind: "b" },
    { kind: "b", rating: null, either: "text", upper: "é" },
    { kind: "b", share: 0, count: 8, even: 4, below: 0.5 },
    { kind: "b", share: 1, count: 1 },
    { kind: "b", byKey: { left: "out" } },
    { kind: "b", usage: {} },
  ])("reads %j as zod does", (json) => {
    expect(read(json)).not.toBe(unread);
    expect(read(json)).toStrictEqual(readByZod(json));
  });

  it.each([
    null,
    [],
    {},
    { kind: "c" },
    { kind: "a", name: null },
    { kind: "a", rating: "1" },
    { kind: "a", rating: Number.POSITIVE_INFINITY },
    { kind: "a", share: -0.1 },
    { kind: "a", share: 1.1 },
    { kind: "a", count: 0 },
    { kind: "a", count: 9 },
    { kind: "a", count: 1.5 },
    { kind: "a", even: 3 },
    { kind: "a", below: 1 },
    { kind: "a", is_done: 1 },
    { kind: "a", items: {} },
    { kind: "a", items: [{ item_id: "1", itemId: "2" }] },
    { kind: "a", items: [{ item_id: "1", more: 0 }] },
    { kind: "a", items: [{ item_id: "1", size: 0.5 }] },
    { kind: "a", by_key: [] },
    { kind: "a", by_key: JSON.parse('{"__proto__":{"item_id":1}}') },
    { kind: "a", usage: { inputTokens: 1 } },
    { kind: "a", upper: 1 },
    { kind: "a", either: 1 },
    { kind: "a", checked: undefined, anything: Number.NaN, rating: Number.NaN },
    { kind: "a", checked: Number.NaN },
  ])("leaves %j to zod, which refuses it", (json) => {
    expect(read(json)).toBe(unread);
    expect(readByZod(json)).toBeUndefined();
  });

  it("leaves keys to zod that could change a prototype", () => {
    const json = { kind: "a", by_key: JSON.parse('{"__proto__":{"item_id":"1"}}') };
    expect(read(json)).toBe(unread);
    const value = wireCodec(schema).decode(json);
    expect(Object.keys(value.byKey ?? {})).toEqual(["__proto__"]);
  });

  it("copies lists that it freezes, and gives each value defaults of its own", () => {
    const json = { kind: "a", items: [{ item_id: "1" }] };
    const { items } = schema.parse(read(json));
    expect(Object.isFrozen(items) && !Object.isFrozen(json.items)).toBe(true);
    const Defaults = z.object({ list: z.array(z.string()).default([]) });
    const [first, second] = [quickReader(Defaults)({}), quickReader(Defaults)({})].map((value) =>
      Defaults.parse(value),
    );
    expect(first?.list).not.toBe(second?.list);
  });

  it("reads what is not stored by the schema's own names, as zod does", () => {
    const own = quickReader(z.strictObject({ byKey: recordOf(Item), upper: schema.shape.upper }), "own");
    expect(own({ byKey: { a: { itemId: "1" } }, upper: "a" })).toStrictEqual({
      byKey: { a: { itemId: "1", size: null } },
      upper: "A",
    });
    expect(own({ byKey: { a: { item_id: "1" } } })).toBe(unread);
    expect(own({ by_key: {} })).toBe(unread);
  });

  it("follows schemas that refer to themselves", () => {
    const Tree = z.object({
      label: z.string(),
      get subTrees() {
        return z.array(Tree).optional();
      },
    });
    const json = { label: "a", sub_trees: [{ label: "b", sub_trees: [{ label: "c" }] }] };
    expect(quickReader(Tree)(json)).toEqual({
      label: "a",
      subTrees: [{ label: "b", subTrees: [{ label: "c" }] }],
    });
    expect(quickReader(Tree)({ label: "a", sub_trees: [{ label: 1 }] })).toBe(unread);
  });
});
