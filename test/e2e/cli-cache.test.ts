import { join } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { VerificationResultSet } from "../../src/result/index.ts";
import { runCommand, spawnCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

test("processes at the same time share a store of replies, and later ones ask nothing", async () => {
  await using project = await sampleProject(5);
  await using server = await startOpenAiServer({ chat: scripted() });
  const place = { cwd: project.folder };
  const args = (name: string) => [
    ...["verify", "benchmark.ts", ...modelFlags(server.url), "--cache=kept", "--output", `${name}.jsonl`],
  ];
  const both = await Promise.all(["a", "b", "c"].map((name) => spawnCommand(args(name), place)));
  for (const { code, stderr } of both) {
    expect(stderr).not.toMatch(/cannot be used|ExperimentalWarning/);
    expect(code).toBe(0);
  }
  const asked = server.requests.length;
  expect(asked).toBeGreaterThanOrEqual(10);
  const later = await runCommand(args("d"), place);
  expect(later).toMatchObject({ code: 0 });
  expect(later.stdout).toContain("10 stored replies");
  expect(server.requests.length).toBe(asked);
  const results = await VerificationResultSet.fromLog(join(project.folder, "d.jsonl"));
  expect(results.at(0)?.stages.find(({ name }) => name === "GenerateAnswer")?.storedReplies).toBe(1);
  const shown = await runCommand(["cache", "show", "kept"], place);
  expect(shown.stdout).toContain("10");
});
