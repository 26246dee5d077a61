import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { readPlainYaml } from "./plain-yaml.ts";

const everything = `# first
karenina: 1 # c
name: 'it''s'
other: "a\\n\\u00e9 #"

list:
- a:b # c
- b: -1.5
  c:
    - "d" # e
    # further
    - |
      one

        two
      # three

    - |-
      four
  e: { a: [1, 'x, y', "q" ], b: {}, c: [], d: null } # f
-
  f: {p: ^a+$, q: (b|c), r: /d/, s: \\be, t: é}
words: [a b, c-d, true, 2016-04-11, a:b, http://x/y]
`;

describe("readPlainYaml", () => {
  it("reads what people write", () => {
    expect(readPlainYaml(everything)).toEqual({
      karenina: 1,
      name: "it's",
      other: "a\né #",
      list: [
        "a:b",
        {
          b: -1.5,
          c: ["d", "one\n\n  two\n# three\n", "four"],
          e: { a: [1, "x, y", "q"], b: {}, c: [], d: null },
        },
        { f: { p: "^a+$", q: "(b|c)", r: "/d/", s: "\\be", t: "é" } },
      ],
      words: ["a b", "c-d", true, "2016-04-11", "a:b", "http://x/y"],
    });
  });

  const left = [
    ["anchors and aliases", "a: &x 1\nb: *x\n"],
    ["tags", "a: !!str 1\n"],
    ["a text of several lines", "a: one\n  two\n"],
    ["a folded text", "a: >\n  b\n"],
    ["other numbers", "a: 0x10\n"],
    ["another spelling of null", "a: ~\n"],
    ["a key that stands twice", "a: 1\na: 2\n"],
    ["a key that would be a prototype", "__proto__: 1\n"],
    ["a second document", "a: 1\n---\nb: 2\n"],
    ["a tab", "a:\t1\n"],
    ["an open quote", 'a: "b\n'],
    ["what is too far in", "a: 1\n  b: 2\n"],
    ["lists in lists without end", `a: ${"[".repeat(900)}${"]".repeat(900)}\n`],
    ["maps in maps without end", Array.from({ length: 99 }, (_, n) => `${" ".repeat(n)}a:`).join("\n")],
  ] as const;
  it.each(left)("leaves %s to the parser", (_name, text) => expect(readPlainYaml(text)).toBeUndefined());
});

test("what is read of a text with anything changed in it is what the parser reads", () => {
  const signs = [
    ..." \n:-?#&*!|>'\"%@{}[],<~0.+e1\\/\u00a0^$(=;",
    "\n  ",
    "- ",
    ": ",
    " #",
    "  ",
    "|\n",
    "---\n",
    "null",
    "a: b",
  ];
  const lines = everything.split("\n");
  const change = fc.record({
    at: fc.nat(everything.length),
    cut: fc.integer({ min: 0, max: 5 }),
    sign: fc.constantFrom("", ...signs),
  });
  const part = fc.tuple(fc.nat(lines.length), fc.integer({ min: 1, max: lines.length }));
  const reads = { plain: 0 };
  fc.assert(
    fc.property(part, fc.array(change, { maxLength: 3 }), ([first, count], changes) => {
      const kept = lines.slice(first, first + count).join("\n");
      const text = changes.reduce(
        (changed, { at, cut, sign }) => changed.slice(0, at) + sign + changed.slice(at + cut),
        kept.replace(/^ +/, ""),
      );
      const value = readPlainYaml(text);
      if (value === undefined) return;
      reads.plain += 1;
      expect(parseYaml(text)).toMatchObject({ ok: true, value });
    }),
    { numRuns: 1500 },
  );
  expect(reads.plain).toBeGreaterThan(150);
});
