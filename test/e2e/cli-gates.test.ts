import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

const gatesFile = `
gates:
  - gate: pass_rate
    min: 0.9
  - gate: no_new_failures
`;

const scored = `
karenina: 1
name: Scored
rubric:
  - {type: llm, name: clarity, kind: score, min_score: 1, max_score: 5}
questions:
  - {question: "Why?", answer: Because}
`;

describe("gates", () => {
  test("decide about the exit code of verify and summary, and say what was observed and wanted", async () => {
    await using project = await sampleProject(4);
    const cwd = project.folder;
    await project.write("gates.yaml", gatesFile);
    await using good = await startOpenAiServer({ chat: scripted() });
    const before = await runCommand(
      [
        "verify",
        "benchmark.ts",
        ...modelFlags(good.url),
        "--output",
        "before.json",
        "--gate",
        "pass_rate min=100%",
        "--quiet",
      ],
      { cwd },
    );
    expect(before).toMatchObject({ code: 0 });
    expect(before.stdout).toContain(
      "\nGates\n  + pass_rate at least 100 %: 100 % of 4 [51 % to 100 %]; the data do not suffice to tell\n",
    );

    await using worse = await startOpenAiServer({ chat: scripted({ wrong: [2] }) });
    const gates = ["--gates", "gates.yaml", "--baseline", "before.json"];
    const after = await runCommand(
      [
        "verify",
        "benchmark.ts",
        ...modelFlags(worse.url),
        "--output",
        "after.json",
        ...gates,
        "--quiet",
        "--json",
      ],
      { cwd },
    );
    expect(after.code).toBe(1);
    expect(after.stderr).toContain("error: 2 of 2 gates were not met: pass_rate at least 90 %: 75 % of 4");
    expect(JSON.parse(after.stdout)).toMatchObject({
      exit_code: 1,
      gates: [
        { gate: { gate: "pass_rate", min: 0.9 }, observed: 0.75, met: false, conclusive: false },
        { gate: { gate: "no_new_failures", max: 0 }, observed: 1, wanted: 0, met: false, conclusive: true },
      ],
    });

    const summary = await runCommand(["summary", "after.json", ...gates], { cwd });
    expect(summary.code).toBe(1);
    expect(summary.stdout).toMatch(
      /\n {2}x no_new_failures at most 0 \(this run against baseline\): 1 of 4\n$/,
    );
    const met = await runCommand(
      ["summary", "after.json", "--gate", "outcome_share outcome=wrong max=25%", "--json"],
      { cwd },
    );
    expect(met).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(met.stdout).gates).toMatchObject([{ met: true, observed: 0.25 }]);
    const none = await runCommand(["summary", "after.json", "--json"], { cwd });
    expect(JSON.parse(none.stdout)).not.toHaveProperty("gates");
  });

  test.each([
    [["--gate", "pas_rate min=1"], '--gate "pas_rate min=1"'],
    [["--gate", "pass_rate min=ninety"], "min"],
    [["--gate", "pass_rate above 3"], '"above 3" is no field'],
    [["--gate", 'trait trait="two words"'], "needs `min` or `max`"],
    [["--gate", "no_broken"], "The gate no_broken compares with a baseline."],
    [["--gate", "cost max=1", "--baseline", "before.json"], "--baseline: no gate compares with it."],
    [["--gate", "pass_rate min=80% min=10%"], '"min" is given twice'],
    [["--gates", "broken.yaml"], "broken.yaml: "],
  ])("are refused before a model is asked: %j", async (args, message) => {
    await using project = await sampleProject();
    await project.write("broken.yaml", "gates:\n  - gate: cost\n    maximum: 3\n");
    const flags = [...modelFlags("http://127.0.0.1:9/v1"), "--no-output"];
    const refused = await runCommand(["verify", "benchmark.ts", ...flags, ...args], { cwd: project.folder });
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  test.each([
    ["trait trait=clarity min=80%", "clarity is on a scale from 1 to 5, of which a percent means nothing"],
    ["trait trait=clarity min=9", "clarity is on a scale from 1 to 5, so min=9 could never hold"],
    ["trait trait=clarity min=0", "clarity is on a scale from 1 to 5, so min=0 would always hold"],
    ["cost max=80%", '"max" of cost is no share, so it is not in percent'],
    ["not_worse by=2% alpha=0", "alpha"],
  ])("whose bounds mean nothing are refused before a model is asked: %s", async (gate, message) => {
    await using project = await sampleProject();
    await project.write("scored.yaml", scored);
    const flags = [...modelFlags("http://127.0.0.1:9/v1"), "--no-output", "--gate", gate];
    const refused = await runCommand(["verify", "scored.yaml", ...flags], { cwd: project.folder });
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });
});
