import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openAiWire, type ServedRequest, startModelServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const root = resolve(import.meta.dirname, "../..");

/** A judge of flights, and of the targets of the sample benchmark. */
const reply = ({ body }: ServedRequest) => {
  const values = JSON.stringify(body).includes("flight") ? { flight: "BA 117" } : { target: "T0" };
  return { body: openAiWire.reply({ text: JSON.stringify(values) }) };
};

test("the programs of docs/judging-logs.md run, and what they save is summed up, shown and gated", async () => {
  await using judge = await startModelServer(reply, { probes: true });
  await using project = await sampleProject(1);
  const page = await readFile(join(root, "docs/judging-logs.md"), "utf8");
  const blocks = Array.from(page.matchAll(/```ts\n([\s\S]*?)```/g), ([, block = ""]) => block);
  const [chat = "", ...others] = blocks.toSorted((a, b) => Number(isChat(b)) - Number(isChat(a)));
  expect(others).toHaveLength(4);
  const row = { request: { text: "What is target 0?" }, reply: { text: "It is T0." } };
  await project.write("chat.jsonl", JSON.stringify(row));
  await project.write("chat.ts", chat);
  await project.write(
    "live.ts",
    [
      'import { replied } from "./chat.ts";',
      'for (let at = 0; at < 40; at += 1) replied("How?", "Thank you.", String(at));',
    ].join("\n"),
  );
  await project.write(
    "program.ts",
    [
      'import { answerTemplate, evaluateRubricOnResults, exactMatch, judgeAnswers, regexTrait, TaskEval, verified } from "karenina";',
      'import * as z from "zod";',
      'import benchmark from "./benchmark.ts";',
      `const parsingModels = [{ modelName: "j", endpointBaseUrl: "${judge.url}" }];`,
      ...others.map((block) =>
        block
          .replace('{ modelProvider: "openai", modelName: "gpt-5-mini" }', "parsingModels[0]")
          .replace("(results,", "(evaluated.results,"),
      ),
    ].join("\n"),
  );
  await mkdir(join(project.folder, "node_modules"));
  await symlink(root, join(project.folder, "node_modules/karenina"));
  await symlink(join(root, "node_modules/zod"), join(project.folder, "node_modules/zod"));
  const run = (program: string) => promisify(execFile)(process.execPath, [program], { cwd: project.folder });
  // what it has logged is there when it has ended
  expect(await run("live.ts")).toMatchObject({ stdout: "", stderr: "" });
  const { stdout, stderr } = await run("program.ts");
  expect(stderr).toBe("");
  const shown = /```text\n(═[\s\S]*?)```/.exec(page)?.[1] ?? "no output";
  expect(stdout.replace(/^\d{4}-.*Z$/m, "2026-01-31T12:00:00.000Z")).toContain(shown);
  const lines = (await readFile(join(project.folder, "logs/chat.jsonl"), "utf8")).trim().split("\n");
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThan(30);
  expect(stdout).toContain(`${lines.length} events, 0 other lines\n1/1 rubric traits passed`);

  const karenina = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  expect((await karenina("summary", "task.json", "--by", "keyword")).stdout).toContain("step: book");
  expect((await karenina("show", "task.json", "--question", "step_book_flight")).stdout).toContain(
    "I have booked BA 117 for 3 May.",
  );
  expect(await karenina("report", "task.json", "-o", "task.html")).toMatchObject({ code: 0 });
  expect(await karenina("summary", "task.json", "--gate", "pass_rate min=100%")).toMatchObject({ code: 0 });
});

const isChat = (block: string): boolean => block.startsWith("// chat.ts");
