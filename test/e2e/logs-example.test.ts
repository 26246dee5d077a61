import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { readResultLog } from "karenina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/logs");

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "logs-example-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const node = (...args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: place });

test("the commands of docs/judging-logs.md judge 1,000 lines, and print what it shows", async () => {
  const page = await readFile(join(root, "docs/judging-logs.md"), "utf8");
  const example = /## An example\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const commands = Array.from(example.matchAll(/^(node|npx karenina) (.+)$/gm), ([, program, line = ""]) => ({
    ...{ program, args: line.replaceAll("examples/logs/", `${folder}/`).split(" ") },
  }));
  expect(commands.map(({ args: [name] }) => name)).toEqual([
    `${folder}/make-log.ts`,
    "judge",
    "judge",
    "show",
  ]);
  let printed = "";
  for (const { program, args } of commands) {
    if (program === "node") await node(...args);
    else {
      const run = await runCommand(args, { cwd: place });
      expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error:") });
      printed += run.stdout;
    }
  }
  const shown = Array.from(example.matchAll(/```text\n([\s\S]*?)```/g), ([, text = ""]) => text);
  expect(shown).toHaveLength(2);
  for (const text of shown) expect(printed).toContain(text);
  expect(printed).toContain("you get 60 % of the fare back");
  const lines = (await readFile(join(place, "chat.jsonl"), "utf8")).trim().split("\n");
  expect([lines.length, new Set(lines.map((line) => JSON.parse(line).answer)).size > 900]).toEqual([
    1000,
    true,
  ]);
  const judged = await Array.fromAsync(readResultLog(join(place, "traits.jsonl")));
  expect(new Set(judged.map(({ metadata }) => metadata.reused?.resultId)).size).toBe(1000);
});

test.runIf(isThorough)("recording again gives the same file", async () => {
  await node(join(folder, "record.ts"), place);
  expect(await readFile(join(place, "judge.jsonl"), "utf8")).toBe(
    await readFile(join(folder, "judge.jsonl"), "utf8"),
  );
});
