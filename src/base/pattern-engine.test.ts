import { describe, expect, test } from "vitest";
import type { Clock } from "./clock.ts";
import type { PatternEngine, PatternFlags } from "./pattern.ts";
import { createPatternEngine } from "./pattern-engine.ts";
import { findAll } from "./pattern-find-all.ts";

const engine = createPatternEngine();
const texts = (pattern: string, text: string, flags?: PatternFlags) =>
  engine.matches(pattern, text, flags).map((match) => match.text);

describe("what Python finds", () => {
  test.for<[string, string, string[]]>([
    [String.raw`\bfoo\b`, "foo, foobar föo foo", ["foo", "foo"]],
    [String.raw`\b\w+\b`, "TGF-β é–é 0é1", ["TGF", "β", "é", "é", "0é1"]],
    [String.raw`\bé`, "xé é", ["é"]],
    [String.raw`\B.`, "aéb", ["é", "b"]],
    [String.raw`\b[01]\b`, "0 1 0é 1 β", ["0", "1", "1"]],
    ["abc$", "abc\n", ["abc"]],
    ["abc$", "abc\nabc\n", ["abc"]],
    ["abc$", "abc\n\n", []],
    [String.raw`\n$`, "a\n\n", ["\n", "\n"]],
    ["$", "a\n", ["", ""]],
    [String.raw`abc\Z`, "abc\n", []],
    [String.raw`\Aa`, "a\na", ["a"]],
    ["(?m)^a$", "a\na\n", ["a", "a"]],
    [String.raw`\w$`, "aé\n", ["é"]],
    [String.raw`\d+`, "٣42 x", ["٣42"]],
    [String.raw`\s`, "a\u00a0\u001c\ufeff", ["\u00a0", "\u001c"]],
    [String.raw`[^\W\d_]+`, "naïve_4𝛼β", ["naïve", "𝛼β"]],
    [String.raw`[^\W_]+`, "a_1-β", ["a", "1", "β"]],
    [String.raw`[^\W\d]+`, "a_1-β²", ["a_", "β²"]],
    [String.raw`[^\Wa]+`, "baé_-a", ["b", "é_"]],
    [String.raw`[^\W\D]+`, "a12", ["12"]],
    [String.raw`[\W_]+`, "a_-b", ["_-"]],
    ["x*", "éx", ["", "x", ""]],
    ["a{,2}b", "aaab", ["aab"]],
    ["a{b", "a{b", ["a{b"]],
    ["[]a]+", "a]b", ["a]"]],
    ["(?x) a b # comment\n [ ] c", "ab c", ["ab c"]],
    ["(?#note)(?i)ABC", "abc", ["abc"]],
    ["(?i:a)b", "AB Ab", ["Ab"]],
    [String.raw`(?a:\w)\w`, "aé éa", ["aé"]],
    [String.raw`(?<=\$)\d+`, "$12 €13", ["12"]],
    [String.raw`\x41\u00e9\U0001F600\101`, "Aé😀A", ["Aé😀A"]],
    [".", "😀\n", ["😀"]],
    ["(?s).", "😀\n", ["😀", "\n"]],
  ])("%j in %j", ([pattern, text, expected]) => {
    expect(texts(pattern, text)).toEqual(expected);
  });

  test("flags", () => {
    expect(texts("k", "K\u212a", { ignoreCase: true })).toEqual(["K", "\u212a"]);
    expect(texts("k", "K\u212a", { ignoreCase: true, ascii: true })).toEqual(["K"]);
    expect(texts(String.raw`\w+`, "aé", { ascii: true })).toEqual(["a"]);
    expect(texts("a . b", "a\nb", { verbose: true, dotAll: true })).toEqual(["a\nb"]);
    expect(texts("^b", "a\nb", { multiline: true })).toEqual(["b"]);
  });
});

describe("a match", () => {
  test("has its groups and its offset in UTF-16 units", () => {
    expect(engine.matches("(?P<letter>[a-z])(\\d)?", "😀a1 b")).toEqual([
      { text: "a1", groups: ["a", "1"], index: 2 },
      { text: "b", groups: ["b", undefined], index: 5 },
    ]);
  });

  test("keeps its place where the text had to be rewritten", () => {
    expect(engine.matches(String.raw`\b(\w)(\d)$`, "β10\né1\n")).toEqual([
      { text: "é1", groups: ["é", "1"], index: 4 },
    ]);
  });

  test("counts towards the limit", () => {
    expect(engine.matches("a", "aaa", { limit: 2 })).toHaveLength(2);
  });
});

describe("findAll", () => {
  test.for<[string, unknown]>([
    [String.raw`\d+`, ["5", "1", "2", "3"]],
    [String.raw`\b(activates|inhibits)\b`, ["inhibits"]],
    [String.raw`(\d+)\s*(mg)`, [["5", "mg"]]],
    ["(x)?mg", [""]],
  ])("%s", ([pattern, expected]) => {
    expect(findAll(engine, pattern, "It inhibits ABC at 5 mg [1] [2] [3]")).toEqual(expected);
  });
});

describe("a pattern that cannot be read", () => {
  test.for([
    ["(", "missing ), unterminated group"],
    [")", "unbalanced parenthesis"],
    ["[", "unterminated character set"],
    ["*a", "nothing to repeat"],
    ["a**", "multiple repeat"],
    ["a{2,1}", "min repeat greater than max repeat"],
    ["[z-a]", "bad character range"],
    [String.raw`[\d-x]`, "bad character range"],
    [String.raw`\q`, "bad escape \\q"],
    ["a(?i)b", "global flags not at the start of the expression"],
    [String.raw`(a\1)`, "cannot refer to the open group 1"],
    ["(?P<a>x)(?P<a>y)", 'group name "a" is used twice'],
    ["(?P=x)", 'unknown group name "x"'],
    ["a++", "possessive quantifiers are not supported"],
    ["(".repeat(1000), "groups nested deeper than 200"],
  ])("%s: %s", ([pattern = "", message = ""]) => {
    expect(() => engine.validate(pattern)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
    );
  });
});

describe("what linear time cannot do", () => {
  const beyond = ["a(?=b)", String.raw`(a)\1`, "(?P<q>.)(?P=q)", "a{1,2000}"];

  test.for(beyond)("%s is refused without a fallback", (pattern) => {
    expect(() => engine.validate(pattern)).toThrow(/cannot be matched in linear time/);
    expect(() => engine.matches(pattern, "a")).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  test.for(beyond)("%s goes to the fallback with its flags", (pattern) => {
    const asked: unknown[] = [];
    const fallback: PatternEngine = {
      validate: (...given) => void asked.push(given),
      matches: (...given) => {
        asked.push(given);
        return [];
      },
    };
    const engineWithFallback = createPatternEngine({ fallback });
    engineWithFallback.validate(pattern, { ignoreCase: true });
    engineWithFallback.matches(pattern, "text", { dotAll: true, limit: 1 });
    engineWithFallback.matches("plain", "text");
    expect(asked).toEqual([
      [pattern, { ignoreCase: true }],
      [pattern, "text", { dotAll: true, limit: 1 }],
    ]);
  });
});

describe("a hostile pattern", () => {
  test.for(["(a+)+$", "(a|aa)*b", "(.*)*x"])("%s ends soon on 50,000 characters", (pattern) => {
    const started = performance.now();
    texts(pattern, `${"a".repeat(50_000)}!`, {});
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("that searches ahead of every match is stopped", () => {
    let now = 0;
    const clock: Clock = { now: () => 0, monotonic: () => (now += 100), sleep: async () => {} };
    expect(() => createPatternEngine({ clock }).matches("a.*z|a", "a".repeat(100))).toThrow(
      expect.objectContaining({ code: "sandbox_limit" }),
    );
  });

  test("that is too large for its text is refused", () => {
    expect(() => engine.matches("(?:[ab]{1,900}c){1}", "ab".repeat(1_000_000))).toThrow(
      expect.objectContaining({ code: "sandbox_limit" }),
    );
  });
});

test.each([
  ["(?i)k".padEnd(1_000_000, "k"), "at most 50000 characters; found 1000000"],
  ["(a)|".repeat(1001), "more than 1000 groups"],
])("a pattern that would take all memory is refused: %.10s…", (pattern, message) => {
  expect(() => createPatternEngine().validate(pattern)).toThrow(
    expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
  );
});
