import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outcomeOf, VerificationResultSet } from "../result/index.ts";
import { regexTrait } from "../rubric/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import { benchmarkOf, cut, isProbe, model, passes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-results-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A log of three questions; `texts` has been said of them since. */
async function earlierLog(texts: Readonly<Record<string, string>> = {}): Promise<string> {
  const file = path.join(folder, "run.jsonl");
  await using server = await serve(() => undefined);
  await run(
    benchmarkOf(3),
    { answeringModels: [model("m", server)], parsingModels: [model("old", server)] },
    { output: file },
  );
  let log = await readFile(file, "utf8");
  for (const [now, then] of Object.entries(texts)) log = log.replaceAll(now, then);
  await writeFile(file, log);
  return file;
}

async function judged(source: string, options: Omit<Parameters<typeof judgeAnswers>[1], "config">) {
  await using judge = await serve(() => undefined);
  const warnings: string[] = [];
  const { results, unused } = await judgeAnswers(source, {
    config: { parsingModels: [model("j", judge)] },
    warn: (text) => warnings.push(text),
    ...options,
  });
  return { outcomes: [...results].map(outcomeOf), unused, warnings };
}

test("results whose question has changed, is gone or is not meant are told with the reason", async () => {
  const file = await earlierLog({ "Question 1?": "Question 1, then?" });
  const { outcomes, unused, warnings } = await judged(file, { benchmark: benchmarkOf(2) });
  expect(outcomes).toEqual(passes(1));
  expect(unused).toEqual([
    { place: 2, reason: "the question with this id has another text" },
    { place: 3, reason: "no question has this id" },
  ]);
  expect(warnings).toContain(
    `1 row of ${file} is not judged, entry 2: the question with this id has another text.`,
  );
  const [first] = benchmarkOf(3).content.questions;
  const chosen = await judged(file, { benchmark: benchmarkOf(3), questionIds: [first?.id ?? ""] });
  expect(chosen.unused.map(({ reason }) => reason)).toEqual([
    "the question with this id has another text",
    "the question is not part of this run",
  ]);
});

test("results without an answer are told", async () => {
  const file = path.join(folder, "failed.jsonl");
  await using server = await serve(({ body }) =>
    JSON.stringify(body).includes("Question 1?") ? cut : undefined,
  );
  await run(
    benchmarkOf(3),
    { answeringModels: [model("m", server)], parsingModels: [model("old", server)], asyncEnabled: false },
    { output: file },
  );
  const { outcomes, unused } = await judged(file, { benchmark: benchmarkOf(3) });
  expect(outcomes).toEqual(passes(2));
  expect(unused).toEqual([{ place: 2, reason: "holds no answer: the model was not reached" }]);
});

test("of results of one id with two texts the second is told where traits alone are judged", async () => {
  const file = await earlierLog();
  const results = [...(await VerificationResultSet.fromLog(file))];
  const merged = results.map((result, at) =>
    at === 1 ? { ...result, metadata: { ...result.metadata, questionId: "q0" } } : result,
  );
  const source = path.join(folder, "merged.json");
  await new VerificationResultSet(merged).save(source);
  const { outcomes, unused } = await judged(source, {
    rubric: [regexTrait({ name: "target", pattern: "BCL2" })],
  });
  expect(outcomes).toHaveLength(2);
  expect(unused).toEqual([{ place: 2, reason: "the question with this id has another text" }]);
});

test("a run is not gone on with by other answers, by the same it is", async () => {
  const answers = path.join(folder, "chat.jsonl");
  const write = (text: string) =>
    writeFile(
      answers,
      [0, 1]
        .map((at) => `${JSON.stringify({ question: `Question ${at}?`, answer: `${text} BCL2` })}\n`)
        .join(""),
    );
  await write("It is");
  const output = path.join(folder, "judged.jsonl");
  await using judge = await serve(() => undefined);
  const config = { parsingModels: [model("j", judge)] };
  const go = (resume: boolean) =>
    judgeAnswers(answers, { benchmark: benchmarkOf(2), config, output, resume });
  await go(false);
  // as if it had been interrupted after the first answer
  const [header, first] = (await readFile(output, "utf8")).split("\n");
  await writeFile(output, `${header}\n${first}\n`);
  await write("Now it is");
  await expect(go(true)).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringContaining("the answers that it takes over have changed"),
  });
  await write("It is");
  const { results } = await go(true);
  expect([...results].map(outcomeOf)).toEqual(passes(2));
  expect(judge.requests.filter((one) => !isProbe(one))).toHaveLength(3);
});

test("of answers that came to a log since then it is said that they may be what has changed", async () => {
  const answers = path.join(folder, "chat.jsonl");
  const row = `${JSON.stringify({ question: "Question 0?", answer: "BCL2" })}\n`;
  await writeFile(answers, row);
  const output = path.join(folder, "judged.jsonl");
  await using judge = await serve(() => undefined);
  const config = { parsingModels: [model("j", judge)] };
  await judgeAnswers(answers, { benchmark: benchmarkOf(2), config, output });
  await writeFile(answers, row + row);
  await expect(
    judgeAnswers(answers, { benchmark: benchmarkOf(2), config, output, resume: true }),
  ).rejects.toThrow("or the models and the number of answers in what it takes over");
});
