import { describe, expect, test } from "vitest";
import { toJavaScriptPattern } from "./javascript-source.ts";

function found(pattern: string, text: string, flags = {}): string[] {
  const javascript = toJavaScriptPattern(pattern, flags);
  return Array.from(
    text.matchAll(new RegExp(javascript.source, `${javascript.flags}g`)),
    (match) => match[0],
  );
}

describe("toJavaScriptPattern", () => {
  test("keeps group numbers and turns names into numbers", () => {
    expect(toJavaScriptPattern("(?P<q>['\"]).*?(?P=q)").source).toContain(String.raw`(?:\1)`);
    expect(found("(?P<q>['\"]).*?(?P=q)", `say "it's" 'x'`)).toEqual([`"it's"`, "'x'"]);
  });

  test.for<[string, string, string[]]>([
    ["a(?!b)", "ab ac", ["a"]],
    [String.raw`(?<![\w])é`, "xé é", ["é"]],
    ["a$", "a\n", ["a"]],
    [String.raw`a\Z`, "a\n", []],
    ["(?m)^a$", "a\na\n", ["a", "a"]],
    [String.raw`\bβ\b`, "TGF-β βx", ["β"]],
    [String.raw`[^\W\d_]+(?=!)`, "né4! aβ!", ["aβ"]],
    [String.raw`(\w)\1`, "éé ab", ["éé"]],
    ["(?i:a)(?=b)", "Ab AB", ["A"]],
    ["^", "😀", [""]],
  ])("%s in %j", ([pattern, text, expected]) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  test("has a flag only for case", () => {
    expect(toJavaScriptPattern("a.", { ignoreCase: true, dotAll: true, multiline: true }).flags).toBe("iu");
    expect(toJavaScriptPattern("a.", { dotAll: true }).flags).toBe("u");
    expect(found("a.", "A\n", { ignoreCase: true, dotAll: true })).toEqual(["A\n"]);
  });

  test("refuses what cannot be read", () => {
    expect(() => toJavaScriptPattern("(")).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });
});
