import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../base/index.ts";
import { resolveConfig } from "../../../config/index.ts";
import { Benchmark, planRun } from "../../../verify/index.ts";
import { createWorkspaceProvider } from "../../../workspaces/index.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { leftWorkspaces } from "./left-workspaces.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "left-workspaces-")));
  await mkdir(path.join(root, "task"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A run that works in so many folders; what it says about them at its end. */
async function said(
  folders: number,
  { cleanup }: { readonly cleanup: boolean },
): Promise<string | undefined> {
  const startTime = new Date(systemClock.now()).toISOString();
  const model = { modelName: "m", endpointBaseUrl: "http://h/v1", interface: "workspace_agent" } as const;
  const resolved = resolveConfig({
    answeringModels: [model],
    parsingModels: [{ modelName: "m", endpointBaseUrl: "http://h/v1" }],
    workspaceCleanup: cleanup,
  });
  const benchmark = Benchmark.create({ name: "Left" });
  benchmark.addQuestion({ id: "q", question: "?", rawAnswer: "x", workspacePath: "task" });
  benchmark.workspaceRoot = root;
  const plan = planRun(resolved, benchmark, benchmark.content.questions);
  {
    await using provider = createWorkspaceProvider({
      ...{ root, copy: true, cleanup, clock: systemClock },
      output: { mode: "none", dir: null, exclude: [] },
    });
    for (let at = 0; at < folders; at += 1) {
      const workspace = await provider.prepare({ questionId: "q", source: "task", replicate: at });
      await workspace.release();
    }
  }
  return leftWorkspaces({ resolved, plan }, { startTime, io: capturedIo({ workingDirectory: root }) });
}

test("a run that was told to leave its folders says how many there are and where", async () => {
  expect(await said(2, { cleanup: false })).toBe(
    `Workspaces: 2 folders left in ${root}; see \`npx karenina workspace list ${root}\`.`,
  );
});

test("a single one is named", async () => {
  expect(await said(1, { cleanup: false })).toMatch(/^Workspaces: left as .*\/task.+; see `npx karenina/);
});

test("nothing is said where nothing was left", async () => {
  expect(await said(1, { cleanup: true })).toBeUndefined();
  expect(await said(0, { cleanup: false })).toBeUndefined();
});
