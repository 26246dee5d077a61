import { describe, expect, test } from "vitest";
import { findAll } from "./find-all.ts";
import type { PatternFlags } from "./pattern.ts";
import { createPatternEngine } from "./pattern-engine.ts";

const engine = createPatternEngine();
const texts = async (pattern: string, text: string, flags?: PatternFlags) =>
  (await engine.matches(pattern, text, flags)).map((match) => match.text);

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
  ])("%j in %j", async ([pattern, text, expected]) => {
    expect(await texts(pattern, text)).toEqual(expected);
  });

  test("flags", async () => {
    expect(await texts("k", "K\u212a", { ignoreCase: true })).toEqual(["K", "\u212a"]);
    expect(await texts("k", "K\u212a", { ignoreCase: true, ascii: true })).toEqual(["K"]);
    expect(await texts(String.raw`\w+`, "aé", { ascii: true })).toEqual(["a"]);
    expect(await texts("a . b", "a\nb", { verbose: true, dotAll: true })).toEqual(["a\nb"]);
    expect(await texts("^b", "a\nb", { multiline: true })).toEqual(["b"]);
  });
});

describe("a match", () => {
  test("has its groups and its offset in UTF-16 units", async () => {
    expect(await engine.matches("(?P<letter>[a-z])(\\d)?", "😀a1 b")).toEqual([
      { text: "a1", groups: ["a", "1"], index: 2 },
      { text: "b", groups: ["b", undefined], index: 5 },
    ]);
  });

  test("keeps its place where the text had to be rewritten", async () => {
    expect(await engine.matches(String.raw`\b(\w)(\d)$`, "β10\né1\n")).toEqual([
      { text: "é1", groups: ["é", "1"], index: 4 },
    ]);
  });

  test("counts towards the limit", async () => {
    expect(await engine.matches("a", "aaa", { limit: 2 })).toHaveLength(2);
  });
});

describe("findAll", () => {
  test.for<[string, unknown]>([
    [String.raw`\d+`, ["5", "1", "2", "3"]],
    [String.raw`\b(activates|inhibits)\b`, ["inhibits"]],
    [String.raw`(\d+)\s*(mg)`, [["5", "mg"]]],
    ["(x)?mg", [""]],
  ])("%s", async ([pattern, expected]) => {
    expect(await findAll(engine, pattern, "It inhibits ABC at 5 mg [1] [2] [3]")).toEqual(expected);
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
    ["(".repeat(1000), "groups nested deeper than 200"],
  ])("%s: %s", ([pattern = "", message = ""]) => {
    expect(() => engine.validate(pattern)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
    );
  });
});

describe("what linear time cannot do", () => {
  test("lookaround and backreferences work, in Python's dialect", async () => {
    expect(await engine.matches(String.raw`(?P<word>\w+) (?P=word)(?!s)`, "so so, it its")).toEqual([
      { text: "so so", groups: ["so"], index: 0 },
    ]);
    expect(await engine.matches("(a)?(?=b)", "ab b", { limit: 2 })).toEqual([
      { text: "a", groups: ["a"], index: 0 },
      { text: "", groups: [undefined], index: 1 },
    ]);
    expect(await texts("^B(?=c)", "a\nbc", { ignoreCase: true, multiline: true })).toEqual(["b"]);
    expect(await texts("x{1,2000}(?!y)", "xxy")).toEqual(["x"]);
    expect(await texts("a{1,2000}", "aaa")).toEqual(["aaa"]);
  });
});

const answer = "The target of venetoclax is BCL2, a regulator of apoptosis. ".repeat(340);

describe("a hostile pattern", () => {
  const soon = createPatternEngine({ searchMs: 300 });

  test.for([
    ["one long match", `${".?".repeat(20_000)}[0-9]$`, answer],
    ["many states", "(?:a|b|c|d|e){990}$", "abcde".repeat(40_000)],
    ["a search ahead of every match", "a.*z|a", "a".repeat(200_000)],
    ["nested repetitions, looking ahead", "^(?=(a+)+$)a", `${"a".repeat(60)}!`],
    ["nested repetitions, referring back", String.raw`^(a*)*\1$`, `${"a".repeat(60)}!`],
    ["a program that takes all memory", "a{1000}".repeat(1000), `${"a".repeat(999)}b`.repeat(1000)],
  ])("ends as a limit and keeps nothing from going on: %s", async ([, pattern = "", text = ""]) => {
    let heartbeats = 0;
    const heart = setInterval(() => void heartbeats++, 10);
    await expect(soon.matches(pattern, text)).rejects.toMatchObject({ code: "sandbox_limit" });
    clearInterval(heart);
    expect(heartbeats).toBeGreaterThan(3);
    await expect(soon.matches("(?=a)a", "a")).resolves.toHaveLength(1);
  });

  test("says what it was, not all of it, and what to do", async () => {
    await expect(soon.matches(`${".?".repeat(20_000)}[0-9]$`, answer)).rejects.toMatchObject({
      message: expect.stringMatching(/^Regular expression "(\.\?){100}…" takes longer than 0\.3 s on a text/),
      hint: expect.stringContaining("repetitions"),
    });
  });

  test("that finds everything is stopped before it fills results", async () => {
    const patient = createPatternEngine({ searchMs: 3_600_000 });
    await expect(patient.matches("", "a".repeat(300_000))).rejects.toMatchObject({
      code: "sandbox_limit",
      message: expect.stringContaining("matches more than"),
    });
  });

  test("is left when nobody waits for it", async () => {
    const controller = new AbortController();
    const patient = createPatternEngine({ searchMs: 3_600_000 });
    const stuck = patient.matches("^(?=(a+)+$)a", `${"a".repeat(60)}!`, { signal: controller.signal });
    const behind = patient.matches("(?=a)a", "a");
    controller.abort(new Error("enough"));
    await expect(stuck).rejects.toThrow("enough");
    await expect(behind).resolves.toHaveLength(1);
  });

  test.for(["(a+)+$", "(a|aa)*b", "(.*)*x"])("%s is no danger: it is linear", async (pattern) => {
    await expect(engine.matches(pattern, `${"a".repeat(50_000)}!`)).resolves.toEqual([]);
  });

  test.for([
    ["(?i)k".padEnd(1_000_000, "k"), "at most 50000 characters; found 1000000"],
    ["(a)|".repeat(1001), "more than 1000 groups"],
  ])("that would take all memory is refused: %.10s…", ([pattern = "", message = ""]) => {
    expect(() => engine.validate(pattern)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
    );
  });
});

describe("tests of values", () => {
  test("say at once whether a pattern matches", () => {
    const patient = createPatternEngine({ valueTestsMs: 3_600_000 });
    const matches = patient.valueTest();
    expect(matches(String.raw`^NCT\d{8}$`, "NCT02141282")).toBe(true);
    expect(matches(String.raw`^NCT\d{8}$`, "NCT0")).toBe(false);
    expect(matches(String.raw`^(?=.*\d)\w+$`, "a1")).toBe(true);
    expect(matches(`^(?:${"x|".repeat(2000)}y)$`, "y")).toBe(true);
  });

  test("end together: values beyond the time of all are not tested", () => {
    const matches = engine.valueTest();
    const bomb = () => matches("^(?=(a+)+$)a", `${"a".repeat(60)}!`);
    expect(bomb).toThrow(expect.objectContaining({ code: "sandbox_limit" }));
    expect(() => matches("a", "a")).toThrow(expect.objectContaining({ code: "sandbox_limit" }));
    expect(engine.valueTest()("a", "a")).toBe(true);
  });
});
