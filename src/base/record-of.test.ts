import { expect, test } from "vitest";
import * as z from "zod";
import { recordOf } from "./record-of.ts";

const scores = recordOf(z.object({ score: z.number().default(1) }));

test("every key is an ordinary key", () => {
  const input: unknown = JSON.parse('{"a":{"score":2},"constructor":{},"__proto__":{"score":3},"1":{}}');
  const read = scores.parse(input);
  expect(JSON.stringify(read)).toBe(
    '{"1":{"score":1},"a":{"score":2},"constructor":{"score":1},"__proto__":{"score":3}}',
  );
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(scores.nullable().default(null).parse(input)).toEqual(read);
});

test("a value under any key is checked, and the path says which", () => {
  const wrong = scores.safeParse(JSON.parse('{"__proto__":{"score":"x"},"toString":3}'));
  expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual(["toString", "__proto__.score"]);
  expect(scores.safeParse([]).success).toBe(false);
  expect(scores.safeParse(null).success).toBe(false);
});

test("it is a record to whoever describes the schema", () => {
  expect(z.toJSONSchema(recordOf(z.number()))).toMatchObject({
    type: "object",
    additionalProperties: { type: "number" },
  });
});
