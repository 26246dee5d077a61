import { describe, expect, test } from "vitest";
import { messageOf } from "../../base/index.ts";
import { type Cell, type ColumnRequest, chooseColumns, type Table, tableQuestions } from "../index.ts";

function table(columns: readonly string[], ...rows: readonly (readonly Cell[])[]): Table {
  return {
    ...{ name: "t.csv", source: { format: "CSV" }, columns, notes: [], cellProblems: [] },
    rows: rows.map((cells, at) => ({ row: at + 2, cells })),
  };
}
const questionsOf = (one: Table, request?: ColumnRequest) =>
  tableQuestions(one, chooseColumns(one, request)).questions;
const refusal = (action: () => unknown) => {
  try {
    action();
    return "nothing was refused";
  } catch (error) {
    return messageOf(error);
  }
};

describe("columns", () => {
  test.each([
    [["Question", "Answer"]],
    [["question_text", "expected_answer"]],
    [["Frage", "Erwartete Antwort"]],
    [["Pregunta", "Respuesta"]],
    [["Questão", "Resposta"]],
    [["问题", "答案"]],
    [["Вопрос", "Ответ"]],
    [["userInput", "groundTruth"]],
    [["input", "target"]],
  ])("%j are known by name", ([question = "", answer = ""]) => {
    expect(chooseColumns(table([question, answer]))).toMatchObject({ question, answer });
  });

  test("that say more of the expected answer come first, the other is a property", () => {
    const choice = chooseColumns(table(["ID", "Question", "Answer", "Ground truth", "Tags", "E-Mail"]));
    expect(choice).toMatchObject({
      answer: "Ground truth",
      id: "ID",
      authorEmail: "E-Mail",
      properties: ["Answer"],
    });
    expect(choice.keywords).toEqual([{ column: "Tags", separator: "," }]);
  });

  test("that are asked for are what they are asked for", () => {
    const one = table(["Question", "Answer", "Model reply", "Tags", "Internal"]);
    const choice = chooseColumns(one, {
      ...{ answer: "Model reply", keywords: [{ column: "Tags", separator: "/" }], ignore: ["Internal"] },
    });
    expect(choice).toMatchObject({ answer: "Model reply", properties: ["Answer"], ignored: ["Internal"] });
    expect(choice.keywords).toEqual([{ column: "Tags", separator: "/" }]);
    expect(chooseColumns(one, { properties: ["Tags"] })).toMatchObject({
      ...{ keywords: [], properties: ["Tags"], ignored: ["Model reply", "Internal"] },
    });
  });

  test("that are not there, or are two things, are refused with those that are there", () => {
    const one = table(["Question", "Answer"]);
    expect(refusal(() => chooseColumns(one, { question: "Qestion" }))).toBe(
      't.csv has no column "Qestion", did you mean "Question"?',
    );
    expect(refusal(() => chooseColumns(one, { question: "Answer", notes: "Answer" }))).toBe(
      'The column "Answer" is asked for as two things.',
    );
    expect(refusal(() => chooseColumns(table(["What is it?", "A stone"])))).toBe(
      't.csv: no column has a name that says it holds the question or the answer. Its columns are "What is it?", "A stone".',
    );
  });
});

describe("rows", () => {
  test("become questions with all that their columns say", () => {
    const one = table(
      ["ID", "Question", "Answer", "Keywords", "Author", "Email", "Source", "Notes", "Level"],
      ["q1", " Why?\r\nNow. ", "NA", "b; a;; b", "Ada", "a@b.org", "https://x.org", "any", "hard"],
      ["q2", "How?", "None", "", "", "", "", "", ""],
    );
    expect(questionsOf(one)).toEqual([
      {
        ...{ row: 2, id: "q1", question: "Why?\nNow.", rawAnswer: "NA", keywords: ["b", "a"] },
        author: { "@type": "Person", name: "Ada", email: "a@b.org" },
        answerNotes: "any",
        customMetadata: { url: "https://x.org", Level: "hard" },
      },
      { row: 3, id: "q2", question: "How?", rawAnswer: "None", keywords: [], customMetadata: {} },
    ]);
  });

  test("of JSON keep what they are, in properties, keywords and answers", () => {
    const one = table(
      ["question", "answer", "keywords", "level", "__proto__"],
      ["Why?", ["a", 2], ["x", "y"], { n: 1 }, "p"],
    );
    const [first] = questionsOf(one);
    expect(first).toMatchObject({ rawAnswer: "a; 2", keywords: ["x", "y"] });
    expect(Object.entries(first?.customMetadata ?? {})).toEqual([
      ["level", { n: 1 }],
      ["__proto__", "p"],
    ]);
  });

  test("of datasets may have the texts of an answer within an object", () => {
    const one = table(["question", "answers"], ["Why?", { text: ["a", "b"], answer_start: [1, 2] }]);
    expect(questionsOf(one)).toMatchObject([{ rawAnswer: "a; b" }]);
  });

  test("that lack question or answer are refused together, or left out and told", () => {
    const one = table(
      ["Question", "Answer", "X"],
      ["a?", "", ""],
      ["", "b", ""],
      ["c?", "d", ""],
      ["", "", "x"],
    );
    expect(refusal(() => questionsOf(one))).toBe(
      [
        "t.csv: 3 problems:",
        "  row 2 has a question and no answer",
        "  row 3 has an answer and no question",
        "  row 5 has neither question nor answer",
      ].join("\n"),
    );
    const { questions, incomplete } = tableQuestions(one, chooseColumns(one), { skipIncomplete: true });
    expect(questions.map(({ row }) => row)).toEqual([4]);
    expect(incomplete.map(({ row }) => row)).toEqual([2, 3, 5]);
  });

  test("with an id that stands above, or an object for a text, are refused", () => {
    expect(
      refusal(() => questionsOf(table(["id", "question", "answer"], ["1", "a?", "b"], ["1", "c?", "d"]))),
    ).toBe('t.csv: row 3 has the id "1" of row 2');
    expect(refusal(() => questionsOf(table(["question", "answer"], ["a?", { b: 1 }])))).toBe(
      't.csv: row 2, column "answer": expected text, found an object',
    );
  });

  test("with a cell without value are refused where its column is used", () => {
    const one: Table = {
      ...table(["Question", "Answer", "Sum"], ["a?", "b", undefined]),
      cellProblems: [{ row: 2, column: 2, message: "C2: the formula has no stored value" }],
    };
    expect(refusal(() => questionsOf(one))).toBe("t.csv: C2: the formula has no stored value");
    expect(questionsOf(one, { ignore: ["Sum"] })).toHaveLength(1);
  });
});
