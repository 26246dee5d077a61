import fc from "fast-check";
import { expect, it } from "vitest";
import { inKeyOrder } from "./key-order.ts";

/** The same by its meaning, however slowly. */
function slowly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slowly);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).filter((name) => Reflect.get(value, name) !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, slowly(Reflect.get(value, name))]));
}

const part = fc.oneof(fc.constant(undefined), fc.string(), fc.nat(12).map(String));
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    part,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom("a", "b", "c", "10", "9"), fc.string()), tie("value"), {
      maxKeys: 5,
      noNullPrototype: false,
    }),
  ),
}));

it("gives what says the same the same JSON", () => {
  fc.assert(
    fc.property(anything, (value) => {
      const given = JSON.stringify(value);
      const ordered = inKeyOrder(value);
      expect(JSON.stringify(ordered)).toBe(JSON.stringify(slowly(value)));
      expect(JSON.stringify(value)).toBe(given);
      expect(JSON.stringify(inKeyOrder(ordered))).toBe(JSON.stringify(ordered));
    }),
    { numRuns: 500 },
  );
});

it("gives back what is in order itself", () => {
  const value = { a: [{ b: 1, c: 2 }], d: { e: null } };
  expect(inKeyOrder(value)).toBe(value);
  const { d } = value;
  expect(inKeyOrder({ z: 1, d })).toHaveProperty("d", d);
});
