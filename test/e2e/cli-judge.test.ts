import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { VerificationResultSet } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

/** A project of three questions with a server of judges, and answers of an application to the first two. */
async function projectWithAnswers() {
  const project = await sampleProject(3);
  const server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
  const row = (place: number) => ({ q: { text: `What is target ${place}?` }, reply: `It is T${place}.` });
  const rows = [row(0), row(1), row(7)].map((value) => JSON.stringify(value));
  await project.write("chat.jsonl", rows.join("\n"));
  const fields = ["--question-field", "q.text", "--answer-field", "reply"];
  const judge = ["--base-url", server.url, "--parsing-model", "j"];
  return {
    ...{ project, server, fields, judge },
    karenina: (...args: readonly string[]) => runCommand(args, { cwd: project.folder }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

describe("karenina judge", () => {
  test("judges a program's answers without any model under test, and says which rows it leaves", async () => {
    await using run = await projectWithAnswers();
    const args = ["judge", "chat.jsonl", "--benchmark", "benchmark.ts", ...run.fields, ...run.judge];
    const done = await run.karenina(...args, "--output", "run.jsonl", "--output", "run.json");
    expect(done.stderr).toContain(
      "warning: 1 row of chat.jsonl is not judged, line 3: no question has this text.",
    );
    expect(done.stderr).toContain("note: 1 question without an answer in chat.jsonl: q2.");
    expect(done.code).toBe(0);
    expect(run.server.requests.map(({ body }) => body.model)).toEqual(["j", "j"]);
    const results = await VerificationResultSet.fromLog(join(run.project.folder, "run.jsonl"));
    expect(
      [...results].map(({ metadata, template }) => [metadata.questionId, template?.verifyResult]),
    ).toEqual([
      ["q0", true],
      ["q1", false],
    ]);
    const shown = await run.karenina("show", "run.json", "--question", "0");
    expect(shown.stdout).toContain("origin: answer taken over from result chat.jsonl:1");

    const resumed = await run.karenina("verify", "--resume", "run.jsonl", "--overwrite");
    expect(resumed.stderr).not.toContain("error");
    expect(resumed).toMatchObject({ code: 0 });
    expect(run.server.requests).toHaveLength(2);

    const again = await run.karenina(
      "judge",
      "run.jsonl",
      "--benchmark",
      "benchmark.ts",
      ...run.judge,
      "--no-output",
    );
    expect(again.stderr).toContain("Taken over from run.jsonl: 2 answers to be judged");
    expect(run.server.requests).toHaveLength(4);
  });

  test("fails for rows that are left over where that is wanted, and for gates", async () => {
    await using run = await projectWithAnswers();
    const args = [
      "judge",
      "chat.jsonl",
      "--benchmark",
      "benchmark.ts",
      ...run.fields,
      ...run.judge,
      "--no-output",
    ];
    const left = await run.karenina(...args, "--unmatched", "fail");
    expect(left).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("1 row of chat.jsonl could not be judged"),
    });
    const gated = await run.karenina(...args, "--gate", "pass_rate min=80%");
    expect(gated.code).toBe(1);
  });

  test("holds gates and --fail-under against the questions that no row answers", async () => {
    await using run = await projectWithAnswers();
    const args = ["judge", "chat.jsonl", "--benchmark", "benchmark.ts", ...run.fields, ...run.judge];
    const judge = (...more: readonly string[]) => run.karenina(...args, "--no-output", ...more);
    // 1 of 2 that are judged passes, and nobody has answered the third
    const rate = ["--gate", "pass_rate min=40%", "--fail-under", "40%"];
    const missed = await judge(...rate);
    expect(missed.code).toBe(1);
    expect(missed.stdout).toContain("1 question has no answer in chat.jsonl");
    expect(await judge("--fail-under", "40%")).toMatchObject({ code: 1 });
    expect(await judge("--gate", "pass_rate min=30%", "--fail-under", "30%")).toMatchObject({ code: 0 });
    expect(await judge(...rate, "--questions", "0-1")).toMatchObject({ code: 0 });
  });

  test("tells results of a run that it leaves, and goes on with the answers it began with alone", async () => {
    await using run = await projectWithAnswers();
    const judge = (file: string, ...more: readonly string[]) =>
      run.karenina("judge", file, "--benchmark", "benchmark.ts", ...run.judge, ...more);
    await judge("chat.jsonl", ...run.fields, "--output", "run.jsonl", "--output", "run.json");
    const earlier = await readFile(join(run.project.folder, "run.json"), "utf8");
    await run.project.write("changed.json", earlier.replaceAll("What is target 1?", "What was target 1?"));
    const left = await judge("changed.json", "--no-output", "--unmatched", "fail");
    expect(left.stderr).toContain(
      "1 row of changed.json is not judged, entry 2: the question with this id has another text.",
    );
    expect(left).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("1 row of changed.json could not be judged") },
    });

    const chat = await readFile(join(run.project.folder, "chat.jsonl"), "utf8");
    await run.project.write("chat.jsonl", chat.replaceAll("It is T0", "It was T0"));
    const resumed = await run.karenina("verify", "--resume", "run.jsonl", "--overwrite");
    expect(resumed).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining("the answers that it takes over have changed") },
    });
    // killed after the first answer: another one has changed
    const log = await readFile(join(run.project.folder, "run.jsonl"), "utf8");
    const [header, ...lines] = log.split("\n");
    await run.project.write("run.jsonl", `${header}\n${lines.find((line) => line.includes("It is T0"))}\n`);
    await run.project.write("chat.jsonl", chat.replaceAll("T1", "not T1"));
    expect(await run.karenina("verify", "--resume", "run.jsonl", "--overwrite")).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining("chat.jsonl has changed, in tasks that") },
    });
    await run.project.write("chat.jsonl", chat);
    expect(await run.karenina("verify", "--resume", "run.jsonl", "--overwrite")).toMatchObject({ code: 0 });
  });

  test("says before the run what it would ask", async () => {
    await using run = await projectWithAnswers();
    const args = ["judge", "chat.jsonl", "--benchmark", "benchmark.ts", ...run.fields, ...run.judge];
    const dry = await run.karenina(...args, "--dry-run");
    expect(dry.stdout).toContain("Sample: 2 tasks, 2 to be worked on.");
    expect(run.server.requests).toHaveLength(0);
  });

  test("judges by traits alone, without any benchmark, and goes on from its log", async () => {
    await using run = await projectWithAnswers();
    await run.project.write(
      "rubric.yaml",
      "name: Chats\nrubric:\n  - type: regex\n    name: target\n    pattern: T[0-9]\n  - type: regex\n    name: short\n    pattern: ^.{1,8}$\n",
    );
    const args = ["judge", "chat.jsonl", "--rubric", "rubric.yaml", ...run.fields, ...run.judge];
    const done = await run.karenina(...args, "--output", "run.jsonl");
    expect(done).toMatchObject({ code: 0 });
    const results = await VerificationResultSet.fromLog(join(run.project.folder, "run.jsonl"));
    expect([...results].map(({ metadata }) => metadata.questionText)).toEqual(
      [0, 1, 7].map((place) => `What is target ${place}?`),
    );
    expect([...results].map(({ metadata }) => metadata.evaluationMode)).toEqual(Array(3).fill("rubric_only"));
    expect(run.server.requests).toHaveLength(0);
    const resumed = await run.karenina("verify", "--resume", "run.jsonl");
    expect(resumed).toMatchObject({ code: 0 });
  });

  const flags = ["--benchmark", "benchmark.ts"];
  const dead = ["--base-url", "http://127.0.0.1:9/v1"];
  test.each([
    [2, [], "`judge` needs --benchmark or --rubric"],
    [
      2,
      [...flags, "--question-field", "q.text", "--answer-field", "reply"],
      "needs a model to judge the answers",
    ],
    [2, [...flags, ...modelFlags("http://127.0.0.1:9/v1")], "--answering-model"],
    [2, [...flags, "--rubric", "rubric.yaml"], "--benchmark and --rubric contradict each other"],
    [1, [...flags, ...dead, "--parsing-model", "j"], "lines 1-3: has no `answer`"],
  ])("exits with %i for %j", async (code, args, message) => {
    await using run = await projectWithAnswers();
    expect(await run.karenina("judge", "chat.jsonl", ...args)).toMatchObject({
      ...{ code, stderr: expect.stringContaining(message) },
    });
  });

  test("refuses a file that is not there", async () => {
    await using run = await projectWithAnswers();
    expect(await run.karenina("judge", "none.jsonl", ...flags)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("Found no answers at none.jsonl") },
    });
  });
});
