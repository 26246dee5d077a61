import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/from-other-systems");

let cwd: string;
let page: string;
beforeAll(async () => {
  page = await readFile(join(root, "docs/from-other-systems.md"), "utf8");
  cwd = await mkdtemp(join(tmpdir(), "karenina-others-"));
  await symlink(join(root, "examples"), join(cwd, "examples"), "junction");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

test("the commands of docs/from-other-systems.md print what it shows", async () => {
  const commands = shownCommands(page);
  expect(commands.map(({ line }) => line.split(" ")[0])).toEqual(["judge", "judge", "judge", "show"]);
  for (const { line, runs } of commands) {
    const args = Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
    const { stderr, stdout } = await runCommand(args, { cwd });
    expect(runNotPrinted(runs, `${stderr}${stdout}`.replaceAll(`${cwd}${sep}`, "")), line).toBeUndefined();
  }
});

test("what the page shows of the suites stands in their files", async () => {
  const files = (await readdir(folder)).filter((name) => /\.(py|yaml)$/.test(name));
  expect(files).toHaveLength(6);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const shown = Array.from(page.matchAll(/```(?:python|yaml)\n([\s\S]*?)```/g), ([, text = ""]) => text);
  expect(shown).toHaveLength(5);
  for (const text of shown)
    expect(
      texts.some((file) => file.includes(text)),
      text,
    ).toBe(true);
});
