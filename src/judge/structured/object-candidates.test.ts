import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { objectCandidates, statedObjects } from "./object-candidates.ts";

const read = (text: string, complete = true) => [...objectCandidates(text, complete)];

describe("objectCandidates", () => {
  it.each([
    ["a bare object", '{"a": 1}', { a: 1 }],
    ["a byte order mark", '\uFEFF {"a": 1}', { a: 1 }],
    ["a fenced block", 'Here:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }],
    ["the last of several objects", 'Draft {"a": 1}, final {"a": 2}.', { a: 2 }],
    ["an object after thinking in braces", '<think>maybe {"a": 1}</think>{"a": 3}', { a: 3 }],
    ["an object before braces of prose", '{"a": 1} as in \\frac{x}{y}', { a: 1 }],
    ["braces inside strings", '{"a": "}{", "b": "\\"}"} ok', { a: "}{", b: '"}' }],
    ["an object in a list", '[{"a": 1}]', { a: 1 }],
    ["an object encoded twice", JSON.stringify('{"a": 1}'), { a: 1 }],
    ["a stray quote before the object", 'The 5" pipe: {"a": 1}', { a: 1 }],
    ["an unclosed brace before the object", 'set { of things. {"a": 1}', { a: 1 }],
    ["trailing commas", '{"a": 1, "b": [1, 2,],}', { a: 1, b: [1, 2] }],
    ["single quotes and Python literals", "{'a': True, 'b': None}", { a: true, b: null }],
    ["bare keys", "{a: 1}", { a: 1 }],
    ["a missing closing brace", '```json\n{"a": {"b": 1}\n```', { a: { b: 1 } }],
    ["a number that would lose digits, as text", '{"a": [9007199254740993]}', { a: ["9007199254740993"] }],
    ["long numbers that keep them", '{"a": 9007199254740992, "b": 1e400}', { a: 2 ** 53, b: Infinity }],
  ])("finds %s", (_, text, expected) => {
    expect(read(text)[0]).toEqual(expected);
  });

  it("repairs the outer object instead of taking an inner one", () => {
    expect(read('{"outer": {"inner": 1}, "b": 2,}')).toEqual([{ outer: { inner: 1 }, b: 2 }]);
  });

  it.each([
    ["prose", "The target is BCL2."],
    ["prose with a colon", "target: BCL2"],
    ["prose in braces", "{the target is BCL2}"],
    ["prose in braces with a comma", "I think {BCL2, MCL1} are the targets"],
    ["a list", "[1, 2]"],
    ["a number", "42"],
    ["nothing", ""],
  ])("makes no object of %s", (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ["trailing commas", 'It says {"a": 1} there.\n{"a": 2,}'],
    ["single quotes", "Draft {\"a\": 1}, final {'a': 2}."],
  ])("takes the last object with %s before an earlier complete one", (_, text) => {
    expect(read(text)).toEqual([{ a: 2 }, { a: 1 }]);
  });

  it("does not complete a reply that was cut off", () => {
    expect(read('{"target": "BCL2"', false)).toEqual([]);
    expect(read('{"target": "BCL2"', true)).toEqual([{ target: "BCL2" }]);
  });

  it.each([
    ["a text", '{"target": "BCL2'],
    ["a text with brackets in it", '{"target": "B]}'],
    ["a number", '{"dose": 5'],
    ["a list", '{"list": ["a"'],
    ["a list of closed objects", '{"list": [{"a": "b"}'],
    ["a member", '{"target": "BCL2",'],
    ["a value", '{"target":'],
    ["a literal", '{"right": tru'],
  ])("makes up no rest of %s", (_, text) => {
    expect(read(text)).toEqual([]);
    expect(read(`\`\`\`json\n${text}`)).toEqual([]);
  });

  it.each([
    ['{"a": {"b": [1, 2]', { a: { b: [1, 2] } }],
    ['{"a": "\\""', { a: '"' }],
    ['Draft {"a": 1}, final {"a": true', { a: true }],
    ['```json\n{"a": 5\n```', { a: 5 }],
  ])("puts braces after %j", (text, expected) => {
    expect(read(text)[0]).toEqual(expected);
  });

  it("takes no part of an unfinished object for the whole", () => {
    expect(read('{"items": {"target": "x"}, "target": "unfin', false)).toEqual([]);
  });

  it("finds the second attempt after one broken off inside a string", () => {
    expect(read('{"target": "BC\n\nAgain: {"target": "BCL2"}')[0]).toEqual({ target: "BCL2" });
    expect(read('the set {"x", "y" gives {"target": "BCL2"}')[0]).toEqual({ target: "BCL2" });
  });

  it("finds any object in prose and fences", () => {
    const prose = fc.string().map((text) => text.replace(/[{}"]/g, ""));
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
    fc.assert(
      fc.property(prose, object, prose, fc.boolean(), (before, value, after, fenced) => {
        const json = JSON.stringify(value, null, 2);
        const text = `${before}${fenced ? `\n\`\`\`json\n${json}\n\`\`\`\n` : ` ${json} `}${after}`;
        expect(read(text)[0]).toEqual(JSON.parse(json));
      }),
    );
  });

  it.each([
    ["opening braces", "{".repeat(1_000_000)],
    ["opening braces and one closing", `${"{".repeat(1_000_000)}}`],
    ["open keys", '{"a":'.repeat(200_000)],
    ["open keys closed once", `${'{"a":'.repeat(200_000)}}`],
    ["quotes and braces", '{"'.repeat(500_000)],
    ["escaped quotes between braces", `${'{"\\"'.repeat(250_000)}}`],
    ["deep nesting", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["deep lists", `{"a":${"[".repeat(400_000)}`],
    ["broken small objects", '{"a" 1}'.repeat(150_000)],
    ["fences", "```json\n{\n".repeat(100_000)],
    ["slips too long to repair", `{${"'a':'b' ".repeat(100_000)}}`],
    ["slips just short enough to repair", `{${"'a':'b' ".repeat(8_000)}}`],
    ["a repair of nested opens", `{'a':${"{'a':".repeat(40_000)}`],
  ])("answers quickly for 1 MB of %s", (_, text) => {
    expect(() => read(text)).not.toThrow();
  });

  it("never throws", () => {
    const hostile = fc
      .array(fc.constantFrom("{", "}", '"', "\\", "'", ":", ",", "[", "]", "a", "```", "//", "/*", "\n", "“"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, complete) => {
        for (const value of read(text, complete)) expect(typeof value).toBe("object");
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe("statedObjects", () => {
  const stated = (text: string) => [...statedObjects(text, true)];

  it.each([
    ['{"a": 1, "a": 2}', [{ a: 2 }, { a: 1 }]],
    ['{"a": 1, "a": 2, "a": 1}', [{ a: 1 }, { a: 1 }, { a: 2 }]],
    [
      "Final: {'a': 1, 'b': [{'c': 'x', 'c': 'y'}],}",
      [
        { a: 1, b: [{ c: "y" }] },
        { a: 1, b: [{ c: "x" }] },
      ],
    ],
    [
      '{"a": "\\"", "a": null, "__proto__": 1, "__proto__": 2}',
      [
        JSON.parse('{"a": null, "__proto__": 2}'),
        { a: '"', ["__proto__"]: 2 },
        JSON.parse('{"a": null, "__proto__": 1}'),
      ],
    ],
  ])("takes each value of a key that is given twice: %j", (text, expected) => {
    expect(stated(text)).toEqual(expected);
  });

  it.each([
    '{"a": 1, "a": 1.0, "a": 1}',
    '{"a": {"b": [1]}, "a": {"b": [ 1 ]}}',
    '{"a": {"c": 1}, "b": {"c": 2}}',
  ])("finds one thing in %j", (text) => {
    expect(stated(text)).toHaveLength(1);
  });

  it("reads any object as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
        const text = JSON.stringify(value);
        expect(stated(text)).toEqual([JSON.parse(text)]);
        const twice = `${text.slice(0, -1)}${text === "{}" ? "" : ","}"k-1": ${text}, "k-1": 0}`;
        expect(stated(twice)).toEqual([
          { ...JSON.parse(text), "k-1": 0 },
          { ...JSON.parse(text), "k-1": JSON.parse(text) },
        ]);
      }),
    );
  });
});
