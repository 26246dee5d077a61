import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";
import { clearLine, down, enter, hasTerminal, interrupt, openTerminal } from "./terminal-session.ts";

describe.skipIf(!hasTerminal)("at a terminal", () => {
  test("a run is chosen, saved as a preset, and run", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted() });
    await using terminal = openTerminal(["verify", "benchmark.ts", "--interactive"], { cwd: project.folder });
    await terminal.answer("Which questions?", `${clearLine}0,2${enter}`);
    await terminal.answer("How often", enter);
    await terminal.answer("What is judged?", enter);
    await terminal.answer("detect refusals?", enter);
    await terminal.answer("lack what the template", enter);
    await terminal.answer("by meaning?", enter);
    await terminal.answer("deep judgment", enter);
    for (const [question, name] of [
      ["How is the model under test reached?", "m"],
      ["How is the judge reached?", "j"],
    ] as const) {
      await terminal.answer(question, `${down}${enter}`);
      await terminal.answer("Address of the server", `${clearLine}${server.url}${enter}`);
      await terminal.answer("Name of the model", `${name}${enter}`);
      await terminal.answer("Its id in results", enter);
      await terminal.answer("Environment variable", enter);
      await terminal.answer("Temperature", enter);
      await terminal.answer("System prompt", enter);
      await terminal.answer("Another", enter);
    }
    await terminal.answer("2 tasks: 2 questions", "");
    await terminal.answer("Save these settings", "y");
    await terminal.answer("Name of the preset", `Chosen${enter}`);
    await terminal.answer("What is it for?", enter);
    await terminal.answer("Run it now?", enter);
    const { code, shown } = await terminal.ended();
    expect(shown).toContain("2/2 100 %");
    expect(code).toBe(0);
    expect(await readdir(join(project.folder, "karenina-results"))).toHaveLength(1);
    const preset = JSON.parse(await readFile(join(project.folder, "presets", "chosen.json"), "utf8"));
    expect(preset.config).toMatchObject({
      evaluation_mode: "template_only",
      answering_models: [{ id: "m", interface: "openai_endpoint", endpoint_base_url: server.url }],
      parsing_models: [{ id: "j", model_name: "j", temperature: 0.1 }],
    });
  });

  test("Ctrl-C leaves with 130, and nothing is run", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted() });
    const args = ["verify", "benchmark.ts", "--interactive", ...modelFlags(server.url)];
    await using terminal = openTerminal(args, { cwd: project.folder });
    await terminal.answer("Which questions?", enter);
    await terminal.answer("How often", interrupt);
    const { code, shown } = await terminal.ended();
    expect(code).toBe(130);
    expect(shown).toContain("nothing was run");
    expect(server.requests).toHaveLength(0);
    expect(await readdir(project.folder)).toEqual(["benchmark.ts"]);
  });
});

test.each([
  [["--interactive"], "--interactive needs a terminal to ask at"],
  [["--mode", "advanced"], "--mode goes with --interactive"],
  [["--interactive", "--resume", "log.jsonl"], "contradict each other"],
])("%j without a terminal, or a meaning, is wrong usage", async (flags, message) => {
  await using project = await sampleProject();
  const run = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(message);
});
