import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { anyTemplate } from "../../template/testing/any-template.ts";
import { readPythonTemplate } from "./read-template.ts";
import { writePythonTemplate } from "./write-template.ts";

const head = "class Answer(BaseAnswer):\n";
const field = 'VerifiedField("d", "a", ExactMatch())';
const doubled = (first: string, next: (name: string) => string) =>
  Array.from({ length: 60 }, (_, index) =>
    index === 0 ? `a0 = ${first}\n` : `a${index} = ${next(`a${index - 1}`)}\n`,
  ).join("");

const hostile: readonly { readonly name: string; readonly source: string; readonly kind: string }[] = [
  {
    name: "brackets within brackets",
    source: `${head}    x: str = ${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    kind: "mistake",
  },
  {
    name: "a text of a megabyte",
    source: `${head}    x: str = VerifiedField("${"a".repeat(1_000_000)}", "a", ExactMatch())`,
    kind: "data",
  },
  { name: "a long attribute", source: `${head}    x: a${".b".repeat(10_000)}`, kind: "code" },
  { name: "a long sum", source: `${head}    x: str = ${"'a' + ".repeat(420)}'b'`, kind: "code" },
  { name: "text that is no Python", source: "(((class def ]]] ::: \n\t @@ ".repeat(10_000), kind: "mistake" },
  { name: "quotes", source: "'''\"".repeat(50_000), kind: "mistake" },
  { name: "a number of a megabyte", source: `${head}    x: int = ${"9".repeat(1_000_000)}`, kind: "mistake" },
  { name: "a repeated text", source: `${head}    x: str = 'a' * 1000000000\n`, kind: "code" },
  { name: "a tower of powers", source: `${head}    x: int = 9 ** 9 ** 9\n`, kind: "mistake" },
  {
    name: "a long text many times in a set",
    source: `${head}    x: list[str] = VerifiedField("d", set(["x" * 100000] * 40000), SetContainment())\n`,
    kind: "code",
  },
  {
    name: "a long text many times in a list",
    source: `${head}    x: list[str] = VerifiedField("d", ["x" * 100000] * 40000, OrderedMatch())\n`,
    kind: "code",
  },
  {
    name: "many long lists",
    source: `b = ['x'] * 100000\n${Array.from({ length: 3000 }, (_, n) => `b${n} = b + []\n`).join("")}${head}    x: str = ${field}\n`,
    kind: "code",
  },
  {
    name: "a long list in many fields",
    source: `b = ['x'] * 40000\n${head}${Array.from({ length: 1500 }, (_, n) => `    x${n}: list[str] = VerifiedField("d", b, OrderedMatch())\n`).join("")}`,
    kind: "code",
  },
  {
    name: "a dict of a long list in many fields",
    source: `b = {"a": ['x'] * 40000}\n${head}${Array.from({ length: 1500 }, (_, n) => `    x${n}: dict = VerifiedField("d", b, LiteralMatch())\n`).join("")}`,
    kind: "code",
  },
  {
    name: "zero to a power below",
    source: `${head}    x: float = VerifiedField("d", 0 ** -1, NumericExact())\n`,
    kind: "code",
  },
  {
    name: "a power beyond all numbers",
    source: `${head}    x: float = VerifiedField("d", 10.0 ** 400, NumericExact())\n`,
    kind: "code",
  },
  {
    name: "a complex number",
    source: `${head}    x: float = VerifiedField("d", (-8) ** 0.5, NumericExact())\n`,
    kind: "code",
  },
  {
    name: "a dict with two names, changed under one",
    source: `${head}    x: str = ${field}\n    def model_post_init(self, c):\n        d = {"a": {"pattern": "a", "expected": 1, "match_type": "count"}}\n        self.correct = d\n        self.correct["b"] = {"pattern": "b", "expected": 2, "match_type": "count"}\n        self.regex = d\n`,
    kind: "code",
  },
  {
    name: "the same with blanks around the dot",
    source: `${head}    x: str = ${field}\n    def model_post_init(self, c):\n        d = {}\n        self . regex = d\n        self.regex["b"] = {"pattern": "b", "expected": 2, "match_type": "count"}\n`,
    kind: "code",
  },
  {
    name: "a dict with a name that is changed as it was written",
    source: `${head}    x: str = ${field}\n    def model_post_init(self, c):\n        self.regex = {}\n        self.regex["b"] = {"pattern": "b", "expected": 2, "match_type": "count"}\n`,
    kind: "data",
  },
  {
    name: "lists that double",
    source: `${doubled("[1]", (a) => `[${a}, ${a}]`)}${head}    x: Any = VerifiedField("d", a59, ExactMatch())\n`,
    kind: "code",
  },
  {
    name: "strategies that double",
    source: `${doubled('FieldCheck(field="x")', (a) => `AllOf(conditions=[${a}, ${a}])`)}${head}    x: str = ${field}\n    class VerificationStrategy:\n        verify_strategy = a59\n`,
    kind: "code",
  },
  {
    name: "many classes",
    source: Array.from({ length: 2000 }, (_, index) => `class A${index}(BaseAnswer): pass\n`).join(""),
    kind: "code",
  },
  { name: "null characters", source: "class A:\0 pass", kind: "mistake" },
  { name: "nothing", source: "", kind: "mistake" },
];

test.each(hostile)("$name end soon, as $kind", ({ source, kind }) => {
  expect(readPythonTemplate(source).kind).toBe(kind);
});

test("nothing is run", () => {
  const reading = readPythonTemplate(`__import__("os").system("exit")\n${head}    x: str = ${field}\n`);
  expect(reading).toEqual({ kind: "code", construct: "a statement that does something", line: 1 });
});

test("names that every object has are names like any other", () => {
  const truth = '{"__proto__": 1, "constructor": 2}';
  const reading = readPythonTemplate(
    `${head}    constructor: Any = VerifiedField("d", ${truth}, ContainsAny(substrings=["a"], __proto__=1, constructor=2))\n`,
  );
  expect(reading).toMatchObject({ kind: "data", draft: { fields: [{ name: "constructor" }] } });
  const { draft } = reading as {
    draft: { fields: [{ options: { groundTruth: object; verifyWith: object } }] };
  };
  expect(JSON.stringify(draft.fields[0].options.groundTruth)).toBe('{"__proto__":1,"constructor":2}');
  expect(draft.fields[0].options.verifyWith).toEqual({ type: "ContainsAny", substrings: ["a"] });
  expect(readPythonTemplate(`${head}    x: constructor = ${field}\n`)).toMatchObject({ kind: "mistake" });
});

const sample = `from datetime import date
LIMIT = 0.5
class Base(BaseAnswer):
    when: date = VerifiedField(description="d", ground_truth=date(2016, 4, 11), verify_with=DateMatch())
class Answer(Base):
    """Doc."""
    x: Optional[list[str]] = VerifiedField("d" 'e', ["a", *("b",)], SetContainment(mode="subset"), weight=LIMIT)
    y: Literal["a", 1] = Field(default="a", description=f"{{y}}")
    def model_post_init(self, c):
        self.correct = {"y": "a"}
        self.regex = {"r": {"pattern": r"\\d", "expected": 1, "match_type": "count"}}
    def verify(self) -> bool:
        if self.y != self.correct["y"]:
            return False
        return abs(len(self.x) - 2) <= 1
    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[FieldCheck(field="x"), FieldCheck(field="when")])
`;
const piece = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    '"""',
    "\n",
    "    ",
    "\t",
    ":",
    ",",
    "=",
    "*",
    "**",
    ".",
    "\\",
    "#",
    "self",
    "lambda: ",
    "not ",
    " in ",
    "None",
    "...",
    "-",
    "1e9",
    "|",
    "@",
    "\r",
    "class X(Answer): pass\n",
  ),
);
const edit = fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), text: piece });

test("whatever is changed in a source, reading it ends with a reading", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const changed = edits.reduce((source, { at, length, text }) => {
        const from = at % (source.length + 1);
        return source.slice(0, from) + text + source.slice(from + length);
      }, sample);
      expect(["data", "code", "mistake"]).toContain(readPythonTemplate(changed).kind);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("what any template is written as can be changed anywhere", () => {
  fc.assert(
    fc.property(anyTemplate, edit, (template, { at, length, text }) => {
      const source = writtenOr(sample, () => writePythonTemplate(template));
      const from = at % (source.length + 1);
      expect(["data", "code", "mistake"]).toContain(
        readPythonTemplate(source.slice(0, from) + text + source.slice(from + length)).kind,
      );
    }),
    { numRuns: propertyRuns(40) },
  );
});

function writtenOr(fallback: string, write: () => string): string {
  try {
    return write();
  } catch {
    return fallback;
  }
}
