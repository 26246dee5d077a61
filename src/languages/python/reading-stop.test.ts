import { describe, expect, test } from "vitest";
import { readPythonTemplate } from "./read-template.ts";

const field = 'x: str = VerifiedField("d", "a", ExactMatch())';

describe("mistakes name the line", () => {
  test.each<[string, string, RegExp, number]>([
    ["syntax", "class Answer(BaseAnswer:\n    x: int\n", /invalid Python/, 1],
    ...["True == not self.x", "1 + not self.x", "- not self.x", "self.x < not self.x and True"].map(
      (formula): [string, string, RegExp, number] => [
        `not behind an operator: ${formula}`,
        `class Answer(BaseAnswer):\n    x: bool\n    def verify(self):\n        return ${formula}\n`,
        /invalid Python/,
        4,
      ],
    ),
    ["no class", "X = 1\n", /no class on BaseAnswer/, 1],
    [
      "two leaves",
      `class A(BaseAnswer):\n    ${field}\nclass B(BaseAnswer):\n    ${field}\n`,
      /exactly one class.*A, B/,
      3,
    ],
    ["an empty class", "class Answer(BaseAnswer):\n    pass\n", /nothing decides/, 1],
    ["fields that nothing checks", "class Answer(BaseAnswer):\n    x: str\n", /nothing decides/, 1],
    [
      "no description",
      "class Answer(BaseAnswer):\n    x: bool = VerifiedField(ground_truth=True, verify_with=BooleanMatch())\n",
      /description is required/,
      2,
    ],
    [
      "a blank description",
      'class Answer(BaseAnswer):\n    x: bool = VerifiedField(" ", True, BooleanMatch())\n',
      /description is required/,
      2,
    ],
    [
      "no primitive",
      'class Answer(BaseAnswer):\n    x: bool = VerifiedField("d", True, None)\n',
      /verify_with is required/,
      2,
    ],
    [
      "an unknown name",
      'class Answer(BaseAnswer):\n    x: bool = VerifiedField("d", True, BoolMatch())\n',
      /BoolMatch is not defined/,
      2,
    ],
    [
      "a primitive with positional arguments",
      'class Answer(BaseAnswer):\n    x: str = VerifiedField("d", "a", RegexMatch("a"))\n',
      /no positional arguments/,
      2,
    ],
    ["the reserved name", "class Answer(BaseAnswer):\n    correct: str\n", /correct is reserved/, 2],
    [
      "a field without type",
      'class Answer(BaseAnswer):\n    x = VerifiedField("d", "a", ExactMatch())\n',
      /needs a type/,
      2,
    ],
    [
      "an attribute without type",
      `class Answer(BaseAnswer):\n    ${field}\n    tolerance = 5\n`,
      /tolerance has no type/,
      3,
    ],
    [
      "a strategy by another name",
      `class Answer(BaseAnswer):\n    ${field}\n    class VerificationStrategy:\n        strategy = FieldCheck(field="x")\n`,
      /has strategy and no verify_strategy/,
      3,
    ],
    [
      "digits that would be lost",
      'class Answer(BaseAnswer):\n    x: int = VerifiedField("d", 9007199254740993, NumericExact())\n',
      /lose its last digits/,
      2,
    ],
    [
      "correct that is no dict",
      `class Answer(BaseAnswer):\n    ${field}\n    def model_post_init(self, c):\n        self.correct = 3\n`,
      /must be a dict/,
      4,
    ],
    [
      "a day that is none",
      'from datetime import date\nclass Answer(BaseAnswer):\n    x: date = VerifiedField("d", date(2015, 2, 29), DateMatch())\n',
      /day is/,
      3,
    ],
  ])("%s", (_name, source, message, line) => {
    expect(readPythonTemplate(source)).toEqual({
      kind: "mistake",
      message: expect.stringMatching(message),
      line,
    });
  });
});

describe("code names the construct and the line", () => {
  test.each<[string, string, RegExp, number]>([
    [
      "a call",
      'import os\nX = os.environ["A"]\nclass Answer(BaseAnswer):\n    x: str = VerifiedField("d", X, ExactMatch())\n',
      /computed|os/,
      4,
    ],
    [
      "a comprehension",
      'class Answer(BaseAnswer):\n    x: list[int] = VerifiedField("d", [i for i in (1, 2)], SetContainment())\n',
      /comprehension/,
      2,
    ],
    [
      "an f-string with a hole",
      'N = 1\nclass Answer(BaseAnswer):\n    x: str = VerifiedField(f"d {N}", "a", ExactMatch())\n',
      /f-string/,
      3,
    ],
    [
      "an f-string with a brace after a backslash",
      'class Answer(BaseAnswer):\n    x: str = VerifiedField("d", f"\\{1}", ExactMatch())\n',
      /f-string/,
      2,
    ],
    [
      "an f-string that the grammar does not know",
      'class Answer(BaseAnswer):\n    x: str = VerifiedField(f"\\{{", "a", ExactMatch())\n',
      /syntax/,
      2,
    ],
    ["tabs beside blanks", `class Answer(BaseAnswer):\n\t${field}\n        y: int = 1\n`, /tabs/, 2],
    ["a loop", `for i in range(3):\n    pass\nclass Answer(BaseAnswer):\n    ${field}\n`, /loop/, 1],
    [
      "a validator",
      `class Answer(BaseAnswer):\n    ${field}\n    @field_validator("x")\n    def check(cls, v): return v\n`,
      /decorator/,
      3,
    ],
    [
      "a hook that computes",
      `class Answer(BaseAnswer):\n    ${field}\n    def model_post_init(self, c):\n        for i in (1,): self.regex = {}\n`,
      /loop/,
      4,
    ],
    [
      "a class that contains itself",
      'class Node(__import__("pydantic").BaseModel):\n    children: list["Node"]\nclass Answer(BaseAnswer):\n    x: Node\n    def verify(self): return 1 == self.x\n',
      /Node/,
      2,
    ],
  ])("%s", (_name, source, construct, line) => {
    expect(readPythonTemplate(source)).toEqual({
      kind: "code",
      construct: expect.stringMatching(construct),
      line,
    });
  });
});
