import { expect, test } from "vitest";
import { KareninaError } from "../base/index.ts";
import { Benchmark } from "../verify/index.ts";
import { type QuestionChoice, selectQuestions } from "./select-questions.ts";

const benchmark = Benchmark.create({ name: "Sample" });
for (const id of ["a", "b", "draft", "c", "d"]) {
  benchmark.addQuestion({ id, question: id, rawAnswer: id, finished: id !== "draft" });
}
const select = (choice: QuestionChoice) => selectQuestions(benchmark.content.questions, choice);

test.each<[QuestionChoice, readonly string[] | undefined]>([
  [{}, undefined],
  [{ questions: "0" }, ["a"]],
  [{ questions: "3, 0-1 ,1,," }, ["a", "b", "d"]],
  [{ questions: "0 - 2" }, ["a", "b", "c"]],
  [{ questionIds: "d, a" }, ["a", "d"]],
  [{ questionIds: "d,a,b", questions: "1-2" }, ["b", "d"]],
])("%j", (choice, ids) => {
  expect(select(choice)).toEqual(ids);
});

test.each<[QuestionChoice, string]>([
  [{ questions: "-1" }, '"-1" is neither a place nor a range'],
  [{ questions: "3-1" }, "runs backwards"],
  [{ questions: "0-4" }, "there is no place 4; 4 questions are at 0 to 3"],
  [{ questions: "first" }, "neither a place"],
  [{ questions: "1.5" }, "neither a place"],
  [{ questions: " , " }, "at least one place"],
  [{ questionIds: "a,x,y" }, 'no question has the id "x", "y"'],
  [{ questionIds: "draft" }, 'not finished: "draft"'],
  [{ questionIds: "," }, "at least one id"],
])("%j is wrong usage", (choice, message) => {
  try {
    select(choice);
    expect.unreachable();
  } catch (error) {
    expect(KareninaError.isInstance(error) && error.code).toBe("configuration");
    expect(String(error)).toContain(message);
  }
});
