import { expect, test } from "vitest";
import { Scenario } from "../../../benchmark/index.ts";
import { resolveConfig, type VerificationConfig } from "../../../config/index.ts";
import { Benchmark } from "../../../verify/index.ts";
import { withWorkspaceDir, workspaceRoot } from "./workspace-places.ts";

const place = { given: undefined, file: "/home/b/benchmark.jsonld", workingDirectory: "/work" };
const benchmarkOf = (workspacePath?: string, root?: string) => {
  const benchmark = Benchmark.create({ name: "Sample", ...(root !== undefined && { workspaceRoot: root }) });
  benchmark.addQuestion({
    ...{ question: "Which?", rawAnswer: "x" },
    ...(workspacePath !== undefined && { workspacePath }),
  });
  return benchmark;
};

test("the workspace root: as given, as the benchmark says, else beside its file where questions have files", () => {
  expect(workspaceRoot(benchmarkOf("task", "/own"), { ...place, given: "tasks" })).toBe("/work/tasks");
  expect(workspaceRoot(benchmarkOf("task", "/own"), place)).toBe("/own");
  expect(workspaceRoot(benchmarkOf("task"), place)).toBe("/home/b");
  expect(workspaceRoot(benchmarkOf(), place)).toBeUndefined();
  const ofNodes = benchmarkOf();
  const question = { question: "A?", rawAnswer: "x", workspacePath: "task" };
  ofNodes.addScenario(new Scenario("s").addNode("a", { question }).setEntry("a").validate());
  expect(workspaceRoot(ofNodes, place)).toBe("/home/b");
});

test("what is kept of workspaces goes beside the results", () => {
  const outputs = { log: "/out/r.json.jsonl", logIsTemporary: true, exports: [] };
  const none = { log: undefined, logIsTemporary: false, exports: [] };
  const model = {
    interface: "openai_endpoint",
    endpointBaseUrl: "http://localhost/v1",
    modelName: "m",
  } as const;
  const settings = (config: VerificationConfig) => ({
    config,
    resolved: resolveConfig({ answeringModels: [model], parsingModels: [model], ...config }),
  });
  const full = { workspaceOutputMode: "full" } as const;
  const beside = withWorkspaceDir(settings(full), outputs);
  for (const held of [beside.config, beside.resolved])
    expect(held.workspaceOutputDir).toBe("/out/workspaces");
  const kept = settings({ ...full, workspaceOutputDir: "/kept" });
  expect(withWorkspaceDir(kept, none)).toBe(kept);
  expect(withWorkspaceDir(settings({}), outputs)).toEqual(settings({}));
  expect(() => withWorkspaceDir(settings(full), none)).toThrow("--workspace-output-mode full needs a folder");
});
