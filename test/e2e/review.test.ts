import { chmod, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";
import { enter, hasTerminal, openTerminal } from "./terminal-session.ts";

const page = await readFile(resolve(import.meta.dirname, "../../docs/reviewing.md"), "utf8");
const benchmark = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const up = "\u001b[A";

test("the page's list is what is printed", async () => {
  await using project = await sampleProject();
  await project.write("benchmark.yaml", benchmark);
  const [command, ...others] = shownCommands(page);
  expect(others).toEqual([]);
  const run = await runCommand((command?.line ?? "").split(" "), { cwd: project.folder });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(runNotPrinted(command?.runs ?? ["nothing"], run.stdout)).toBeUndefined();
});

describe.skipIf(!hasTerminal)("at a terminal", () => {
  test("questions are shown as the page says, edited in an editor, and accepted", async () => {
    await using project = await sampleProject();
    await project.write("benchmark.yaml", benchmark);
    await project.write("editor.sh", '#!/bin/sh\nsed -i "s/gene/one gene/" "$1"\n');
    const editor = join(project.folder, "editor.sh");
    await chmod(editor, 0o755);
    await using terminal = openTerminal(["review", "benchmark.yaml"], {
      cwd: project.folder,
      env: { EDITOR: editor },
    });
    await terminal.answer("What now?", "");
    await terminal.answer("Skip", `${up.repeat(4)}${enter}`);
    await terminal.answer("Question 2 of 2, 1 not finished", "");
    await terminal.answer("Skip", `${up.repeat(3)}${enter}`);
    await terminal.answer("In which one gene", "");
    await terminal.answer("Skip", enter);
    const { code, shown } = await terminal.ended();
    expect(code).toBe(0);
    expect(shown).toContain("1 accepted, 1 edited: benchmark.yaml. 1 of 2 is not finished");
    const lines = shown.split(/\r?\n/).map((line) => line.replace(/(?: ─+╮| +│)$/, "").trimEnd());
    const card = /(◇ {2}Question 1[\s\S]*?)```/.exec(page)?.[1]?.trimEnd().split("\n") ?? ["nothing"];
    const at = lines.indexOf(card[0] ?? "");
    expect(lines.slice(at, at + card.length)).toEqual(card);
    expect(await readFile(join(project.folder, "benchmark.yaml"), "utf8")).toBe(
      benchmark.replace("    finished: false\n", "").replace("which gene", "which one gene"),
    );
  });
});
