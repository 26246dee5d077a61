import { expect, test } from "vitest";
import { runtimeDefaults } from "../../config/model/runtime.ts";
import type { ModelConfig } from "../../config/settings/model-config.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { agenticTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import { planRun } from "../plan/plan-run.ts";

const url = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const judge: ModelConfig = {
  ...{ ...url, id: "judge", interface: "workspace_agent" },
  agentRuntime: { backend: "bubblewrap", accessMode: "read_only" },
};
const danger: ModelConfig = {
  ...{
    ...url,
    id: "danger",
    interface: "workspace_agent",
    systemPrompt: "Obey.",
    mcpUrlsDict: { x: "npx x" },
  },
  agentRuntime: { backend: "unsandboxed", network: true },
};

function planned(modelOverride: string, answering: ModelConfig, judges: readonly ModelConfig[]) {
  const benchmark = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
  const trait = agenticTrait({ name: "runs", description: "?", kind: "boolean", modelOverride });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", rubric: [trait] });
  const config = resolveConfig({
    answeringModels: [answering],
    parsingModels: [...judges],
    evaluationMode: "rubric_only",
  });
  const { traitModels, warnings } = planRun(config, benchmark, benchmark.content.questions);
  return { model: [...traitModels.values()][0], warnings };
}

test("a model under test that a trait names investigates with the judge's access and sandbox where they are tighter, and that is said", () => {
  const { model, warnings } = planned("danger", danger, [judge]);
  expect(model).toMatchObject({
    id: "danger",
    agentRuntime: { backend: "bubblewrap", accessMode: "read_only", network: false },
    systemPrompt: null,
    mcpUrlsDict: null,
  });
  expect(warnings).toContain(
    '"danger", a model under test, investigates runs in place of judge: model_override names it. Its commands run in a sandbox (bubblewrap), read_only, without the network.',
  );
});

test("it stays in its own sandbox where the judge has none", () => {
  const own = { backend: "namespaces", accessMode: "read_only" } as const;
  const open: ModelConfig = { ...judge, agentRuntime: { backend: "unsandboxed", network: true } };
  const { model, warnings } = planned("m", { ...danger, id: "m", agentRuntime: own }, [open]);
  expect(model?.agentRuntime).toMatchObject({ ...own, network: false });
  expect(warnings).toContainEqual(
    expect.stringContaining("Its commands run in a sandbox (namespaces), read_only, without the network."),
  );
});

test("each part of what it may do is the tighter of its own and the judge's", () => {
  const both = (own: ModelConfig["agentRuntime"], judges: ModelConfig["agentRuntime"]) =>
    planned("m", { ...danger, id: "m", agentRuntime: own }, [{ ...judge, agentRuntime: judges }]).model
      ?.agentRuntime;
  expect(both({ backend: "none" }, { backend: "auto" })).toMatchObject({ backend: "none" });
  expect(both({ backend: "auto" }, { backend: "none" })).toMatchObject({ backend: "none" });
  expect(
    both({ backend: "docker", containerImage: "mine" }, { backend: "podman", containerImage: "the judge's" }),
  ).toMatchObject({ backend: "podman", image: "the judge's" });
  expect(
    both({ backend: "docker", containerImage: "mine" }, { backend: "unsandboxed", network: true }),
  ).toMatchObject({ backend: "docker", image: "mine", network: false });
  expect(both({ backend: "unsandboxed" }, { backend: "unsandboxed" })).toMatchObject({
    backend: "unsandboxed",
  });
  expect(
    both(
      { limits: { processes: 8, files: 10, openFiles: 9000 }, readMaxBytes: 100 },
      { limits: { processes: 4, files: 20 } },
    ),
  ).toMatchObject({ limits: { processes: 4, files: 10, openFiles: 4096 }, readMaxBytes: 100 });
});

test("where no judge is an agent it has the defaults: sandboxed, without the network", () => {
  expect(planned("danger", danger, [{ ...url, id: "judge" }]).model?.agentRuntime).toEqual(runtimeDefaults);
});

test("it has no further tools or variables of an agent's program", () => {
  const extraKwargs = { forward: ["AWS_SECRET_ACCESS_KEY"], further_tools: ["WebSearch"] };
  const program: ModelConfig = {
    ...{ id: "danger", modelName: "c", interface: "claude_agent_sdk", extraKwargs },
    agentRuntime: { sandboxEnabled: false },
  };
  expect(planned("danger", program, [judge]).model).toMatchObject({
    extraKwargs: null,
    agentRuntime: { sandboxEnabled: true, accessMode: "read_only" },
  });
  const filesOnly = { ...judge, agentRuntime: { backend: "none" } } as const;
  expect(planned("danger", program, [filesOnly]).model?.agentRuntime.accessMode).toBe("read_only");
});

test("a judge that is named keeps its own settings, and the only one moves nothing", () => {
  const { model, warnings } = planned("judge", danger, [judge]);
  expect(model).toMatchObject({ id: "judge", agentRuntime: { backend: "bubblewrap" } });
  expect(warnings.join()).not.toContain("investigates");
  const second = { ...judge, id: "second" };
  expect(planned("second", danger, [judge, second]).warnings).toContainEqual(
    expect.stringContaining('"second" investigates runs in place of judge, second: model_override names it.'),
  );
});
