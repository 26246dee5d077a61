import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseCommandRunner } from "../../src/commands/index.ts";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { excerptOf, judgedResult } from "../../src/report/evidence/testing/judged-result.ts";
import { deepJudgmentSection, exportCsv, exportJson, openResultLog } from "../../src/result/index.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";
import { hasTerminal, openTerminal } from "./terminal-session.ts";

const root = resolve(import.meta.dirname, "../..");
const canRunCommands = await chooseCommandRunner({ backend: "auto" }).then(
  async (runner) => {
    await runner[Symbol.asyncDispose]();
    return true;
  },
  () => false,
);
const info = { exportTimestamp: "2025-01-02T03:04:05.000Z", kareninaVersion: "0.1.0" };

const answer = "The best evidence so far is that imatinib inhibits BCR-ABL, as shown in [1].";
const imatinib = sampleResult({
  metadata: { questionId: "imatinib", questionText: "What does imatinib inhibit?", replicate: 1 },
  evaluationInput: answer,
  template: { rawLlmResponse: answer, parsedLlmResponse: { target: "BCR-ABL" } },
  deepJudgment: deepJudgmentSection({
    deepJudgmentEnabled: true,
    deepJudgmentPerformed: true,
    extractedExcerpts: { target: [excerptOf(answer, "imatinib inhibits BCR-ABL")] },
  }),
});
const results = [imatinib, judgedResult()];

describe("karenina show", () => {
  test("lists the results of a log and shows one", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    {
      await using log = await openResultLog(join(cwd, "run.jsonl"), {
        benchmark: { name: "Drugs", fingerprint: "f" },
        configFingerprint: "c",
        startedAt: info.exportTimestamp,
      });
      for (const [at, result] of results.entries()) await log.append(`task ${at}`, result);
    }
    const list = await runCommand(["show", "run.jsonl"], { cwd });
    expect(list).toMatchObject({ code: 0, stderr: "" });
    expect(list.stdout).toContain("2 results of 2 questions");
    expect(list.stdout).toMatch(/^ +0 {2}imatinib .* 1 excerpt for 1 attribute$/m);
    expect(list.stdout).toContain("npx karenina show run.jsonl --question 0\n");

    const page = await runCommand(["show", "run.jsonl", "--question", "0"], { cwd });
    expect(page).toMatchObject({ code: 0, stderr: "" });
    expect(page.stdout).toContain("so far is that {{1: imatinib inhibits BCR-ABL}}, as shown in [1].");
    expect(page.stdout).toContain('1 "imatinib inhibits BCR-ABL"\n      confidence high, verbatim');
    const one = await runCommand(["show", "run.jsonl", "--question", "ven", "--attribute", "target"], {
      cwd,
    });
    expect(one.stdout).toContain("[[1.1: Venetoclax [[1.2: binds BCL-2[[/1.1]] with high affinity]]");

    await appendFile(join(cwd, "run.jsonl"), '{"task":"torn');
    const torn = await runCommand(["show", "run.jsonl", "--question", "imatinib", "--json"], { cwd });
    expect(torn).toMatchObject({ code: 0, stderr: expect.stringContaining("line 4 of run.jsonl") });
    expect(JSON.parse(torn.stdout)).toMatchObject([{ metadata: { question_id: "imatinib" } }]);
  });

  test("shows what verify wrote", async () => {
    await using project = await sampleProject(2);
    await using server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
    const cwd = project.folder;
    const flags = [...modelFlags(server.url), "--quiet", "--output", "out.json"];
    await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
    const { stdout } = await runCommand(["show", "out.json", "--question", "q1"], { cwd });
    expect(stdout).toMatch(/^Verdict {3}x wrong/m);
    expect(stdout).toMatch(/^ +target +T1 +other +fail/m);
    expect(stdout).toContain("  | It is T1.\n");
    expect(stdout).toMatch(/^ {2}1\. fail by VerifyTemplate \(verification\)/m);
    expect(stdout).toMatch(/^ {2}GenerateAnswer +ran /m);
  });

  test("says why a model that could not be reached gave no answer", async () => {
    await using project = await sampleProject(1);
    await using server = await startOpenAiServer({ chat: () => ({ status: 401, body: {} }) });
    const cwd = project.folder;
    const flags = [...modelFlags(server.url), "--quiet", "--output", "out.json"];
    await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
    const { stdout } = await runCommand(["show", "out.json"], { cwd });
    expect(stdout).toMatch(/^Verdict {3}! infrastructure failed/m);
    expect(stdout).toMatch(/\nAnswer\n {2}no answer: \S/);
  });

  test.skipIf(!canRunCommands)("shows what agents did and what their judges found", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    for (const name of ["benchmark.jsonld", "offline.json", "replies.jsonl", "tasks"])
      await cp(join(root, "examples/coding", name), join(cwd, name), { recursive: true });
    const verify = "verify benchmark.jsonld --preset offline.json --quiet --output coding.json";
    await runCommand(verify.split(" "), { cwd });
    const shown = async (options = "") => {
      const line = `show coding.json ${options}`.trim();
      return (await runCommand(line.split(" "), { cwd })).stdout;
    };
    expect(await shown()).toMatch(
      / csv-line .* template and 1 trait investigated {2}tests_pass: expected true, got false$/m,
    );

    const page = await shown("--question csv-line");
    const documented = await readFile(join(root, "docs/agentic-evaluation.md"), "utf8");
    const [, printed = ""] =
      /```text\n\$ npx karenina show coding\.json --question csv-line\n([\s\S]+?)```/.exec(documented) ?? [];
    const runs = printed.split(/^\.\.\.$/m).filter((run) => run.trim() !== "");
    expect(runs).toHaveLength(2);
    for (const run of runs) expect(page).toContain(run.trimEnd());

    const ran = "| 5 of 6 tests passed";
    const trait = await shown("--question csv-line --attribute honest_report");
    expect(trait).toContain(ran);
    expect(trait).not.toContain("What the judge found");
    expect(await shown("--question csv-line --attribute tests_pass")).toContain(ran);
    const full = await shown("--question csv-line --full");
    expect(full).toMatch(/^Trace\n[\s\S]+\| 4 of 6 tests passed\n[\s\S]+^What the judge found$/m);
    expect(full.split(ran)).toHaveLength(3);
  });

  test.skipIf(!hasTerminal)("marks quotations at a terminal, in ASCII with --no-color", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeFile(join(cwd, "one.json"), exportJson([imatinib], info));
    await using coloured = openTerminal(["show", "one.json"], { cwd });
    const { code, shown } = await coloured.ended();
    expect(code).toBe(0);
    expect(shown).toContain("so far is that ⟦1: imatinib inhibits BCR-ABL⟧, as shown in [1].");
    await using plain = openTerminal(["show", "one.json", "--no-color"], { cwd });
    expect((await plain.ended()).shown).toContain("so far is that {{1: imatinib inhibits BCR-ABL}}, as");
  });

  test("refuses what it cannot show", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeFile(join(cwd, "out.json"), exportJson(results, info));
    await writeFile(join(cwd, "out.csv"), exportCsv(results, info));
    const show = (...args: readonly string[]) => runCommand(["show", ...args], { cwd });
    expect(await show("none.json")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Found no results at"),
    });
    expect(await show("out.csv")).toMatchObject({ code: 1, stderr: expect.stringContaining("CSV export") });
    expect(await show("out.json", "--question", "imatinip")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining('Did you mean "imatinib"?'),
    });
    expect(await show()).toMatchObject({ code: 2 });
  });
});
