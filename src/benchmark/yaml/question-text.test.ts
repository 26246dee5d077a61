import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { arbitraryBenchmark } from "../testing/arbitrary-benchmark.ts";
import { placeInText, questionTextIn, withQuestionText } from "./question-text.ts";
import { readYaml } from "./read-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const file = `karenina: 1
name: Small
questions:
  # before
  - question: What?   # why
    # inside
    answer: |
      several

        lines

  - {question: Which?, answer: x}   # in braces
  -
    question: How?
    answer: y   # behind

# at the end
`;

test("a question's text is what stands there, comments too, at the left edge", () => {
  expect(questionTextIn(file, 0)).toMatchObject({
    text: "question: What?   # why\n# inside\nanswer: |\n  several\n\n    lines\n",
    ...{ line: 5, column: 4 },
  });
  expect(questionTextIn(file, 1)?.text).toBe("{question: Which?, answer: x}   # in braces\n");
  expect(questionTextIn(file, 2)).toMatchObject({
    text: "question: How?\nanswer: y   # behind\n",
    ...{ line: 14, column: 4 },
  });
  expect(questionTextIn(file, 3)).toBeUndefined();
  expect(questionTextIn("karenina: [", 0)).toBeUndefined();
});

test("another text takes its place, and nothing else changes, line ends included", () => {
  const put = (text: string, place: number, edited: string) => {
    const at = questionTextIn(text, place);
    if (at === undefined) throw new Error("expected a question");
    return withQuestionText(text, at, edited).text;
  };
  expect(put(file, 0, "question: What?\nanswer: z\n\n\n")).toBe(
    file.replace(/question: What[\s\S]*?lines\n/, "question: What?\n    answer: z\n"),
  );
  expect(put(file, 1, "# new\nquestion: Which?\nanswer: |\n  x\n")).toBe(
    file.replace(/\{.*/, "# new\n    question: Which?\n    answer: |\n      x"),
  );
  const windows = file.replaceAll("\n", "\r\n");
  expect(questionTextIn(windows, 2)?.text).toBe("question: How?\nanswer: y   # behind\n");
  expect(put(windows, 2, "question: How?\nanswer: z\n")).toBe(
    windows.replace("answer: y   # behind", "answer: z"),
  );
});

test("a place in the file is one in the text, or elsewhere", () => {
  const at = { line: 5, column: 4, lines: 3 };
  expect(placeInText("line 7, column 13, questions[0].fields.a", at)).toEqual({
    ...{ line: 3, column: 9, path: "fields.a" },
  });
  expect(placeInText("line 5, column 2", at)).toEqual({ line: 1, column: 1, path: "" });
  expect(placeInText("line 8, column 1, name", at)).toEqual({ path: "line 8, column 1, name" });
  expect(placeInText("questions[0]", at)).toEqual({ path: "questions[0]" });
});

test("the text of any question, put back, is the file, and says the question alone", () => {
  fc.assert(
    fc.property(arbitraryBenchmark, (content) => {
      const text = writeYaml(content, "x.yaml");
      const { questions } = readYaml(text, "x.yaml", "2026-01-01T00:00:00.000Z");
      for (const [place, question] of questions.entries()) {
        const at = questionTextIn(text, place);
        if (at === undefined) throw new Error("expected a question");
        expect(withQuestionText(text, at, at.text).text).toBe(text);
        const alone = `karenina: 1\nname: x\nquestions:\n- ${at.text.replaceAll("\n", "\n  ")}`;
        const [again] = readYaml(alone, "x.yaml", "2026-01-01T00:00:00.000Z").questions;
        expect(again?.question).toBe(question.question);
        expect(again?.rawAnswer).toBe(question.rawAnswer);
      }
    }),
    { numRuns: propertyRuns(10) },
  );
});
