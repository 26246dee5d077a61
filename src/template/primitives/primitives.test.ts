import { describe, expect, test } from "vitest";
import * as door from "../index.ts";
import { setContainment } from "./list/set-containment.ts";
import { findPrimitive, primitives } from "./list.ts";
import { numericTolerance } from "./numeric/numeric-tolerance.ts";
import type { Primitive } from "./primitive.ts";
import { resolvePrimitive } from "./resolve-primitive.ts";
import { primitivesTable } from "./table.ts";
import { containsAny } from "./text/contains-any.ts";
import { exactMatch } from "./text/exact-match.ts";
import { regexMatch } from "./text/regex-match.ts";

describe("the list of primitives", () => {
  test("has every registered name once", () => {
    expect(primitives).toHaveLength(23);
    expect(new Set(primitives.map(({ type }) => type)).size).toBe(23);
  });

  test.for(primitives.map(({ type }) => type))(
    "%s has a factory of its name that takes at most one argument",
    (type) => {
      const factory: unknown = Reflect.get(door, type.charAt(0).toLowerCase() + type.slice(1));
      expect(factory).toBeTypeOf("function");
      expect((factory as () => void).length).toBeLessThanOrEqual(1); // it was just proved to be a function
      expect(findPrimitive(type)?.type).toBe(type);
    },
  );

  test("is rendered as a table with a row each", () => {
    const rows = primitivesTable().trimEnd().split("\n");
    expect(rows).toHaveLength(25);
    expect(rows.find((row) => row.includes("`NumericTolerance`"))).toMatchInlineSnapshot(
      `"| \`NumericTolerance\` | \`numericTolerance({ tolerance })\` | \`tolerance\`: number, required<br>\`mode\`: "relative" \\| "absolute", default \`"relative"\` | number, or text that is one | The value is at most \`tolerance\` away from the ground truth, as a share of it or absolutely. |"`,
    );
  });
});

describe("factories", () => {
  test("keep only what was given", () => {
    expect(exactMatch()).toEqual({ type: "ExactMatch" });
    expect(regexMatch({ pattern: "a", flags: undefined })).toEqual({ type: "RegexMatch", pattern: "a" });
  });

  test.for([
    [
      () => exactMatch({ normalize: ["lower" as never] }),
      /^ExactMatch: normalize\[0\]: expected "lowercase", /,
    ],
    [() => numericTolerance({ tolerance: 1, mode: "percentage" as never }), /^NumericTolerance: mode: /],
    [() => setContainment({ mode: "equal" as never }), /^SetContainment: mode: /],
    [() => containsAny({} as never), /^ContainsAny: substrings: /],
    [() => exactMatch({ normalise: [] } as never), /^ExactMatch: expected no "normalise"/],
    [() => regexMatch({ pattern: "a", flags: ["FAST" as never] }), /^RegexMatch: flags\[0\]: /],
  ] as const)("%s refuses wrong options", ([create, message]) => {
    expect(create).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringMatching(message) }),
    );
  });

  test("fit only fields whose values they can compare", () => {
    const forText: Primitive<string> = exactMatch();
    const forList: Primitive<string[]> = setContainment();
    // @ts-expect-error a list cannot be compared as one text
    const wrong: Primitive<string[]> = exactMatch();
    // @ts-expect-error a boolean is no number
    const alsoWrong: Primitive<boolean> = numericTolerance({ tolerance: 1 });
    expect([forText, forList, wrong, alsoWrong]).toHaveLength(4);
  });
});

describe("resolvePrimitive", () => {
  test("names the nearest primitives for an unknown one", () => {
    expect(() => resolvePrimitive({ type: "exactmatsh" })).toThrow(
      expect.objectContaining({
        code: "template_invalid",
        message: 'There is no primitive "exactmatsh".',
        hint: "Did you mean ExactMatch?",
      }),
    );
  });

  test("names the parameter that is wrong", () => {
    expect(() => resolvePrimitive({ type: "NumericTolerance", tolerance: "0.1" })).toThrow(
      expect.objectContaining({ code: "template_invalid", message: expect.stringContaining("tolerance: ") }),
    );
  });
});
