import { expect, test } from "vitest";
import { agenticTrait } from "../../rubric/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { runtimeDefaults } from "../model/runtime.ts";
import { Benchmark } from "../running/benchmark.ts";
import { planRun } from "../running/plan-run.ts";
import { resolveConfig } from "../verification/resolve-config.ts";

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

test("a model under test that a trait names investigates with the judge's access and sandbox, and that is said", () => {
  const { model, warnings } = planned("danger", danger, [judge]);
  expect(model).toMatchObject({
    id: "danger",
    agentRuntime: { backend: "bubblewrap", accessMode: "read_only", network: false },
    systemPrompt: null,
    mcpUrlsDict: null,
  });
  expect(warnings).toContain(
    '"danger", a model under test, investigates runs in place of judge: model_override names it.',
  );
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
});

test("a judge that is named keeps its own settings, and the only one moves nothing", () => {
  const { model, warnings } = planned("judge", danger, [judge]);
  expect(model).toMatchObject({ id: "judge", agentRuntime: { backend: "bubblewrap" } });
  expect(warnings.join()).not.toContain("investigates");
  const second = { ...judge, id: "second" };
  expect(planned("second", danger, [judge, second]).warnings).toContain(
    '"second" investigates runs in place of judge, second: model_override names it.',
  );
});
