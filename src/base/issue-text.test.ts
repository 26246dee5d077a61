import { expect, test } from "vitest";
import * as z from "zod";
import { issueLines } from "./index.ts";

const lines = (schema: z.ZodType, value: unknown) =>
  issueLines(schema.safeParse(value, { reportInput: true }).error?.issues ?? []);
const options = [z.object({ type: z.literal("a") }), z.object({ type: z.literal("b") })] as const;

test("a union that is told apart by a field says what it is told to say, or else that another kind is expected", () => {
  const named = z.discriminatedUnion("type", options, { error: "expected a check: a, b" });
  expect(lines(named, { type: "c" })).toEqual([
    expect.stringMatching(/^(type: )?expected a check: a, b, found /),
  ]);
  expect(lines(z.discriminatedUnion("type", options), { type: "c" })).toEqual([
    expect.stringMatching(/expected another kind, found /),
  ]);
});
