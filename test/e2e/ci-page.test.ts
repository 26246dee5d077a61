import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { entry, userState } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const root = resolve(import.meta.dirname, "../..");
const page = await readFile(join(root, "docs/ci.md"), "utf8");

/** What this test needs of a workflow. */
interface Workflow {
  readonly env: { readonly [name: string]: string };
  readonly jobs: {
    readonly evaluate: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] };
  };
}
const workflow: Workflow = parse(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "");

/** A step's commands, as GitHub runs them. */
function commandsOf(name: string): string {
  const found = workflow.jobs.evaluate.steps.find((step) => step.name === name)?.run;
  if (found === undefined) throw new Error(`no step ${name}`);
  return found;
}

test("the workflow runs as it is printed: alone, against a baseline, and below its gates", async () => {
  await using project = await sampleProject();
  const cwd = project.folder;
  await cp(join(root, "examples/quickstart"), join(cwd, "examples/quickstart"), { recursive: true });
  const bin = join(cwd, "bin");
  await mkdir(bin);
  const program = (name: string, text: string) =>
    writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await program("npx", `shift; exec "${process.execPath}" "${entry}" "$@"`);
  await program(
    "gh",
    `if [ "$2" = list ]; then echo 7; else test "$3" = 7 && mkdir baseline && cp results.json baseline; fi`,
  );
  const summary = join(cwd, "step-summary.md");
  const run = (commands: string) =>
    promisify(execFile)("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", commands], {
      cwd,
      env: {
        ...workflow.env,
        PATH: `${bin}:${process.env.PATH}`,
        GITHUB_STEP_SUMMARY: summary,
        XDG_STATE_HOME: userState,
      },
    });

  await run(commandsOf("Run"));
  const first = await run(commandsOf("Report"));
  expect(first.stdout).toMatch(
    /^::error file=examples\/quickstart\/benchmark\.jsonld,title=#14 List the phases/m,
  );
  expect(first.stdout).toMatch(/^::warning .*1 judge failed/m);
  expect(await readFile(summary, "utf8")).toContain("14 of 17 passed");
  expect(await readFile(join(cwd, "junit.xml"), "utf8")).toContain(
    'tests="19" failures="3" errors="1" skipped="1"',
  );
  expect(await readFile(join(cwd, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);

  await run(commandsOf("Last good results of main"));
  const again = commandsOf("Report").replace(" -o report.html -o junit.xml", "");
  const compared = await run(again);
  expect(compared.stdout).not.toContain("::error");
  expect(await readFile(summary, "utf8")).toContain("### this run against baseline");

  const missed = run(again.replace("min=80%", "min=90%"));
  await expect(missed).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^::error .*title=Gate not met::pass_rate at least 90 %25/m),
    stderr: expect.stringContaining("1 of 4 gates was not met"),
  });
});
