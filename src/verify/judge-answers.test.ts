import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type JsonValue, md5 } from "../base/index.ts";
import { questionId } from "../benchmark/index.ts";
import { outcomeOf } from "../result/index.ts";
import { regexTrait } from "../rubric/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import { benchmarkOf, isProbe, model, passes, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-answers-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, content: string) => {
  await writeFile(path.join(folder, name), content);
  return path.join(folder, name);
};
const lines = (rows: readonly JsonValue[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Judges with a model that says of every answer that it is right. */
async function judged(
  source: Parameters<typeof judgeAnswers>[0],
  { count = 3, ...options }: { count?: number; fields?: Parameters<typeof judgeAnswers>[1]["fields"] } = {},
) {
  await using judge = await serve(() => undefined);
  const warnings: string[] = [];
  const { results, unused } = await judgeAnswers(source, {
    benchmark: benchmarkOf(count),
    config: { parsingModels: [model("j", judge)] },
    warn: (text) => warnings.push(text),
    ...options,
  });
  return {
    results: [...results],
    outcomes: [...results].map(outcomeOf),
    unused,
    warnings,
    asked: judge.requests.filter((one) => !isProbe(one)).length,
  };
}

describe("judgeAnswers", () => {
  test("judges 1,000 lines with as many calls of the judge and none of another model", async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      question: `Question ${at}?`,
      answer: "It is BCL2.",
    }));
    const { outcomes, unused, asked, warnings } = await judged(await write("log.jsonl", lines(rows)), {
      count: 1000,
    });
    expect(outcomes).toEqual(passes(1000));
    expect([asked, unused]).toEqual([1000, []]);
    expect(warnings).toHaveLength(1);
  }, 60_000);

  test("finds questions by id or text, and keeps model, passages, trace and line of each answer", async () => {
    const file = await write(
      "log.jsonl",
      lines([
        {
          question_id: "q1",
          answer: "BCL2",
          model: "app-2",
          contexts: ["A.", { text: "B.", source: "b.md" }],
        },
        {
          question: " Question\n0? ",
          answer: [
            { role: "user", content: "Question 0?" },
            { role: "assistant", content: "BCL2" },
          ],
        },
      ]),
    );
    const { results, warnings } = await judged(file);
    expect(
      results.map(({ metadata, template }) => [
        metadata.questionId,
        metadata.answering.modelName,
        template?.rawLlmResponse,
      ]),
    ).toEqual([
      ["q0", "user-provided", "BCL2"],
      ["q1", "app-2", "BCL2"],
    ]);
    expect(results.map(({ metadata }) => metadata.reused?.resultId)).toEqual(["log.jsonl:2", "log.jsonl:1"]);
    expect(results[1]?.template?.retrievedContexts).toEqual([
      { text: "A.", source: null, id: null, score: null },
      { text: "B.", source: "b.md", id: null, score: null },
    ]);
    expect(results[1]?.metadata).toMatchObject({ answering: { interface: "taskeval" }, replicate: null });
    expect(warnings).toContain(`1 question without an answer in ${file}: q2.`);
  });

  test("takes over what an answer took by the word of its row, and spends nothing of it", async () => {
    const took = async (row: object, fields?: Parameters<typeof judged>[1]) => {
      const [result] = (
        await judged([{ question: "Question 0?", answer: "BCL2", ...row }], { count: 1, ...fields })
      ).results;
      const { reused } = result?.metadata ?? {};
      const spent = result?.stages.find(({ name }) => name === "GenerateAnswer");
      expect([spent?.inputTokens, spent?.costUsd]).toEqual([0, null]);
      return [
        ...[reused?.inputTokens, reused?.outputTokens, reused?.costUsd, reused?.toldByFile],
        ...[
          result?.template?.usageMetadata?.answer_generation?.totalTokens,
          result?.template?.usageUnavailable,
        ],
      ];
    };
    expect(await took({ usage: { prompt_tokens: 12, completion_tokens: 3 }, cost_usd: 0.002 })).toEqual([
      ...[12, 3, 0.002, true, 15, false],
    ]);
    expect(await took({ usage: { inputTokens: "12", costUsd: 1 } })).toEqual([12, 0, 1, true, 12, false]);
    expect(await took({ cost_usd: 1 })).toEqual([0, 0, 1, true, 0, true]);
    expect(await took({ usage: "much", cost_usd: -1 })).toEqual([0, 0, null, false, 0, true]);
    const fields = { usage: "meta.use", cost: "meta.price" };
    const meta = { use: { output_tokens: 7 }, price: 2 };
    expect(await took({ meta }, { fields })).toEqual([0, 7, 2, true, 7, false]);
  });

  test("takes fields by their paths, of entries of a JSON list and of rows in memory", async () => {
    const rows = [{ in: { messages: [{ text: "Question 0?" }] }, out: { "text.plain": "BCL2" }, who: 7 }];
    const fields = { question: "in.messages.0.text", answer: "out.text.plain", model: "who" };
    const answers = [{ in: rows[0]?.in ?? null, "out.text.plain": "BCL2", who: 7 }];
    const file = await write("log.json", JSON.stringify(answers));
    for (const source of [file, answers]) {
      const { results } = await judged(source, { count: 1, fields });
      expect(results.map(({ metadata }) => metadata.answering.modelName)).toEqual(["7"]);
    }
  });

  test("judges several answers to a question as its replicates, none of which is missing elsewhere", async () => {
    const rows = [0, 1, 0, 0].map((at) => ({ question_id: `q${at}`, answer: "BCL2" }));
    const { results, warnings, asked } = await judged(await write("log.jsonl", lines(rows)), { count: 2 });
    expect(results.map(({ metadata: { questionId, replicate } }) => [questionId, replicate])).toEqual([
      ["q0", 1],
      ["q0", 2],
      ["q0", 3],
      ["q1", 1],
    ]);
    expect(asked).toBe(4);
    expect(warnings[0]).toBe(
      "1 question with several answers of one model, up to 3: they are judged as replicates, in the order of the file.",
    );
    expect(warnings).toHaveLength(2);
  });

  test("finds questions by the MD5 of their text, in files of prepared answers", async () => {
    const file = await write(
      "traces.json",
      JSON.stringify({ [md5("Question 1?")]: "BCL2", [md5("Else?")]: "x" }),
    );
    const { results, unused } = await judged(file, { count: 2 });
    expect(results.map(({ metadata }) => metadata.questionId)).toEqual(["q1"]);
    expect(unused).toEqual([{ place: 2, reason: "no question has a text with this MD5" }]);
  });

  test("reads CSV, also over several lines, and names the lines of rows that are none", async () => {
    const file = await write(
      "log.csv",
      [
        '\ufeffquestion,answer,model,"con, texts"',
        '"Question\n0?","It is ""BCL2"".",app,A passage.',
        "Question 1?,BCL2",
        "",
        'Question 1?,bad " quote,app,',
        "Question 1?,BCL2,app,",
        "Question 1?,BCL2,app,x,y",
      ].join("\r\n"),
    );
    const { results, unused } = await judged(file, { count: 2, fields: { contexts: "con, texts" } });
    expect(
      results.map(({ template }) => [template?.rawLlmResponse, template?.retrievedContexts?.[0]?.text]),
    ).toEqual([
      ['It is "BCL2".', "A passage."],
      ["BCL2", undefined],
    ]);
    expect(unused).toEqual([
      { place: 4, reason: "expected 4 values, as the first row has them, found 2" },
      { place: 6, reason: "is not CSV that can be read: a quotation mark is out of place" },
      { place: 8, reason: "expected 4 values, as the first row has them, found 5" },
    ]);
  });

  test("refuses CSV in which a column stands twice", async () => {
    await expect(judged(await write("log.csv", "answer,answer\nx,y\n"))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("an empty answer is one, and passes nothing", async () => {
    const { outcomes, asked } = await judged([{ question_id: "q0", answer: "" }], { count: 1 });
    expect(outcomes).toEqual(["no_answer"]);
    expect(asked).toBe(0);
  });

  test("names the lines that are not judged and why, and loses none of the others", async () => {
    const good = { question_id: "q0", answer: "BCL2" };
    const file = await write(
      "log.jsonl",
      [
        JSON.stringify(good),
        "{ nope",
        "",
        "[1]",
        JSON.stringify({ question_id: "q0" }),
        JSON.stringify({ ...good, answer: 5 }),
        JSON.stringify({ answer: "BCL2" }),
        JSON.stringify({ ...good, question_id: "zz" }),
        JSON.stringify({ ...good, question_id: "zz" }),
        JSON.stringify({ ...good, question: "Another?" }),
        JSON.stringify({ ...good, contexts: { a: 1 } }),
        JSON.stringify({ ...good, model: {} }),
        "[".repeat(100_000),
        JSON.stringify(good).slice(0, -1),
      ].join("\n"),
    );
    const { outcomes, unused, warnings } = await judged(file, { count: 1 });
    expect(outcomes).toEqual(["pass"]);
    expect(unused.map(({ place }) => place)).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    const text = warnings.join("\n");
    for (const part of [
      /line 2: is not JSON that can be read/,
      /line 4: expected an object, found a list/,
      /line 5: has no `answer`/,
      /line 6: `answer`: expected a text or a list of messages, found 5/,
      /line 7: has neither the id nor the text of a question/,
      /2 rows of .* are not judged, lines 8-9: no question has this id\./,
      /line 10: the question with this id has another text/,
      /line 11: `contexts`: expected a list of passages, found an object/,
      /line 12: `model`: expected a text, found an object/,
      /line 13: .*nested deeper than 200 levels\.$/m,
      /line 14: .*cut off/,
    ])
      expect(text).toMatch(part);
  });

  test.each([
    ["nothing", "", "holds no answers"],
    ["no row of the benchmark", lines([{ question: "Else?", answer: "x" }]), "No answer of"],
  ])("refuses a file with %s", async (_, content, message) => {
    const file = await write("log.jsonl", content);
    await expect(judged(file)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(message),
    });
  });

  test("refuses fields that are none", async () => {
    await expect(judged([], { fields: JSON.parse('{"reply":"x"}') })).rejects.toMatchObject({
      code: "configuration",
    });
  });

  test("judges by traits alone: what the rows name are the questions", async () => {
    const rows = [
      { question: "Why?", answer: "Because T1." },
      { question: " Why? ", answer: "No idea." },
      { question_id: "own", answer: "T2" },
      { answer: "T3" },
    ];
    const { results, unused } = await judgeAnswers([...rows, { question: "Why?" }], {
      rubric: [regexTrait({ name: "target", pattern: "T[0-9]" })],
      config: {
        parsingModels: [{ modelName: "never asked", endpointBaseUrl: "http://127.0.0.1:9/v1" }],
        preflight: false,
      },
    });
    const told = [...results].map(({ metadata: { questionId, questionText, replicate }, rubric }) => [
      ...[questionId.slice(0, 8), questionText, replicate],
      rubric?.regexTraitScores?.target,
    ]);
    expect(told).toEqual([
      ["own", "The question is not known.", 1, true],
      [questionId("Why?").slice(0, 8), "Why?", 1, true],
      [questionId("Why?").slice(0, 8), "Why?", 2, false],
      ["entry-4", "The question is not known.", 1, true],
    ]);
    expect(unused).toEqual([{ place: 5, reason: "has no `answer`" }]);
  });

  test.each([
    [
      "questions:\n  - {question: Q, answer: A, check: null}\nrubric:\n  - {type: regex, name: x, pattern: x}\n",
      "with questions",
    ],
    ["name: empty\n", "has no traits"],
    ["rubrik:\n  - {type: regex, name: x, pattern: x}\n", "rubrik"],
  ])("refuses the rubric %j", async (text, message) => {
    const rubric = await write("rubric.yaml", text);
    const judging = judgeAnswers([{ answer: "x" }], { rubric, config: {} });
    await expect(judging).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(message),
    });
  });
});

describe("files in another charset", () => {
  const latin = async (name: string, content: string) => {
    await writeFile(path.join(folder, name), Buffer.from(content, "latin1"));
    return path.join(folder, name);
  };

  test("a line of JSONL that is not UTF-8 is told and not judged", async () => {
    const rows = lines([
      { question: "Question 0?", answer: "BCL2 in Z\u00fcrich." },
      { question: "Question 1?", answer: "BCL2." },
    ]);
    const { outcomes, unused } = await judged(await latin("log.jsonl", rows));
    expect(outcomes).toEqual(passes(1));
    expect(unused).toEqual([{ place: 1, reason: "is not UTF-8 text" }]);
  });

  test.each([
    ["log.csv", "question,answer\nQuestion 0?,BCL2\nQuestion 1?,Z\u00fcrich\n"],
    ["log.json", '[{"question":"Question 0?","answer":"Z\u00fcrich"}]'],
  ])("a whole file that is not UTF-8 is refused: %s", async (name, content) => {
    await expect(judged(await latin(name, content))).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining(`${name}: expected UTF-8 text`),
    });
  });
});
