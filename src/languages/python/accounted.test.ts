import { describe, expect, test } from "vitest";
import { readPythonTemplate } from "./read-template.ts";

/** One text field that is verified. */
const field = '    x: str = VerifiedField(description="d", ground_truth="a", verify_with=ExactMatch())\n';
const plain = "    x: str\n";
const verify = '    def verify(self):\n        return self.x == "a"\n';

function answer(body: string, { before = "", after = "", bases = "BaseAnswer" } = {}): string {
  return `${before}class Answer(${bases}):\n${body}${after}`;
}

function hook(...lines: readonly string[]): string {
  const body = lines.map((line) => `        ${line}\n`).join("");
  return `    def model_post_init(self, context):\n${body}`;
}

const compares = '    def verify(self):\n        return self.x == self.correct["x"]\n';
const sets = 'self.correct = {"x": "a"}';

describe("what changes a meaning elsewhere is code, with its line", () => {
  test.each<[string, string, RegExp, number]>([
    ["a lambda as verify", answer(`${field}    verify = lambda self: True\n`), /verify of Answer/, 3],
    [
      "an annotated strategy",
      answer(`${field}    VerificationStrategy: ClassVar = Strategy\n`, {
        before: "from typing import ClassVar\nclass Strategy:\n    pass\n",
      }),
      /VerificationStrategy of Answer/,
      6,
    ],
    ["a class as verify", answer(`${field}    class verify:\n        pass\n`), /verify of Answer/, 3],
    ["a verify over a verify", answer(`${plain}${verify}    verify = None\n`), /verify of Answer/, 5],
    ["several targets", answer(field, { after: "_a = Answer.verify = None\n" }), /how _a is assigned/, 3],
    ["a tuple of targets", answer(field, { after: "_a, Answer.verify = 1, 2\n" }), /how _a is assigned/, 3],
    ["a call", answer(field, { before: 'L = ["a"]\n_ = L.insert(0, "b")\n' }), /call of L.insert/, 2],
    [
      "a call as a default",
      answer(field, { before: 'L = ["a"]\ndef f(a=L.pop()):\n    pass\n' }),
      /call of L.pop/,
      2,
    ],
    ["an assignment inside", answer(field, { before: "_a = (T := 1)\n" }), /within an expression/, 1],
    ["an f-string with a hole", answer(field, { after: 'f"{Answer}"\n' }), /does something/, 3],
    [
      "the body of a helper",
      answer(field, { after: "class Helper:\n    Answer.verify = None\n" }),
      /something else than a name/,
      4,
    ],
    [
      "a name that is assigned again",
      answer(`${plain}    def verify(self):\n        return self.x == T\n`, {
        before: 'T = "a"\n',
        after: 'T = "b"\n',
      }),
      /another meaning of the name T/,
      6,
    ],
    ["a name of Python", answer(field, { before: "def all(items):\n    pass\n" }), /the name all/, 1],
    ["an imported one", answer(field, { before: "from numpy import abs\n" }), /the name abs/, 1],
    ["a property", answer(`${plain}    @property\n${verify}`), /decorator property/, 3],
    ["an async verify", answer(`${plain}    async ${verify.trimStart()}`), /signature of verify/, 3],
    ["a default", answer(`${plain}    def verify(self, T=1):\n        return True\n`), /signature/, 3],
    [
      "two bases of the source",
      answer(field, { before: "class A:\n    pass\nclass B:\n    pass\n", bases: "A, B, BaseAnswer" }),
      /bases of class Answer/,
      5,
    ],
    [
      "a base after BaseAnswer",
      answer(field, { before: "class A:\n    pass\n", bases: "BaseAnswer, A" }),
      /bases of class Answer/,
      3,
    ],
    [
      "a class that does something to those made from it",
      answer(field, {
        before: "class Base(BaseAnswer):\n    def __init_subclass__(cls):\n        pass\n",
        bases: "Base",
      }),
      /__init_subclass__ of Base/,
      2,
    ],
    [
      "another attribute access",
      answer(`${field}    def __getattribute__(self, name):\n        return "a"\n`),
      /__getattribute__/,
      3,
    ],
    [
      "another regex verification",
      answer(`${field}    def verify_regex(self, text):\n        return {}\n`),
      /verify_regex/,
      3,
    ],
    [
      "settings that change values",
      answer(`    model_config = {"extra": "allow", "str_to_upper": True}\n${plain}${verify}`),
      /model_config with str_to_upper/,
      2,
    ],
    ["a Config", answer(`    class Config:\n        extra = "allow"\n${plain}${verify}`), /Config/, 2],
    [
      "a member of an enumeration that is made",
      answer(field, {
        before:
          "from enum import Enum\nclass E(Enum):\n    A = 1\n    def _missing_(cls, v):\n        pass\n",
      }),
      /_missing_ of E/,
      4,
    ],
    ["a regex that is made", answer(`${field}    regex: dict = Field(default_factory=make)\n`), /factory/, 3],
    ["a field that loses its type", answer(`${field}    x = "a"\n`), /another meaning of x/, 3],
    [
      "a name that is defined later",
      answer(`${plain}${hook("self.correct = T")}`, { after: "T = {}\n" }),
      /T/,
      4,
    ],
    [
      "a builtin",
      answer(`    x: int = VerifiedField("d", N, NumericExact())\n`, { before: "N = len('a')\n" }),
      /len/,
      1,
    ],
    ["a form feed before a method", answer(`${field}\f${verify}`), /form feed/, 3],
    [
      "a method whose name is spelled otherwise",
      answer(`${field}    def ｖerify_regex(self, text):\n        return {}\n`),
      /verify_regex/,
      3,
    ],
    ["a name that Python does not take", answer(field, { after: 'x² = "a"\n' }), /the name x²/, 3],
    [
      "a name of the class in a class inside",
      answer(
        `    F: ClassVar = "x"\n${field}    class VerificationStrategy:\n        verify_strategy = FieldCheck(field=F)\n`,
        { before: 'from typing import ClassVar\nF = "y"\n' },
      ),
      /F of the class around/,
      7,
    ],
    ["a name that Python changes", answer(field.replace('"a"', "__T"), { before: '__T = "a"\n' }), /__T/, 3],
    [
      "a member that is made text",
      answer(field.replace("str", "E"), {
        before: "from enum import Enum\nclass E(str, Enum):\n    A = 1\n",
      }),
      /the members of E/,
      2,
    ],
    [
      "a member that a base of its base makes text",
      answer(field.replace("str", "E"), {
        before: "from enum import Enum\nclass S(str, Enum):\n    pass\nclass E(S):\n    A = 1\n",
      }),
      /the members of E/,
      4,
    ],
    ["the order of a set", answer(field.replace('"a"', "list({1, 1, 2})")), /the order of a set/, 2],
    ["a set spread in a list", answer(field.replace('"a"', "[*{3, 1}]")), /the order of a set/, 2],
    [
      "a member with the name of none",
      answer(field.replace("str", "E"), {
        before: "from enum import Enum\nclass E(Enum):\n    _A = 'a'\n",
      }),
      /the members of E/,
      2,
    ],
    ["a module by a name of Python", answer(field, { before: "import math as abs\n" }), /the name abs/, 1],
    [
      "a name that may be one of all those of a module",
      answer(field.replace('"a"', "T"), { before: "from datetime import *\nT = MINYEAR\n" }),
      /what is imported from datetime/,
      4,
    ],
    ["all names of a module", answer(field, { before: "from numpy import *\n" }), /imported from numpy/, 1],
    ["a text with a plus", answer(field.replace('"a"', '+"a"')), /sign before no number/, 2],
    ["a text repeated by a fraction", answer(field.replace('"a"', '"a" * 2.5')), /calculation with \*/, 2],
    ["an entry of a set", answer(field.replace('"a"', '{"a"}[0]')), /computed/, 2],
    ["a number that ends with its point", answer(field.replace('"a"', "5.")), /not read/, 2],
    [
      "a strategy that is a method",
      answer(
        `${field}    class VerificationStrategy:\n        def verify_strategy(self):\n            return 1\n`,
      ),
      /with methods/,
      4,
    ],
    ["half of a character", answer(field.replace('"a"', '"\\ud83d\\ude00"')), /half of a character/, 2],
  ])("%s", (_name, source, construct, line) => {
    expect(readPythonTemplate(source)).toEqual({
      kind: "code",
      construct: expect.stringMatching(construct),
      line,
    });
  });
});

describe("so is a hook that does more than assign", () => {
  test.each<[string, string]>([
    ["a value of the answer", hook('self.correct = {"x": self.x}')],
    ["a call", hook(sets, '_ = self.correct.update(x="b")')],
    ["another method of its base", hook(sets, 'super().__setattr__("correct", {})')],
    ["several targets", hook("a = self.correct = {}")],
    ["an entry of what its base sets", hook("super().model_post_init(context)", 'self.correct["x"] = 1')],
    ["other values for its base", '    def __init__(self, **data):\n        super().__init__(x="a")\n'],
    [
      "two hooks",
      `    def __init__(self, **data):\n        super().__init__(**data)\n        ${sets}\n${hook("self.correct = {}")}`,
    ],
    ["a name of the signature", `    def model_post_init(self, T):\n        self.correct = {"x": T}\n`],
  ])("%s", (_name, body) => {
    const source = answer(`${plain}${body}${compares}`, { before: 'T = "a"\n' });
    expect(readPythonTemplate(source)).toMatchObject({ kind: "code" });
  });

  test("and one over that of its base", () => {
    const before = `class Base(BaseAnswer):\n${hook(sets)}`;
    const body = `${plain}${hook('self.correct = {"x": "b"}', "super().model_post_init(context)")}${compares}`;
    expect(readPythonTemplate(answer(body, { before, bases: "Base" }))).toMatchObject({ kind: "code" });
  });
});

test.each([
  "first = self.x.pop(0)",
  "_ = self.x.sort()",
  "n = int(self.x)",
  'a = self.correct["missing"]',
  'f"{self.x.clear()}"',
])("a verify that begins with %s is run", (line) => {
  const body = `    x: List[str]\n${hook(sets)}    def verify(self):\n        ${line}\n        return self.x == ["b"]\n`;
  expect(readPythonTemplate(answer(body))).toMatchObject({
    kind: "data",
    checks: { verify: expect.stringContaining(line) },
  });
});

test.each([
  ['S = "ong"', '"wr" + S'],
  ['S = "b"', '["a", S]'],
])("%s of a method hides that of the source in %s", (line, value) => {
  const body = `    x: Any\n    def verify(self):\n        ${line}\n        return self.x == ${value}\n`;
  expect(readPythonTemplate(answer(body, { before: 'S = "x"\n' }))).toMatchObject({
    checks: { verify: expect.any(String) },
  });
});

test.each<[string, string, object]>([
  [
    "a method",
    `${field}    def ｖerify(self):\n        return True\n`,
    { checks: { verify: expect.stringContaining("True") } },
  ],
  [
    "a parameter",
    field.replace("()", "(ｎormalize=[])"),
    { draft: { fields: [{ options: { verifyWith: { type: "ExactMatch", normalize: [] } } }] } },
  ],
  [
    "a name of a method",
    `${plain}    def verify(self):\n        ｔ = "b"\n        return self.x == t\n`,
    { draft: { fields: [{ options: { groundTruth: "b" } }] } },
  ],
])("the name of %s is what Unicode calls it", (_name, body, reading) => {
  expect(readPythonTemplate(answer(body, { before: 't = "a"\n' }))).toMatchObject(reading);
});

test("a member that is made of another one is that of the enumeration", () => {
  const before = "from enum import Enum\nA = 'm'\nclass E(Enum):\n    A = 'a'\n    B = A + 'b'\n";
  expect(readPythonTemplate(answer(field.replace('"a"', "E.B.value"), { before }))).toMatchObject({
    draft: { fields: [{ options: { groundTruth: "ab" } }] },
  });
});

test("the regex checks of a Field are read", () => {
  const checks = '{"a": {"pattern": "NCT", "expected": "NCT"}}';
  for (const given of [checks, `Field(${checks})`, `Field(default=${checks})`])
    expect(readPythonTemplate(answer(`${field}    regex: dict = ${given}\n`))).toMatchObject({
      draft: { regex: { a: { pattern: "NCT", expected: "NCT" } } },
    });
});

test("what changes nothing is read, used or not", () => {
  const before = `import re\nimport logging\nfrom typing import ClassVar, List\nfrom typing import List\n
PATTERN = re.compile("NCT")\nlog = logging.getLogger(__name__)\nmake = lambda: 1\nNAMES = "a b".split()\n
def helper(value: str = "x") -> str:\n    return value.pop()\n
class Helper:\n    def __init__(self):\n        self.a = 1\n`;
  const body = `    model_config = ConfigDict(extra="allow")\n    limit: ClassVar[int] = 3\n${field}
    def _clean(self, text, *, deep=False):\n        return text\n`;
  expect(
    readPythonTemplate(answer(body, { before: `from pydantic import ConfigDict\n${before}` })),
  ).toMatchObject({
    kind: "data",
    checks: {},
  });
});

test.each([['    x = VerifiedField("d", "b", ExactMatch())\n'], ['    x = "b"\n']])(
  "a field of a base that is set again without a type is refused, as Python does: %s",
  (again) => {
    const base = `class Base(BaseAnswer):\n${field}`;
    expect(readPythonTemplate(answer(again, { before: base, bases: "Base" }))).toEqual({
      kind: "mistake",
      message: "the field x of the class before Answer is set again without a type: write x: str = …",
      line: 4,
    });
  },
);

test.each([
  ["7 // 0.1", 69],
  ["7 % 0.1", 0.09999999999999962],
  ["-7 // 2", -4],
  ["-7 % 3", 2],
])("%s is what it is in Python", (calculation, groundTruth) => {
  const source = answer(`    x: float = VerifiedField("d", ${calculation}, NumericExact())\n`);
  expect(readPythonTemplate(source)).toMatchObject({ draft: { fields: [{ options: { groundTruth } }] } });
});
