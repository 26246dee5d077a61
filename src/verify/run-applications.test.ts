import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type AnswerFunction, type AnswerRequest, NoAnswer, Retry } from "../models/application/index.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { judgeLlm, runOne, runOwn } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "applications-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("an application that says how it ended", () => {
  test("has no answer, which is neither wrong nor a failure of infrastructure, and is asked once", async () => {
    let calls = 0;
    const answer: AnswerFunction = () => {
      calls += 1;
      throw new NoAnswer("the manual says nothing about it", {
        contexts: [{ text: "Index" }],
        usage: { inputTokens: 3, outputTokens: 1 },
        log: "searched 12 pages",
      });
    };
    const result = await runOne({ model: { id: "mine", answer } });
    expect(calls).toBe(1);
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.metadata.failure).toMatchObject({
      category: "abstention",
      stage: "GenerateAnswer",
      reason: "it has no answer: the manual says nothing about it",
    });
    expect(result.metadata.completedWithoutErrors).toBe(true);
    expect(result.template).toMatchObject({
      retrievedContexts: [{ text: "Index" }],
      answeringLog: "searched 12 pages",
      usageMetadata: { answer_generation: { totalTokens: 4 } },
    });
  });

  test("is asked again, and then answers", async () => {
    let calls = 0;
    const answer: AnswerFunction = () => {
      calls += 1;
      if (calls === 1) throw new Retry("the index is being built", { afterMs: 1 });
      return "It is BCL2.";
    };
    const result = await runOne({ model: { id: "mine", answer } });
    expect(calls).toBe(2);
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.retryCounts).toMatchObject({ server_error: { used: 1 } });
  });

  test("is asked again in vain", async () => {
    const answer: AnswerFunction = () => {
      throw new Retry("no luck");
    };
    const config = { outagePatienceSeconds: 0 };
    const result = await runOne({ model: { id: "mine", answer }, config });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure).toMatchObject({ category: "server_error" });
    expect(result.metadata.failure?.reason).toContain("no luck");
  });

  test("notes more than results keep", async () => {
    const answer: AnswerFunction = () => ({ text: "BCL2", log: `start ${"x".repeat(100_000)} end` });
    const { template } = await runOne({ model: { id: "mine", answer } });
    expect(template?.answeringLog).toMatch(/^start x+\n\[… \d+ characters left out …\]\nx+ end$/);
    expect(template?.answeringLog?.length).toBeLessThan(21_000);
  });
});

test("nothing is counted of the tools of an application that gives a text alone", async () => {
  const plain = await runOne({ model: { id: "mine", answer: () => "BCL2" } });
  expect(plain.template?.agentMetrics).toBeNull();
  const call = { type: "tool_use", id: "1", name: "look_up", input: {} } as const;
  const trace = [{ role: "assistant" as const, content: [call] }];
  const agent = await runOne({ model: { id: "mine", answer: () => ({ text: "BCL2", trace }) } });
  expect(agent.template?.agentMetrics).toMatchObject({ toolCalls: 1, toolsUsed: ["look_up"] });
});

test("an application is told which repetition it answers", async () => {
  const told: number[] = [];
  const answer: AnswerFunction = ({ replicate }) => {
    told.push(replicate);
    return "BCL2";
  };
  const judge = { id: "judge", llm: judgeLlm(3) };
  await runOwn({ model: { id: "mine", answer }, judge, config: { replicateCount: 3 } });
  expect(told.toSorted()).toEqual([1, 2, 3]);
  told.length = 0;
  await runOne({ model: { id: "mine", answer } });
  expect(told).toEqual([1]);
});

describe("files", () => {
  const template = answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  });

  async function run(answer: AnswerFunction, config: VerificationConfig = {}, workspaceRoot?: string) {
    await mkdir(path.join(folder, "task"), { recursive: true });
    await writeFile(path.join(folder, "task", "note.txt"), "BCL2");
    const benchmark = Benchmark.create({ name: "Files" });
    benchmark.addQuestion({ question: "Which?", rawAnswer: "BCL2", template, workspacePath: "task" });
    if (workspaceRoot !== undefined) benchmark.workspaceRoot = workspaceRoot;
    const results = await benchmark.runVerification(
      {
        answeringModels: [{ id: "mine", answer }],
        parsingModels: [{ id: "judge", llm: judgeLlm() }],
        workspaceOutputMode: "produced",
        workspaceOutputDir: path.join(folder, "kept"),
        ...config,
      },
      { environment: {} },
    );
    const [result] = results;
    if (result === undefined) throw new Error("expected a result");
    return result;
  }

  const keptFiles = async () =>
    (await readdir(path.join(folder, "kept"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".json"))
      .map((entry) => entry.name)
      .toSorted();

  test("of a question are in a folder of its own, and what it makes there or elsewhere is kept", async () => {
    const made = path.join(folder, "made");
    await mkdir(path.join(made, "deep"), { recursive: true });
    await writeFile(path.join(made, "deep", "table.csv"), "a,b");
    const answer: AnswerFunction = async ({ workspace = "" }) => {
      expect(workspace).not.toBe(path.join(folder, "task"));
      const found = await readFile(path.join(workspace, "note.txt"), "utf8");
      await writeFile(path.join(workspace, "own.txt"), "x");
      const attachments = [
        { name: "plots/a.svg", text: "<svg/>" },
        { name: "b.bin", data: new Uint8Array([1, 2]) },
      ];
      return { text: `It is ${found}.`, workspace: made, attachments };
    };
    const result = await run(answer, {}, folder);
    expect(outcomeOf(result)).toBe("pass");
    expect(await keptFiles()).toEqual(expect.arrayContaining(["a.svg", "b.bin", "own.txt", "table.csv"]));
  });

  test.each<[string, Parameters<typeof run>[0], RegExp]>([
    [
      "stand outside of the folder",
      () => ({ text: "BCL2", attachments: [{ name: "../x.txt", text: "x" }] }),
      /its attachment "\.\.\/x\.txt" would stand outside of the folder of the task/,
    ],
    [
      "are in a folder that is none",
      () => ({ text: "BCL2", workspace: "/nowhere/at/all" }),
      /the workspace it names is no folder: \/nowhere\/at\/all/,
    ],
    [
      "are no files",
      () => ({ text: "BCL2", attachments: [{ name: "x", data: 5 } as never] }),
      /its answer cannot be used: attachments\.0: expected \{ name, text \} or \{ name, data \}/,
    ],
  ])("that %s are a failure of the task", async (_, answer, reason) => {
    const result = await run(answer, {}, folder);
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.reason).toMatch(reason);
  });

  test("of a question are not there where nobody says what folder they are in; the run goes on", async () => {
    let seen: AnswerRequest | undefined;
    const result = await run((request) => {
      seen = request;
      return { text: "BCL2", attachments: [{ name: "a.txt", text: "a" }] };
    });
    expect(seen).not.toHaveProperty("workspace");
    expect(outcomeOf(result)).toBe("pass");
  });
});
