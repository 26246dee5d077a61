import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcomeOf } from "../result/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import { benchmarkOf, model, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-fields-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, content: string) => {
  await writeFile(path.join(folder, name), content);
  return path.join(folder, name);
};

/** Judges with a model that says of every answer that it is right. */
async function judged(
  source: Parameters<typeof judgeAnswers>[0],
  { count = 3, ...options }: { count?: number; fields?: Parameters<typeof judgeAnswers>[1]["fields"] } = {},
) {
  await using judge = await serve(() => undefined);
  const { results, unused } = await judgeAnswers(source, {
    benchmark: benchmarkOf(count),
    config: { parsingModels: [model("j", judge)] },
    ...options,
  });
  return { results: [...results], outcomes: [...results].map(outcomeOf), unused };
}

describe("the fields of rows", () => {
  test("reads passages, tokens and cost by the names that other programs give them, and places in either writing", async () => {
    const row = {
      asked: [{ text: "Question 0?" }],
      said: { "the.text": "BCL2", parts: ["It is BCL2."] },
      contexts: [{ page_content: "binds BCL2", metadata: { source: "a.md" } }],
      usage: { promptTokens: "3", completion_tokens: 4, cost: 0.25 },
    };
    for (const [answer, question] of [
      ["said.parts.0", "asked.0.text"],
      ["$.said.parts[-1]", "$.asked[0].text"],
      ['said["the.text"]', 'asked[0]["text"]'],
    ] as const) {
      const { results, outcomes } = await judged([row], { count: 1, fields: { answer, question } });
      expect(outcomes).toEqual(["pass"]);
      expect(results[0]?.template?.retrievedContexts).toMatchObject([{ text: "binds BCL2", source: "a.md" }]);
      expect(results[0]?.metadata.reused).toMatchObject({ inputTokens: 3, outputTokens: 4, costUsd: 0.25 });
    }
  });

  test("a key of the run that stands in a row is neither stored nor sent", async () => {
    await using judge = await serve(() => undefined);
    const key = "sk-own-0123456789abcdef";
    const { results } = await judgeAnswers(
      [{ question: "Question 0?", answer: `BCL2 ${key}`, contexts: [`found ${key}`] }],
      {
        benchmark: benchmarkOf(1),
        config: { parsingModels: [{ ...model("j", judge), endpointApiKey: key }] },
      },
    );
    const bodies = JSON.stringify(judge.requests.map(({ body }) => body));
    expect(bodies).toContain("BCL2 [hidden]");
    for (const text of [bodies, JSON.stringify([...results])]) expect(text).not.toContain(key);
  });

  const asked = { question: "Question 0?" };
  test.each<[string, object, string]>([
    [
      "a passage",
      { answer: "x", contexts: [{ body: "x" }] },
      "`contexts`: a passage has no text at `text`, `content`, `page_content`, `chunk`, but `body`",
    ],
    ["no list", { answer: "x", contexts: 5 }, "`contexts`: expected a list of passages, found 5"],
    [
      "a role",
      { answer: [{ role: "bot", content: "x" }] },
      '; `role` of one: expected "system", "user", "assistant", "tool", found "bot"',
    ],
    [
      "a content",
      {
        answer: [
          { role: "user", content: "Q" },
          { role: "assistant", content: null },
        ],
      },
      "; `content` of one: expected a list, found null",
    ],
    ["no messages", { answer: [] }, "found an empty list"],
    ["no number", { answer: Number.NaN }, "found NaN"],
  ])("says what is wrong with %s in a row", async (_, wrong, reason) => {
    const { unused } = await judged(
      [
        { ...asked, answer: "x" },
        { ...asked, ...wrong },
      ],
      { count: 1 },
    );
    expect(unused).toEqual([{ place: 2, reason: expect.stringContaining(reason) }]);
  });

  test.each([
    [
      { model: "svcc" },
      'No row of the answers that were given has `svcc`, which --model-field (in code `fields.model`) names, did you mean "svc"?',
    ],
    [{ contexts: "passages" }, "has `passages`, which --contexts-field"],
    [{ question: "request.tex" }, 'did you mean "request.text"?'],
    [{ usage: "used.tokens" }, "has `used.tokens`"],
  ])("refuses fields that no row has: %j", async (fields, message) => {
    const rows = [0, 1].map((at) => ({
      request: { text: `Question ${at}?` },
      question: `Question ${at}?`,
      answer: "x",
      svc: "a",
    }));
    await expect(judged(rows, { fields })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(message),
      hint: "The rows have `request.text`, `question`, `answer`, `svc`.",
    });
    await expect(
      judged(
        [
          ...rows,
          { passages: null, svcc: null, request: { tex: "Question 2?" }, answer: "x", used: { tokens: 1 } },
        ],
        {
          fields,
        },
      ),
    ).resolves.toBeDefined();
  });

  test.each([
    [
      "log.jsonl",
      JSON.stringify({ ts: 1, request: "Question 0?", reply: { text: "x" } }),
      "The rows have `ts`, `request`, `reply.text`. Perhaps the answer is `reply.text`: --answer-field reply.text.",
    ],
    [
      "log.csv",
      "question;answer\nQuestion 0?;x\n",
      'The rows have `question;answer`. Are its values separated by ";"? CSV is read with commas.',
    ],
  ])("says what rows without answers have: %s", async (name, content, hint) => {
    await expect(judged(await write(name, content))).rejects.toMatchObject({
      hint: expect.stringContaining(hint),
    });
  });
});
