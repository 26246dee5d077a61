import { describe, expect, test } from "vitest";
import { agenticTrait } from "../../rubric/index.ts";
import { Benchmark } from "../running/benchmark.ts";
import { planRun } from "../running/plan-run.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";

const plain = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const agent = { ...plain, interface: "workspace_agent" } as const;

function warningsOf(more: VerificationConfig): readonly string[] {
  const benchmark = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2" });
  const config = resolveConfig({ answeringModels: [plain], parsingModels: [plain], ...more });
  return planRun(config, benchmark, benchmark.content.questions).warnings;
}
const judged: VerificationConfig = { parsingModels: [agent], agenticParsing: true };

test.each<[VerificationConfig, readonly string[]]>([
  [{}, []],
  [judged, []],
  [
    { agenticParsingMaxTurns: 3, agenticParsingPersistTrace: true },
    ["agentic_parsing_max_turns, agentic_parsing_persist_trace have no effect: agentic_parsing is false."],
  ],
  [
    { ...judged, agenticJudgeContext: "trace_only" },
    ["With agentic_judge_context trace_only the judge reads the trace and looks at no workspace."],
  ],
  [
    { ...judged, deepJudgmentMode: "full" },
    ["deep_judgment_mode has no effect: agentic parsing fills templates in from what the judge finds out."],
  ],
  [
    { workspaceCleanup: false, agenticRubricParallel: true },
    [
      "agentic_rubric_parallel has no effect: the run has no agentic traits.",
      "workspace_cleanup has no effect: no agent of the run works in a folder.",
    ],
  ],
  [
    { ...judged, workspaceOutputExcludePatterns: ["*.log"] },
    ["workspace_output_exclude_patterns has no effect: workspace_output_mode is none."],
  ],
])("%j", (config, expected) => {
  expect(warningsOf(config)).toEqual(expected);
});

describe("middleware", () => {
  const middleware = {
    limits: { modelCallLimit: 5, toolCallLimit: 9 },
    modelRetry: { maxRetries: 1 },
    summarization: { enabled: false },
  };
  const answering = (model: object) =>
    warningsOf({ answeringModels: [{ ...model, modelName: "m", agentMiddleware: middleware }] });
  const retries =
    'agent_middleware.model_retry of model "m" has no effect: calls are repeated as retry_policy says.';

  test("of an agent: the limits count", () => {
    expect(answering(agent)).toEqual([retries]);
    expect(answering({ ...plain, mcpUrlsDict: { files: "server" } })).toEqual([retries]);
  });

  test("of others: they do not, and that is said", () => {
    expect(answering(plain)).toEqual([retries, expect.stringContaining("it has no tools and is asked once")]);
    expect(answering({ interface: "claude_agent_sdk" })).toEqual([
      retries,
      expect.stringContaining("claude_agent_sdk limits model calls only"),
    ]);
  });
});

test("a trait that only reads the trace needs no agent", () => {
  const benchmark = Benchmark.create({ name: "Sample" });
  const trait = { name: "careful", description: "?", kind: "boolean", contextMode: "trace_only" } as const;
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", rubric: [agenticTrait(trait)] });
  const config = resolveConfig({
    answeringModels: [plain],
    parsingModels: [plain],
    evaluationMode: "rubric_only",
  });
  expect(planRun(config, benchmark, benchmark.content.questions).workspaces).toBeNull();
});
