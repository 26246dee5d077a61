import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { type JavaScriptShapes, readTypeScriptTemplate } from "./read-template.ts";

const stripTypes = async (source: string): Promise<string> => source;

const head = 'import * as z from "zod";\nimport { answerTemplate, verified, exactMatch } from "karenina";\n';
const field = (name: string, schema: string, truth: string) =>
  `${name}: verified(${schema}, { description: "a", groundTruth: ${truth}, verifyWith: exactMatch() })`;
const exported = (fields: string) => `${head}export default answerTemplate({ ${fields} });\n`;
const source = exported(field("target", "z.string()", '"BCL2"'));

/** What may stand for one of its words, or between them, and mean something else there. */
const variants = [
  ...['"x"', "'x'", '"\\"x\\""', "'\\'x\\''", '"\\u0041"', '"\\x41"', '"\\\n"', "`x`", "`${1}`", "`\\u{41}`"],
  ...[
    "1",
    "-1",
    "0",
    "00",
    "01",
    "1.5",
    "1.",
    ".5",
    "1e3",
    "0x10",
    "1n",
    "1_0",
    "x",
    "null",
    "true",
    "1 + 1",
  ],
  ...['"a" + "b"', '["x",]', '["x"]', '["x",,]', "[,]", '"//" /* " */', '"é"', '"\u2028"', '"\ud83d\ude00"'],
  ...[
    '"\\ud800"',
    '"from"',
    '"\u0010"',
    '"\\u0010"',
    "/x/",
    '("x",)',
    '{ "a": 1, "a": 2 }',
    "{ a: 1, a: 2 }",
  ],
  ...["{ __proto__: 1 }", '{ "__proto__": 1 }', '{ ["a"]: 1 }', "{ 1: 2 }", "{ a }", "{ function: 1 }"],
  ...["() => 1", "undefined", "NaN", "z", "z.string()", "[...[1, 2]]", "[1, 2][0]", '{ a: "b" }.a'],
];

async function expectSame(text: string, shapes: JavaScriptShapes): Promise<void> {
  const whole = await readTypeScriptTemplate(text, stripTypes);
  expect(await readTypeScriptTemplate(text, stripTypes, shapes), text).toEqual(whole);
}

test("a source is read as it stands, whatever source of its shape was read before", async () => {
  const shapes: JavaScriptShapes = new LruCache(10_000_000);
  const names = ["target", "get", "async", "class", "é", "\\u0061", '"a"', "1", "__proto__", "verify", "a_1"];
  const gaps = ["\n", " ", "/* , */", "// }\n", "\t", "\u00a0", "/*\n*/", "\u2028", ""];
  const texts = variants.flatMap((truth) => [
    exported(field("target", "z.string()", truth)),
    exported(field("target", `z.enum([${truth}])`, truth)),
    exported(field("target", `z.literal(${truth})`, '"x"')),
    `${head}const a = ${truth};\n${exported(field("b", "z.literal(a)", "a")).slice(head.length)}`,
  ]);
  texts.push(...names.map((name) => exported(field(name, "z.string()", '"x"'))));
  texts.push(
    ...gaps.flatMap((gap) => [":", ",", "(", ")", "default"].map((at) => source.replace(at, gap + at + gap))),
  );
  texts.push(
    source.replace('"zod"', '"karenina"'),
    source.replace('"zod"', "'zod'"),
    source.replace("zod", "zed"),
  );
  texts.push(
    ...["\n", " "].map((end) => `${head}const a = 1${end}const b = 2;\n${source.slice(head.length)}`),
  );
  for (const text of [...texts, ...texts.toReversed()]) await expectSame(text, shapes);
});

test("so is one that was changed anywhere", async () => {
  const shapes: JavaScriptShapes = new LruCache(10_000_000);
  const texts = [source, exported(field("a", 'z.enum(["b", "c"]).nullable()', '["b", 1.5, { "k": true }]'))];
  const signs = [..."\"'`\\:,()[]{}=+-/*.019azé\n\u0010 $;", ...variants, "from ", "//", "/*", "*/", "${"];
  const change = fc.record({
    at: fc.nat(1000),
    cut: fc.integer({ min: 0, max: 4 }),
    sign: fc.constantFrom("", ...signs),
  });
  const property = fc.asyncProperty(
    fc.constantFrom(...texts),
    fc.array(change, { minLength: 1, maxLength: 3 }),
    async (first, changes) => {
      const text = changes.reduce((changed, { at, cut, sign }) => {
        const place = head.length - 40 + (at % (changed.length - head.length + 41));
        return changed.slice(0, place) + sign + changed.slice(place + cut);
      }, first);
      await expectSame(text, shapes);
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(80) });
});

test("sources that differ in texts, numbers, keys, comments and line ends have one shape", async () => {
  const shapes: JavaScriptShapes = new LruCache(10_000_000);
  const texts = [
    exported(field("a", 'z.enum(["b", "c"])', '"b"')),
    exported(field("longer_2", 'z.enum([\'\u00e9\', "\\"d\\""])', '"\u00e9"')),
    exported(field("a", 'z.enum([\n  "b", // first\n  "c",\n])', '"b"')).replace(" });\n", ",\n});\n"),
  ];
  const kinds = await Promise.all(
    texts.map(async (text) => (await readTypeScriptTemplate(text, stripTypes, shapes)).kind),
  );
  expect(kinds).toEqual(["data", "data", "data"]);
  expect(shapes.size).toBe(1);
});
