import { expect, test } from "vitest";
import { type AnswerTemplate, templateFromDraft } from "../../template/index.ts";
import { readPythonTemplate } from "./read-template.ts";

/** The template of a source whose custom methods, if it has any, are not run. */
function templateOf(source: string): AnswerTemplate {
  const reading = readPythonTemplate(source);
  if (reading.kind !== "data") throw new Error(JSON.stringify(reading));
  return templateFromDraft(reading.draft, reading.checks.verify === undefined ? {} : { verify: () => true });
}

/** The type of one field with this annotation and, after `=`, this value. */
function typeOf(attribute: string, before = ""): unknown {
  const source = `${before}\nclass Answer(BaseAnswer):\n    x: ${attribute}\n    def verify(self): return self.ok\n`;
  return templateOf(source).fields.find(({ name }) => name === "x")?.schema;
}

test("a template of verified fields", () => {
  const source = `
from karenina.schemas.entities import BaseAnswer, VerifiedField

LIMIT = 0.05 * 2

class Answer(BaseAnswer):
    """What the answer says."""

    target: str = VerifiedField(
        description="The protein " 'the answer names',  # both parts
        ground_truth="BCL2",
        verify_with=ExactMatch(normalize=["lowercase", SynonymMap(mapping={"bcl-2": "bcl2"})]),
    )
    count: Optional[int] = VerifiedField("How many", 3, NumericTolerance(tolerance=LIMIT), weight=2, extraction_hint="in the table", ge=0)
    cites: bool = VerifiedField(description="Has references", ground_truth=True, verify_with=TraceRegex(pattern=r"\\[\\d+\\]", count_min=2))

    class VerificationStrategy:
        verify_strategy = AnyOf(conditions=[FieldCheck(field="target"), AtLeastN(n=1, conditions=[FieldCheck(field="count"), FieldCheck(field="cites")])])
`;
  expect(templateOf(source)).toMatchInlineSnapshot(`
    {
      "fields": [
        {
          "description": "The protein the answer names",
          "name": "target",
          "required": true,
          "schema": {
            "type": "string",
          },
          "verification": {
            "groundTruth": "BCL2",
            "verifyWith": {
              "normalize": [
                "lowercase",
                {
                  "mapping": {
                    "bcl-2": "bcl2",
                  },
                },
              ],
              "type": "ExactMatch",
            },
            "weight": 1,
          },
        },
        {
          "description": "How many",
          "extractionHint": "in the table",
          "name": "count",
          "required": true,
          "schema": {
            "anyOf": [
              {
                "minimum": 0,
                "type": "integer",
              },
              {
                "type": "null",
              },
            ],
          },
          "verification": {
            "groundTruth": 3,
            "verifyWith": {
              "tolerance": 0.1,
              "type": "NumericTolerance",
            },
            "weight": 2,
          },
        },
        {
          "description": "Has references",
          "name": "cites",
          "required": true,
          "schema": {
            "type": "boolean",
          },
          "verification": {
            "groundTruth": true,
            "verifyWith": {
              "countMin": 2,
              "pattern": "\\[\\d+\\]",
              "type": "TraceRegex",
            },
            "weight": 1,
          },
        },
      ],
      "name": "Answer",
      "regex": {},
      "strategy": {
        "conditions": [
          {
            "field": "target",
            "type": "field_check",
          },
          {
            "conditions": [
              {
                "field": "count",
                "type": "field_check",
              },
              {
                "field": "cites",
                "type": "field_check",
              },
            ],
            "n": 1,
            "type": "at_least_n",
          },
        ],
        "type": "any_of",
      },
    }
  `);
});

test("ground truths that depend on a scenario", () => {
  const source = `
class Answer(BaseAnswer):
    action: Literal["refer", "observe"] = VerifiedField(
        description="What to do",
        ground_truth=ConditionalGroundTruth(
            source="node_results.triage.severe",
            cases={"True": GroundTruthCase(value="refer", verify_with=ExactMatch())},
            default=GroundTruthCase(value="observe"),
        ),
        verify_with=LiteralMatch(),
    )
`;
  expect(templateOf(source).fields[0]?.verification).toEqual({
    groundTruth: {
      conditional: true,
      source: "node_results.triage.severe",
      cases: { True: { value: "refer", verifyWith: { type: "ExactMatch" } } },
      default: { value: "observe" },
    },
    verifyWith: { type: "LiteralMatch" },
    weight: 1,
  });
});

test.each([
  ["bool", { type: "boolean" }],
  ["float = 3", { type: "number", default: 3 }],
  ["list[str]", { type: "array", items: { type: "string" } }],
  ["List", { type: "array", items: {} }],
  ["Dict[str, int]", { type: "object", additionalProperties: { type: "integer" } }],
  ['Literal["a"]', { type: "string", const: "a" }],
  ['Literal["a", 1, True, None]', { enum: ["a", 1, true, null] }],
  ["str | None = None", { anyOf: [{ type: "string" }, { type: "null" }], default: null }],
  ["Union[int, Optional[str]]", { anyOf: [{ type: "integer" }, { type: "string" }, { type: "null" }] }],
  ['"Optional[int]"', { anyOf: [{ type: "integer" }, { type: "null" }] }],
  ["Optional[int] = Field(ge=1)", { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] }],
  ["Any", {}],
  ["list[int] = Field(min_length=2)", { type: "array", items: { type: "integer" }, minItems: 2 }],
  [
    'str = Field("x", max_length=3, pattern="^x")',
    { type: "string", maxLength: 3, pattern: "^x", default: "x" },
  ],
  ["list[str] = Field(default_factory=list)", { type: "array", items: { type: "string" }, default: [] }],
])("the annotation %s", (attribute, schema) => {
  expect(typeOf(attribute)).toEqual(schema);
});

test.each([
  ["date", "from datetime import date", { type: "string", format: "date" }],
  ["dt.datetime", "import datetime as dt", { type: "string", format: "date-time" }],
  [
    "t.Tuple[int, str]",
    "import typing as t",
    { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 2, maxItems: 2 },
  ],
  ["Set[int]", "from typing import *", { type: "array", items: { type: "integer" }, uniqueItems: true }],
  [
    "Annotated[float, Field(gt=0, lt=1)]",
    "from typing import Annotated",
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  ],
  [
    "Color",
    'from enum import Enum\nclass Color(str, Enum):\n    RED = "red"\n    BLUE = "blue"',
    { type: "string", enum: ["red", "blue"] },
  ],
])("the annotation %s with an import", (attribute, before, schema) => {
  expect(typeOf(attribute, before)).toEqual(schema);
});

test("nested models are objects, in the source or in the class", () => {
  const source = `
from pydantic import BaseModel
class Unit(BaseModel):
    name: str
class Answer(BaseAnswer):
    class Dose(__import__("pydantic").BaseModel):
        """A dose."""
        amount: float = Field(description="how much", gt=0)
        unit: Optional[Unit] = None
    doses: list[Dose] = Field(description="All doses")
    def verify(self): return len(self.doses) == 1
`;
  expect(templateOf(source).fields[0]?.schema.items).toEqual({
    type: "object",
    description: "A dose.",
    properties: {
      amount: { type: "number", exclusiveMinimum: 0, description: "how much" },
      unit: {
        anyOf: [
          { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          { type: "null" },
        ],
        default: null,
      },
    },
    required: ["amount"],
  });
});

test.each<[string, unknown]>([
  ["{'b', 'a', 'b'}", ["b", "a"]],
  ["date(2016, 4, 11)", "2016-04-11"],
  ["datetime.datetime(2016, 4, 11, 0, 30)", "2016-04-11T00:30:00"],
  ["(1, 2.5, -3, 1_000, 0x10, 1e3)", [1, 2.5, -3, 1000, 16, 1000]],
  ["'a' + \"b\" 'c' + r'\\d' + '''d\ne'''", "abc\\dd\ne"],
  ["'\\x41\\u00e9\\101\\n\\q'", "AéA\n\\q"],
  ["b'a\\xc3\\xa9'", "aé"],
  ["f'a{{b}}'", "a{b}"],
  ["NAMES[1]", "y"],
  ["[*NAMES, {'k': None, **MORE}]", ["x", "y", { k: null, m: true }]],
  ["dict(a=1, b=[2])", { a: 1, b: [2] }],
  ["7 // 2 + 7 % -3 - 2 ** 3", -7],
  ["1e999", null],
])("the value %s", (expression, value) => {
  const source = `import datetime\nfrom datetime import date\nNAMES = ("x", "y")\nMORE = {"m": True}\nclass Answer(BaseAnswer):\n    x: Any = VerifiedField("d", ${expression}, ContainsAny(substrings=["a"]))\n`;
  const reading = readPythonTemplate(source);
  expect(reading).toMatchObject({ kind: "data", draft: { fields: [{ options: { groundTruth: value } }] } });
});

test("fields of base classes come first; what a later class defines again takes their place", () => {
  const source = `
class Base(BaseAnswer):
    a: str = VerifiedField("a", "1", ExactMatch())
    b: str = VerifiedField("b", "1", ExactMatch())
class Answer(Base):
    c: int
    a: str = VerifiedField("again", "2", ExactMatch())
`;
  expect(templateOf(source).fields.map(({ name, description }) => [name, description])).toEqual([
    ["a", "again"],
    ["b", "b"],
    ["c", "C"],
  ]);
});

test("regex checks, in the class or set step by step, with Python's defaults", () => {
  const source = `
class Answer(BaseAnswer):
    def ground_truth(self):
        self.regex = {"ignored": {"pattern": "x"}}
    def model_post_init(self, __context):
        """Sets the checks."""
        super().model_post_init(__context)
        self.correct = {}
        self.regex = {"cites": {"pattern": r"\\[\\d+\\]", "expected": 3, "match_type": "count"}}
        self.regex["drug"] = {"pattern": "aspirin", "expected": "aspirin"}
`;
  expect(templateOf(source).regex).toEqual({
    cites: { pattern: "\\[\\d+\\]", expected: 3, matchType: "count" },
    drug: { pattern: "aspirin", expected: "aspirin", matchType: "exact" },
  });
});

test("custom methods come as their source beside the data", () => {
  const source = `
class Answer(BaseAnswer):
    x: str = Field(description="The x")
    def verify(self) -> bool:
        return any(c.isdigit() for c in self.x)
    def verify_granular(self):
        return 0.5
`;
  expect(readPythonTemplate(source)).toMatchObject({
    kind: "data",
    checks: {
      verify: "def verify(self) -> bool:\n        return any(c.isdigit() for c in self.x)",
      verifyGranular: "def verify_granular(self):\n        return 0.5",
    },
  });
});

test.each<[string, unknown]>([
  ['{1: "a", True: "b", 1.0: "c", 0: "d"}', { 1: "c", 0: "d" }],
  ['{True: "a", 1: "b"}', { true: "b" }],
  ['{1.0: "a", 2.5: "b", None: "c"}', { "1.0": "a", "2.5": "b", None: "c" }],
])("of keys that are equal in Python the first stays, with the last value: %s", (dict, truth) => {
  const source = `class Answer(BaseAnswer):\n    x: dict = VerifiedField("d", ${dict}, LiteralMatch())\n`;
  expect(templateOf(source).fields[0]?.verification?.groundTruth).toEqual(truth);
});

test("of members of a set and of an enumeration that are equal in Python the first stays", () => {
  const enumeration =
    "from enum import Enum\nclass Kind(Enum):\n    A = 1\n    B = True\n    C = 0\n    D = False\n";
  const source = `${enumeration}class Answer(BaseAnswer):\n    x: Kind = Field(description="d")\n    y: list[int] = VerifiedField("d", {1, True, 1.0}, SetContainment())\n`;
  const [x, y] = templateOf(source).fields;
  expect([x?.schema.enum, y?.verification?.groundTruth]).toEqual([[1, 0], [1]]);
});
