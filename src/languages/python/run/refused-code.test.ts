import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../base/index.ts";
import { readPythonTemplate } from "../read-template.ts";
import { createPythonRunner, type PythonRunner } from "./python-runner.ts";
import { sharedPythonRunner } from "./testing/shared-process.ts";

let runner: PythonRunner;
beforeAll(() => {
  runner = sharedPythonRunner();
});
afterAll(() => runner[Symbol.asyncDispose]());

const field = '    x: str = VerifiedField(description="d", ground_truth="a", verify_with=ExactMatch())\n';
const classic = '    x: str\n    def verify(self):\n        return self.x == "a"\n';
const head = "class Answer(BaseAnswer):\n";
const limit = { timeout: 60_000 };

async function verify(source: string, answer: JsonObject): Promise<unknown> {
  const context = { response: "", groundTruth: {}, fieldResults: {} };
  return runner.callCheck(source, "verify", { answer, context });
}

test.each<[string, RegExp]>([
  [
    `from pydantic import field_validator\n${head}${classic}    @field_validator("x")\n    def up(cls, v):\n        return v.upper()\n`,
    /line 6: field_validator is not supported/,
  ],
  [
    `from pydantic import model_validator\n${head}${field}    @model_validator(mode="after")\n    def up(self):\n        return self\n`,
    /model_validator is not supported/,
  ],
  [`${head}    model_config = {"str_to_upper": True}\n${classic}`, /setting str_to_upper of pydantic/],
  [`class Answer(BaseAnswer, str_to_upper=True):\n${classic}`, /setting str_to_upper of pydantic/],
  [`${head}    class Config:\n        str_to_upper = True\n${classic}`, /Config of Answer is not supported/],
  [
    `from typing import Annotated\nfrom pydantic import AfterValidator\n${head}${classic.replace("str", "Annotated[str, AfterValidator(str.upper)]")}`,
    /AfterValidator is not supported/,
  ],
  [`${head}    x: str = Field(alias="y")\n    def verify(self):\n        return True\n`, /alias of Field/],
  [
    `${head}${field}    verify_strategy = AnyOf(conditions=[FieldCheck(field="x")])\n`,
    /verify_strategy has no type, which Python refuses/,
  ],
  [
    `${head}${field}    class VerificationStrategy:\n        strategy = [len]\n        def __str__(self):\n            return ""\n`,
    /has strategy and no verify_strategy/,
  ],
  [`${head}${field}    def verify_regex(self, text):\n        return {}\n`, /verify_regex of Answer/],
  [`${head}${field}    def __getattribute__(self, name):\n        return "a"\n`, /__getattribute__/],
  [
    `${head}${field}    def ground_truth(self):\n        for name in ("x",):\n            setattr(self, name, "a")\n`,
    /ground_truth may set self.correct/,
  ],
  [
    `${head}${field}    def model_post_init(self, context):\n        self.x = self.x.replace("-", "")\n`,
    /model_post_init may set self.correct/,
  ],
])("%s is refused by name", limit, async (source, message) => {
  expect(readPythonTemplate(source)).toMatchObject({ kind: "code" });
  await expect(runner.describe(source)).rejects.toMatchObject({
    code: "template_invalid",
    message: expect.stringMatching(message),
  });
});

test("a verify that is put into BaseAnswer is seen", limit, async () => {
  const source = `_a = BaseAnswer.verify = lambda self: True\n${head}${field}`;
  await using own = createPythonRunner();
  expect(Object.keys((await own.describe(source)).checks)).toEqual(["verify"]);
});

test("regex checks that depend on the answer give no verdict", limit, async () => {
  const source = `${head}    x: str
    def model_post_init(self, context):
        self.correct = {}
        self.regex = {} if self.x == "" else {"a": {"pattern": "Z", "expected": "Z"}}
    def verify(self):
        return True
`;
  await runner.describe(source);
  await expect(verify(source, { x: "a" })).rejects.toThrow(/self.regex depends on the answer/);
});

test("names that are imported and not used are no fault", limit, async () => {
  const source = `from pydantic import AfterValidator, fields\nfrom karenina.schemas import entities\n${head}${classic}`;
  expect(await verify(source, { x: "a" })).toBe(true);
});

test("values are what their types say", limit, async () => {
  const source = `import pydantic
${head}    d: Dict[int, str]
    n: Union[float, int]
    def verify(self):
        return self.d.get(1) == "a" and type(self.n) is int and isinstance(self, pydantic.BaseModel)
`;
  expect(await verify(source, { d: { 1: "a" }, n: 3 })).toBe(true);
});

test("the hook of the class is run, not that of its base", limit, async () => {
  const source = `class Base(BaseAnswer):
    def model_post_init(self, context):
        self.correct = {"x": "b"}
class Answer(Base):
    x: str
    def ground_truth(self):
        self.correct = {"x": "a"}
    def verify(self):
        return self.x == self.correct["x"]
`;
  expect(readPythonTemplate(source)).toMatchObject({ kind: "code" });
  expect(await verify(source, { x: "a" })).toBe(true);
});
