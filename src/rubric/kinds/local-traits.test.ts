import { describe, expect, test } from "vitest";
import { createPatternEngine } from "../../base/index.ts";
import { tools } from "../testing/tools.ts";
import { callableTrait } from "./callable/author.ts";
import { acceptCallableValue } from "./callable/trait.ts";
import { regexTrait } from "./regex/author.ts";
import { evaluateRegexTrait } from "./regex/kind.ts";

const { signal } = new AbortController();

describe("regex", () => {
  const search = (input: Omit<Parameters<typeof regexTrait>[0], "name">, text: string) =>
    evaluateRegexTrait(regexTrait({ name: "r", ...input }), text, { ...tools, signal });

  test.for([
    [{ pattern: String.raw`\[\d+\]` }, "see [12]", true],
    [{ pattern: String.raw`\[\d+\]` }, "see 12", false],
    [{ pattern: "^" }, "", true],
    [{ pattern: "bcl2" }, "BCL2", false],
    [{ pattern: "bcl2", caseSensitive: false }, "BCL2", true],
    [{ pattern: "bcl2", invertResult: true }, "BCL2", true],
    [{ pattern: "a.b" }, "a\nb", false],
    [{ pattern: "^b" }, "a\nb", false],
    [{ pattern: "b$" }, "a b\n", true],
    [{ pattern: "(?P<x>é)" }, "été", true],
  ] as const)("%j in %j is %s", async ([input, text, value]) => {
    await expect(search(input, text)).resolves.toEqual({ ok: true, scores: { r: value } });
  });

  test("a pattern that takes too long is an error that says why", async () => {
    const bomb = regexTrait({ name: "bomb", pattern: String.raw`^(a*)*\1$` });
    const patterns = createPatternEngine({ searchMs: 100 });
    await expect(evaluateRegexTrait(bomb, `${"a".repeat(60)}!`, { patterns, signal })).rejects.toMatchObject({
      code: expect.any(String),
      message: expect.stringContaining("takes longer than 0.1 s"),
    });
  });
});

describe("callable", () => {
  const isShort = callableTrait({ name: "short", kind: "boolean", evaluate: () => true });
  const lists = callableTrait({ name: "lists", kind: "score", minScore: 0, maxScore: 3, evaluate: () => 1 });
  const form = callableTrait({
    name: "form",
    kind: "literal",
    classes: { list: "a list", prose: "no list" },
    evaluate: () => "list",
  });

  test.for([
    [isShort, true, true],
    [{ ...isShort, invertResult: true }, true, false],
    [lists, 0, 0],
    [lists, 2.5, 2.5],
    [{ ...lists, minScore: null, maxScore: null }, 99, 99],
    [form, "prose", 1],
  ] as const)("%o gives %j: %j", ([trait, raw, value]) => {
    expect(acceptCallableValue(trait, raw)).toMatchObject({ ok: true, scores: { [trait.name]: value } });
  });

  test.for([
    [isShort, 1],
    [isShort, "true"],
    [lists, true],
    [lists, "1"],
    [lists, 4],
    [lists, -1],
    [lists, Number.NaN],
    [form, "Prose"],
    [form, 0],
    [form, undefined],
  ] as const)("%o does not take %j", ([trait, raw]) => {
    expect(acceptCallableValue(trait, raw)).toMatchObject({ ok: false, scores: {} });
  });
});
