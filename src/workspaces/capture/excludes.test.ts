import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultExcludes, excludes } from "./excludes.ts";
import { namePattern } from "./name-pattern.ts";

describe("name patterns", () => {
  test.each([
    ["*.pyc", "a/b.pyc", true],
    ["*.pyc", "a.py", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["[abc]x", "bx", true],
    ["[a-c]x", "dx", false],
    ["[!a-c]x", "dx", true],
    ["[!a-c]x", "ax", false],
    ["[]]x", "]x", true],
    ["[!]]x", "ax", true],
    ["[a-]x", "-x", true],
    ["[abc", "[abc", true],
    ["a[", "a[", true],
    ["**a**", "bab", true],
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["A", "a", false],
    ["?", "😀", true],
    ["a.b", "axb", false],
  ])("%j and %j: %j", (pattern, text, expected) => {
    expect(namePattern(pattern)(text)).toBe(expected);
  });

  test("match as regular expressions made of them do", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "/", ".") });
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom("a", "b", "/", ".") }), (made, text) => {
        const source = [...made].map((part) =>
          part === "*" ? ".*" : part === "?" ? "." : `\\${part}`.replace(/\\([ab])/, "$1"),
        );
        expect(namePattern(made)(text)).toBe(new RegExp(`^${source.join("")}$`, "s").test(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("take a hostile pattern in no time", () => {
    expect(namePattern("a*".repeat(500))("a".repeat(5000).concat("b").repeat(2).concat("c"))).toBe(true);
    expect(namePattern(`${"a*".repeat(500)}x`)("a".repeat(5000))).toBe(false);
  });
});

describe("excludes", () => {
  const isExcluded = excludes([...defaultExcludes, "*.log", "build/out/", "secret.txt", "docs/*.md"]);
  test.each([
    [".venv", true],
    [".venv/lib/x.py", true],
    ["sub/.venv/lib", false],
    [".venvs/x", false],
    ["sub/a.pyc", true],
    ["sub/a.log", true],
    ["build/out/x", true],
    ["build/x", false],
    ["sub/secret.txt", true],
    ["docs/a/b.md", true],
    ["docs.md", false],
    ["main.py", false],
  ])("%j: %j", (path, expected) => {
    expect(isExcluded(path)).toBe(expected);
  });

  test("a folder's pattern takes exactly what begins with it", () => {
    const name = fc.stringMatching(/^[a-z.]{1,4}$/);
    fc.assert(
      fc.property(name, fc.array(name, { minLength: 1, maxLength: 3 }), (folder, parts) => {
        expect(excludes([`${folder}/`])(parts.join("/"))).toBe(parts[0] === folder);
      }),
    );
  });
});
