import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { KareninaError } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  booleanMatch,
  conditionalGroundTruth,
  exactMatch,
  extracted,
  literalMatch,
  numericExact,
  setContainment,
  synonyms,
  templateFromDraft,
  traceRegex,
  verified,
} from "../../template/index.ts";
import { anyTemplate } from "../../template/testing/any-template.ts";
import { readPythonTemplate } from "./read-template.ts";
import { writePythonTemplate } from "./write-template.ts";

const target = verified(z.string(), {
  description: "the target",
  groundTruth: "BCL2",
  verifyWith: exactMatch(),
});

function readBack(source: string): AnswerTemplate {
  const reading = readPythonTemplate(source);
  if (reading.kind !== "data") throw new Error(JSON.stringify(reading));
  return templateFromDraft(reading.draft);
}

test("source reads like an author's", () => {
  const template = answerTemplate(
    {
      target: verified(z.string().min(1), {
        description: 'The protein the answer names as the "direct" target',
        groundTruth: "BCL2",
        verifyWith: exactMatch({ normalize: ["lowercase", synonyms({ "bcl-2": "bcl2" })] }),
        weight: 2,
        extractionHint: "the abstract says it",
      }),
      drugs: verified(z.array(z.string()), {
        description: "Drugs",
        groundTruth: ["a"],
        verifyWith: setContainment({ mode: "overlap", minOverlap: 1 }),
      }),
      action: verified(z.enum(["refer", "observe"]), {
        description: "What to do",
        groundTruth: conditionalGroundTruth({
          source: "node_results.triage.severity",
          cases: { high: { value: "refer", verifyWith: literalMatch() } },
          default: { value: "observe" },
        }),
        verifyWith: literalMatch(),
      }),
      dose: verified(z.number(), { description: "In mg", groundTruth: 8, verifyWith: exactMatch() }),
      cites: verified(z.boolean(), {
        description: "Cites",
        groundTruth: true,
        verifyWith: traceRegex({ pattern: "x", countMin: 2 }),
      }),
      trial: extracted(
        z.object({ id: z.string().optional(), size: z.int().min(0).nullable(), when: z.iso.date() }),
        {
          description: "The trial",
        },
      ),
    },
    { name: "TargetAnswer", strategy: allOf(["target", anyOf(["drugs", "action"])]) },
  );
  const source = writePythonTemplate(template);
  expect(source).toMatchInlineSnapshot(`
    "class TargetAnswer(BaseAnswer):
        target: str = VerifiedField(
            description="The protein the answer names as the \\"direct\\" target",
            ground_truth="BCL2",
            verify_with=ExactMatch(normalize=["lowercase", SynonymMap(mapping={"bcl-2": "bcl2"})]),
            weight=2,
            extraction_hint="the abstract says it",
            min_length=1,
        )
        drugs: list[str] = VerifiedField(
            description="Drugs",
            ground_truth=["a"],
            verify_with=SetContainment(mode="overlap", min_overlap=1),
        )
        action: Literal["refer", "observe"] = VerifiedField(
            description="What to do",
            ground_truth=ConditionalGroundTruth(
                source="node_results.triage.severity",
                cases={"high": GroundTruthCase(value="refer", verify_with=LiteralMatch())},
                default=GroundTruthCase(value="observe"),
            ),
            verify_with=LiteralMatch(),
        )
        dose: float = VerifiedField(description="In mg", ground_truth=8.0, verify_with=ExactMatch())
        cites: bool = VerifiedField(
            description="Cites",
            ground_truth=True,
            verify_with=TraceRegex(pattern="x", count_min=2),
        )
        class Trial(__import__("pydantic").BaseModel):
            id: str = Field(default_factory=lambda: None)
            size: Optional[__import__("typing").Annotated[int, Field(ge=0)]]
            when: __import__("typing").Annotated[str, Field(json_schema_extra={"format": "date"})]

        trial: Trial = Field(description="The trial")

        class VerificationStrategy:
            verify_strategy = AllOf(
                conditions=[
                    FieldCheck(field="target"),
                    AnyOf(conditions=[FieldCheck(field="drugs"), FieldCheck(field="action")]),
                ],
            )
    "
  `);
  expect(readBack(source)).toEqual(template);
});

test("regex checks are set by a method, beside the values it takes the place of", () => {
  const template = answerTemplate(
    { target, open: extracted(z.boolean(), { description: "Open" }) },
    { regex: { cites: { pattern: String.raw`\[\d+\]`, expected: 2, matchType: "count" } } },
  );
  const source = writePythonTemplate(template);
  expect(source).toMatchInlineSnapshot(`
    "class Answer(BaseAnswer):
        target: str = VerifiedField(description="the target", ground_truth="BCL2", verify_with=ExactMatch())
        open: bool = Field(description="Open")

        def model_post_init(self, __context):
            self.correct = {"target": "BCL2"}
            self.regex = {
                "cites": {"pattern": "\\\\[\\\\d+\\\\]", "expected": 2, "match_type": "count"},
            }
    "
  `);
  expect(readBack(source)).toEqual(template);
});

test("where only regex checks decide, the method that Python asks for passes", () => {
  const template = answerTemplate(
    { note: extracted(z.string(), { description: "Note" }) },
    { regex: { cites: { pattern: "x", expected: "x" } } },
  );
  const source = writePythonTemplate(template);
  expect(source).toContain("def verify(self) -> bool:\n        return True\n");
  expect(readBack(source)).toEqual(template);
  const bare = answerTemplate({}, { regex: { cites: { pattern: "x", expected: "x" } } });
  expect(readBack(writePythonTemplate(bare))).toEqual(bare);
});

test("a custom check that was read from Python is written again", () => {
  const sourceText = "def verify(self) -> bool:\n        return len(self.target) > 3";
  const verify = Object.assign(() => true, { sourceText });
  const source = writePythonTemplate(answerTemplate({ target }, { verify }));
  expect(readPythonTemplate(source)).toMatchObject({ kind: "data", checks: { verify: sourceText } });
});

describe("what Python cannot say is named", () => {
  test.each<[string, AnswerTemplate, RegExp]>([
    [
      "a check in TypeScript",
      answerTemplate({ target }, { verify: () => true }),
      /verify is a function that is not in Python/,
    ],
    ["a keyword", answerTemplate({ class: target }), /"class" cannot be the name/],
    ["a name that types need", answerTemplate({ list: target }), /"list" cannot be the name/],
    [
      "a choice of one",
      answerTemplate({ a: extracted(z.enum(["x"]), { description: "a" }), target }),
      /field "a": a choice of one value/,
    ],
    [
      "a hint without check",
      answerTemplate({ a: extracted(z.string(), { description: "a", extractionHint: "b" }), target }),
      /extraction hint/,
    ],
    [
      "a date beside regex checks",
      answerTemplate(
        { a: extracted(z.int().min(1), { description: "a" }), target },
        { regex: { r: { pattern: "x", expected: "x" } } },
      ),
      /field "a": beside regex checks/,
    ],
    [
      "a name with a space",
      answerTemplate({ a: extracted(z.object({ "b c": z.string() }), { description: "a" }), target }),
      /"b c" cannot be the name/,
    ],
  ])("%s", (_name, template, message) => {
    expect(() => writePythonTemplate(template)).toThrow(
      expect.objectContaining({ code: "template_invalid", message: expect.stringMatching(message) }),
    );
  });
});

test("whole numbers of a field for any number stay what Python compares them as text with", () => {
  const dose = verified(z.number(), { description: "d", groundTruth: 8, verifyWith: numericExact() });
  expect(writePythonTemplate(answerTemplate({ dose }))).toContain("ground_truth=8.0");
  const isOpen = verified(z.boolean(), { description: "d", groundTruth: true, verifyWith: booleanMatch() });
  expect(writePythonTemplate(answerTemplate({ isOpen }))).toContain("isOpen: bool = VerifiedField");
});

test("any template comes back from its Python as it was, or what Python cannot say is named", () => {
  const written = { count: 0 };
  fc.assert(
    fc.property(anyTemplate, (original) => {
      const source = sourceOf(original);
      if (source === undefined) return;
      written.count += 1;
      const back = readBack(source);
      expect(back).toEqual(original);
      expect(writePythonTemplate(back)).toBe(source);
    }),
    { numRuns: propertyRuns(120) },
  );
  expect(written.count).toBeGreaterThan(10);
});

function sourceOf(template: AnswerTemplate): string | undefined {
  try {
    return writePythonTemplate(template);
  } catch (error) {
    if (KareninaError.isInstance(error) && error.code === "template_invalid") return undefined;
    throw error;
  }
}
