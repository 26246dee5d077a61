import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { outcomeOf } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { localService } from "./testing/local-service.ts";
import { judgeLlm } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "service-files-"));
  await mkdir(path.join(folder, "task"));
  await mkdir(path.join(folder, "elsewhere"));
  await writeFile(path.join(folder, "task", "a.txt"), "mine");
  await symlink(path.join(folder, "elsewhere"), path.join(folder, "task", "link"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const template = answerTemplate({
  target: verified(z.string(), {
    description: "The target",
    groundTruth: "BCL2",
    verifyWith: exactMatch(),
  }),
});

async function run(model: ModelConfig, workspaceCopy: boolean) {
  const benchmark = Benchmark.create({ name: "Files" });
  benchmark.addQuestion({ question: "Which?", rawAnswer: "BCL2", template, workspacePath: "task" });
  benchmark.workspaceRoot = folder;
  const [result] = await benchmark.runVerification(
    {
      answeringModels: [{ id: "mine", ...model }],
      parsingModels: [{ id: "judge", llm: judgeLlm() }],
      workspaceCopy,
      ...(workspaceCopy && {
        workspaceOutputMode: "produced" as const,
        workspaceOutputDir: path.join(folder, "kept"),
      }),
    },
    { environment: {} },
  );
  if (result === undefined) throw new Error("expected a result");
  return result;
}

/** A service whose answer comes with a file of this name. */
async function sending(name: string): Promise<ModelConfig> {
  const served = await localService((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ text: "BCL2", attachments: [{ name, text: "owned" }] }));
  });
  return { http: served.url };
}

test.each([["link/new.txt"], ["a.txt"], ["new.txt"], [".git/config"]])(
  "a service puts nothing into a question's own folder: %s",
  async (name) => {
    const result = await run(await sending(name), false);
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.reason).toContain(
      `its attachment "${name}" would be written into the question's own folder, which is used in place`,
    );
    expect(await readdir(path.join(folder, "elsewhere"))).toEqual([]);
    expect((await readdir(path.join(folder, "task"))).toSorted()).toEqual(["a.txt", "link"]);
    expect(await readFile(path.join(folder, "task", "a.txt"), "utf8")).toBe("mine");
  },
);

test("a service may put files into a copy, none of them hidden", async () => {
  const kept = async () =>
    (await readdir(path.join(folder, "kept"), { recursive: true })).map((name) => path.basename(name));
  expect(outcomeOf(await run(await sending("plots/new.svg"), true))).toBe("pass");
  expect(await kept()).toContain("new.svg");
  const result = await run(await sending(".git/config"), true);
  expect(result.metadata.failure?.reason).toContain('its attachment ".git/config" is hidden');
  expect(await kept()).not.toContain(".git");
});

test("a function that works in place writes through no folder that is a link", async () => {
  const answer = () => ({ text: "BCL2", attachments: [{ name: "link/new.txt", text: "x" }] });
  const result = await run({ answer }, false);
  expect(outcomeOf(result)).toBe("infrastructure_failed");
  expect(result.metadata.failure?.reason).toContain(
    'its attachment "link/new.txt" could not be written: link is no folder',
  );
  expect(await readdir(path.join(folder, "elsewhere"))).toEqual([]);
  const inside = () => ({ text: "BCL2", attachments: [{ name: "new/b.txt", text: "x" }] });
  expect(outcomeOf(await run({ answer: inside }, false))).toBe("pass");
  expect(await readFile(path.join(folder, "task", "new", "b.txt"), "utf8")).toBe("x");
});
