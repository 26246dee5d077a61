import { expect, test } from "vitest";
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
});

test("what is kept of workspaces goes beside the results", () => {
  const outputs = { log: "/out/r.json.jsonl", logIsTemporary: true, exports: [] };
  const none = { log: undefined, logIsTemporary: false, exports: [] };
  const full = { workspaceOutputMode: "full" } as const;
  expect(withWorkspaceDir(full, outputs).workspaceOutputDir).toBe("/out/workspaces");
  expect(withWorkspaceDir({ ...full, workspaceOutputDir: "/kept" }, none).workspaceOutputDir).toBe("/kept");
  expect(withWorkspaceDir({}, outputs)).toEqual({});
  expect(() => withWorkspaceDir(full, none)).toThrow("--workspace-output-mode full needs a folder");
});
