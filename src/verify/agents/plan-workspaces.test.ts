import { expect, test } from "vitest";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { Benchmark } from "../benchmark.ts";
import { planRun } from "../plan/plan-run.ts";

const plain = { modelName: "m", endpointBaseUrl: "http://h/v1" };

function planned(answering: object, file?: string) {
  const { content } = Benchmark.create({ name: "Sample" });
  const config = resolveConfig({
    ...{ answeringModels: [{ ...plain, ...answering }], parsingModels: [plain] },
    ...{ workspaceOutputMode: "full", workspaceOutputDir: "/kept" },
  });
  return planRun(config, { content, workspaceRoot: "/tasks", file }, []).workspaces;
}

test("agents see nothing of the project: its root, its file's folder, its captures, the current folder", () => {
  const plan = planned({ interface: "workspace_agent" }, "/benchmarks/targets.jsonld");
  expect(plan?.hidden).toEqual([process.cwd(), "/tasks", "/kept", "/benchmarks"]);
});

test("folders are prepared for agents and for tools that work in one, and for nobody else", () => {
  expect(planned({})).toBeNull();
  expect(planned({ mcpUrlsDict: { files: "server /data" } })).toBeNull();
  expect(planned({ mcpUrlsDict: { files: "server {workspace}" } })?.root).toBe("/tasks");
});
