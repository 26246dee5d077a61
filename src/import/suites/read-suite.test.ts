import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CFB } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { QuestionInput } from "../../benchmark/index.ts";
import { readSuite, type Suite, type SuiteSystem } from "../index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-suites-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Buffer, from?: SuiteSystem): Promise<Suite> {
  const file = join(folder, name);
  await writeFile(file, content);
  const suite = await readSuite(file, from);
  if (suite === undefined) throw new Error("it is no suite");
  return suite;
}
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const checksOf = ({ template }: QuestionInput) =>
  template !== undefined && "fields" in template
    ? template.fields.map(({ verification }) => [verification?.verifyWith, verification?.groundTruth])
    : [];

describe("promptfoo", () => {
  const config = (tests: readonly unknown[], others: object = {}) =>
    stringify({ description: "Shop", prompts: ["{{question}}"], tests, ...others });
  const assertions = async (...assert: readonly object[]) => {
    const { questions, left } = await read("p.yaml", config([{ vars: { question: "Why?" }, assert }]));
    return {
      checks: questions.flatMap(checksOf),
      left: left.map(({ place, what }) => `${place}: ${what}`),
      questions,
    };
  };

  test("assertions about the text are checks that ask no judge", async () => {
    const { checks, left, questions } = await assertions(
      { type: "contains", value: "DHL" },
      { type: "not-icontains", value: "c++?" },
      { type: "contains-all", value: ["a", "b"] },
      { type: "icontains-any", value: ["x", "y."] },
      { type: "starts-with", value: "(1)" },
      { type: "equals", value: 5 },
      { type: "regex", value: String.raw`(?<d>\d)\k<d>` },
    );
    expect(left).toEqual([]);
    expect(checks).toEqual([
      [{ type: "TraceContains", substring: "DHL" }, true],
      [{ type: "TraceRegex", pattern: String.raw`(?i)c\+\+\?` }, false],
      [{ type: "TraceContains", substring: "a" }, true],
      [{ type: "TraceContains", substring: "b" }, true],
      [{ type: "TraceRegex", pattern: String.raw`(?i)(?:x|y\.)` }, true],
      [{ type: "TraceRegex", pattern: String.raw`\A\(1\)` }, true],
      [{ type: "TraceRegex", pattern: String.raw`\A\s*5\s*\Z` }, true],
      [{ type: "TraceRegex", pattern: String.raw`(?P<d>\d)(?P=d)` }, true],
    ]);
    expect(questions[0]).toMatchObject({ finished: true, rawAnswer: "DHL, a, b, x, y., (1), 5" });
  });

  test("rubrics are traits, a reference answer is one, and the rest is told and kept", async () => {
    const { checks, left, questions } = await assertions(
      { type: "llm-rubric", value: "Is polite", metric: "polite" },
      { type: "factuality", value: "Because." },
      { type: "is-json" },
      { type: "javascript", value: "output.length" },
      { type: "regex", value: String.raw`\q` },
      { type: "contains", value: "file://x.txt" },
      { type: "assert-set", threshold: 0.5, assert: [{ type: "contains", value: "in a set" }] },
    );
    expect(checks).toEqual([[{ type: "TraceContains", substring: "in a set" }, true]]);
    expect(left).toEqual([
      "tests[0].assert[6]: assert-set with threshold 0.5",
      "tests[0].assert[1]: factuality",
      "tests[0].assert[2]: is-json",
      "tests[0].assert[3]: javascript",
      String.raw`tests[0].assert[4]: regex "\\q"`,
      "tests[0].assert[5]: contains with file://x.txt",
    ]);
    const [question] = questions;
    expect(question).toMatchObject({ finished: false, rawAnswer: "Because., in a set" });
    expect(question?.rubric).toMatchObject([{ name: "polite", description: "Is polite" }]);
    expect(question?.customMetadata?.promptfoo).toHaveLength(5);
  });

  test("variables stand in prompts and assertions, lists of them for several questions", async () => {
    const { questions, left } = await read(
      "p.yaml",
      stringify({
        prompts: ["Say in {{ language }}: {{text}}", "{{text}}!"],
        tests: [
          {
            vars: { text: "hello", language: ["French", "Dutch"], expected: "?" },
            assert: [{ type: "contains", value: "{{language}}" }],
          },
          "file://more.yaml",
        ],
        providers: ["openai:x"],
      }),
    );
    expect(
      questions.map(({ question, rawAnswer, customMetadata }) => [question, rawAnswer, customMetadata]),
    ).toEqual([
      ["Say in French: hello", "?", { expected: "?" }],
      ["Say in Dutch: hello", "?", { expected: "?" }],
    ]);
    expect(checksOf(questions[1] ?? { question: "", rawAnswer: "" })).toEqual([
      [{ type: "TraceContains", substring: "Dutch" }, true],
    ]);
    expect(left.map(({ place }) => place)).toEqual(["providers", "tests[1]", "prompts[1]"]);
  });

  test("what is asserted of every answer is a trait of all", async () => {
    const { rubric, left } = await read(
      "p.yaml",
      config([{ vars: { question: "Why?" } }], {
        defaultTest: {
          assert: [
            { type: "not-icontains", value: "as an AI" },
            { type: "llm-rubric", value: "Is polite" },
            { type: "cost", threshold: 1 },
          ],
        },
      }),
    );
    expect(rubric).toMatchObject([
      { name: "not_icontains_as_an_ai", pattern: "(?i)as an AI", invertResult: true },
      { name: "is_polite" },
    ]);
    expect(left.map(({ place, what }) => [place, what])).toEqual([["defaultTest.assert[2]", "cost"]]);
  });

  test("files that are none, and ours, are refused; aliases without end are, too", async () => {
    await expect(read("p.yaml", "a: 1")).rejects.toThrow("p.yaml is no configuration of promptfoo");
    await expect(read("p.yaml", "karenina: 1\nname: x")).rejects.toThrow("p.yaml is a benchmark already.");
    await expect(read("p.yaml", "a: [")).rejects.toThrow("p.yaml is not YAML that can be read");
    const bomb = [
      "a0: &a0 [x,x,x,x,x,x,x,x,x,x]",
      ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`),
    ];
    await expect(read("p.yaml", `${bomb.join("\n")}\ntests: *a9\n`)).rejects.toThrow(
      /is not YAML that can be read: .*alias/i,
    );
  });
});

describe("inspect_ai", () => {
  const samples = [
    {
      id: 1,
      epoch: 1,
      input: "How many?",
      target: "5000",
      metadata: { level: "easy" },
      output: { completion: "It is 5000" },
    },
    { id: 1, epoch: 2, input: "How many?", target: "5000", output: { completion: "4000" } },
    {
      ...{ id: 2, epoch: 1, choices: ["red", "blue"], target: "B", files: { "a.txt": "x" } },
      input: [
        { role: "system", content: "Be brief" },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: [{ type: "text", text: "Which colour?" }] },
      ],
      output: { choices: [{ message: { role: "assistant", content: "attachment://ab" } }] },
      attachments: { ab: "blue" },
    },
  ];
  const head = { version: 2, status: "success", eval: { task: "physics", model: "openai/gpt-5" } };

  test("samples of a dataset are questions", async () => {
    const { system, questions, left } = await read(
      "d.jsonl",
      lines(
        { input: "a?", target: ["b", "c"], id: "x" },
        { input: [{ role: "user", content: [{ type: "image" }] }], target: "b" },
      ),
    );
    expect(system).toBe("inspect");
    expect(questions).toEqual([{ id: "x", question: "a?", rawAnswer: "b; c", finished: false }]);
    expect(left.map(({ place, what }) => [place, what])).toEqual([
      ["row 1", "2 expected answers, of which any is right"],
      ["row 2", "no question that is text"],
    ]);
  });

  function expectLog({ name, questions, answers, left }: Suite): void {
    expect(name).toBe("physics");
    expect(questions.map(({ id, question, rawAnswer }) => [id, question, rawAnswer])).toEqual([
      ["1", "How many?", "5000"],
      ["2", "Which colour?\n\nA) red\nB) blue", "B) blue"],
    ]);
    expect(questions[1]).toMatchObject({ systemPrompt: "Be brief", finished: true });
    expect(questions[1]?.messages).toHaveLength(2);
    expect(questions.flatMap(checksOf)).toEqual([[{ type: "LiteralMatch" }, "B"]]);
    expect(answers.map(({ question_id: id, answer, model }) => [id, answer, model])).toEqual([
      ["1", "It is 5000", "openai/gpt-5"],
      ["1", "4000", "openai/gpt-5"],
      ["2", "blue", "openai/gpt-5"],
    ]);
    expect(left.map(({ what }) => what)).toEqual([
      "files",
      "scores of inspect_ai, and all messages but the answer",
    ]);
  }

  test("a log in JSON has answers too, one for each epoch", async () => {
    expectLog(await read("log.json", JSON.stringify({ ...head, samples })));
  });

  test("so has an .eval file", async () => {
    const zip = CFB.utils.cfb_new({ root: "R" });
    const add = (name: string, value: unknown) =>
      CFB.utils.cfb_add(zip, `/${name}`, Buffer.from(JSON.stringify(value)));
    add("header.json", head);
    for (const sample of samples) add(`samples/${sample.id}_epoch_${sample.epoch}.json`, sample);
    add("_journal/start.json", {});
    expectLog(await read("log.eval", CFB.write(zip, { fileType: "zip", type: "buffer" })));
  });
});

test("samples of lm-eval are one question each, whatever the filters", async () => {
  const generated = {
    doc_id: 0,
    doc: { question: "2+2?", answer: "#### 4" },
    target: "4",
    arguments: { gen_args_0: { arg_0: "Q: 2+2?" } },
    resps: [["It is 4"]],
  };
  const prompted = { doc_id: 1, doc: { n: 1 }, target: "x", arguments: [["Say x", {}]], resps: [["x"]] };
  const chosen = {
    doc_id: 2,
    doc: { query: "Sky?", choices: ["red", "blue"] },
    target: 1,
    arguments: {},
    resps: [[[-1, false]]],
  };
  const { questions, answers } = await read(
    "s.jsonl",
    lines({ ...generated, filter: "strict" }, { ...generated, filter: "flexible" }, prompted, chosen),
  );
  expect(questions.map(({ question, rawAnswer }) => [question, rawAnswer])).toEqual([
    ["2+2?", "4"],
    ["Say x", "x"],
    ["Sky?\n\nA) red\nB) blue", "B) blue"],
  ]);
  expect(answers).toEqual([
    { question: "2+2?", answer: "It is 4" },
    { question: "Say x", answer: "x" },
  ]);
});

test.each([
  [
    "deepeval",
    { input: "a?", actual_output: "b", expected_output: "c", retrieval_context: ["p"], comments: "n" },
  ],
  [
    "deepeval",
    { input: "a?", actualOutput: "b", expectedOutput: "c", retrievalContext: ["p"], comments: "n" },
  ],
  ["ragas", { user_input: "a?", response: "b", reference: "c", retrieved_contexts: ["p"] }],
  ["ragas", { question: "a?", answer: "b", ground_truths: ["c"], contexts: ["p"] }],
])("test cases of %s have question, expected answer, answer and contexts", async (system, row) => {
  const suite = await read(
    "c.json",
    JSON.stringify({
      test_cases: [
        row,
        {
          ...row,
          input: "d?",
          user_input: "d?",
          question: "d?",
          expected_output: null,
          expectedOutput: null,
          reference: null,
          ground_truths: null,
        },
      ],
    }),
  );
  expect(suite.system).toBe(system);
  expect(suite.questions).toMatchObject([{ question: "a?", rawAnswer: "c", finished: false }]);
  expect(suite.answers).toEqual([
    { question: "a?", answer: "b", contexts: ["p"] },
    { question: "d?", answer: "b", contexts: ["p"] },
  ]);
  expect(suite.left.map(({ place, what }) => [place, what])).toEqual([["row 2", "no expected answer"]]);
});

test("rows with choices have a template that names the right one; without one nothing is lost", async () => {
  const { questions, left } = await read(
    "m.jsonl",
    lines(
      { question: "a?", choices: ["x", "y"], answer: 1 },
      { question: "b?", choices: { text: ["x", "y"], label: ["A", "B"] }, answerKey: "A" },
      { question: "c?", choices: ["x", "y"], answer: 9 },
    ),
  );
  expect(questions.flatMap(checksOf)).toEqual([
    [{ type: "LiteralMatch" }, "B"],
    [{ type: "LiteralMatch" }, "A"],
  ]);
  expect(questions[2]).toEqual({
    question: "c?",
    rawAnswer: "9",
    finished: false,
    customMetadata: { choices: ["x", "y"] },
  });
  expect(left).toHaveLength(1);
});

test("a plain table is no suite", async () => {
  await writeFile(join(folder, "t.json"), '[{"question":"a?","answer":"b"}]');
  expect(await readSuite(join(folder, "t.json"))).toBeUndefined();
  expect(await readSuite(join(folder, "t.csv"))).toBeUndefined();
});
