import { describe, expect, test } from "vitest";
import type { VerificationConfig } from "../../config/index.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { agenticTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import { planRun } from "../plan/plan-run.ts";

const plain = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const agent = { ...plain, interface: "workspace_agent" } as const;

function warningsOf(more: VerificationConfig): readonly string[] {
  const benchmark = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2" });
  const config = resolveConfig({ answeringModels: [plain], parsingModels: [plain], ...more });
  return planRun(config, benchmark, benchmark.content.questions).warnings;
}
const looked: VerificationConfig = { parsingModels: [agent], agenticParsing: true };
const judged: VerificationConfig = { ...looked, answeringModels: [agent] };
const unreached = expect.stringMatching(/workspace that "m" \(openai_endpoint\) cannot reach/);

test.each<[VerificationConfig, readonly string[]]>([
  [{}, []],
  [judged, []],
  [looked, [unreached]],
  [{ ...looked, answeringModels: [{ ...plain, mcpUrlsDict: { files: "server /tasks" } }] }, [unreached]],
  [{ ...looked, answeringModels: [{ ...plain, mcpUrlsDict: { files: "server {workspace}" } }] }, []],
  [{ ...looked, answeringModels: [{ interface: "manual", manualTracesPath: "answers.json" }] }, []],
  [
    { agenticParsingMaxTurns: 3, agenticParsingPersistTrace: true },
    ["agentic_parsing_max_turns, agentic_parsing_persist_trace have no effect: agentic_parsing is false."],
  ],
  [
    { ...looked, agenticJudgeContext: "trace_only" },
    ["With agentic_judge_context trace_only the judge reads the trace and looks at no workspace."],
  ],
  [
    { ...judged, deepJudgmentMode: "full" },
    ["deep_judgment_mode has no effect: agentic parsing fills templates in from what the judge finds out."],
  ],
  [
    { workspaceCleanup: false, agenticRubricParallel: true },
    [
      "agentic_rubric_parallel has no effect: evaluation mode template_only judges no traits.",
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

test("of what cannot be done otherwise is told: to go on at a limit, and to leave a sandbox without naming how", () => {
  const agentMiddleware = { limits: { exitBehavior: "continue" } } as const;
  expect(warningsOf({ answeringModels: [{ ...agent, agentMiddleware }] })).toEqual([
    expect.stringContaining("agent_middleware.limits.exit_behavior"),
  ]);
  const off = { ...agent, agentRuntime: { backend: "native", sandboxEnabled: false } } as const;
  expect(warningsOf({ answeringModels: [off], parsingModels: [off] })).toEqual([
    expect.stringMatching(/sandbox_enabled of model "m" has no effect: .*"auto"; .*"unsandboxed"/),
  ]);
  const named = { ...agent, agentRuntime: { backend: "local_shell", sandboxEnabled: false } } as const;
  expect(warningsOf({ answeringModels: [named] })).toEqual([]);
});

test("settings of a trait's own model that do nothing are told of like any judge's", () => {
  const benchmark = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
  const modelOverride = {
    ...{ model_name: "own", endpoint_base_url: "http://h/v1", interface: "workspace_agent" },
    agent_middleware: { limits: { model_call_limit: 5 } },
  };
  const trait = agenticTrait({ name: "runs", description: "?", kind: "boolean", modelOverride });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", rubric: [trait] });
  const config = resolveConfig({
    answeringModels: [plain],
    parsingModels: [plain],
    evaluationMode: "rubric_only",
  });
  expect(planRun(config, benchmark, benchmark.content.questions).warnings).toEqual([
    expect.stringContaining('agent_middleware.limits.model_call_limit of model "own" has no effect'),
    unreached,
  ]);
});

test("agents that share fewer requests than there are tasks may lose their time waiting, and that is said", () => {
  const few = { maxConcurrentRequests: 2, asyncMaxWorkers: 4 };
  const expected = [expect.stringContaining("4 tasks share 2 requests at a time")];
  expect(warningsOf({ ...judged, ...few })).toEqual(expected);
  const withServers = { ...plain, mcpUrlsDict: { files: "server" } };
  expect(warningsOf({ answeringModels: [withServers], ...few })).toEqual(expected);
  expect(warningsOf(few)).toEqual([]);
  expect(warningsOf({ ...judged, ...few, asyncEnabled: false })).toEqual([
    "async_max_workers has no effect: async_enabled is false.",
  ]);
  const ownCalls = { modelName: "c", interface: "claude_agent_sdk" } as const;
  expect(warningsOf({ answeringModels: [ownCalls], ...few })).toEqual([]);
});

describe("without copies", () => {
  const inPlace = (more: VerificationConfig, folders: readonly string[] = ["a", "b"]) => {
    const benchmark = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
    for (const [at, workspacePath] of folders.entries())
      benchmark.addQuestion({ id: `q${at}`, question: `Which ${at}?`, rawAnswer: "BCL2", workspacePath });
    const models = { answeringModels: [agent], parsingModels: [plain], workspaceCopy: false };
    return planRun(resolveConfig({ ...models, ...more }), benchmark, benchmark.content.questions).warnings;
  };
  const shared = [expect.stringContaining("several answers work in the same folder")];

  test("answers that have a folder each are apart", () => {
    expect(inPlace({})).toEqual([]);
    expect(inPlace({ replicateCount: 2, workspaceCopy: true })).toEqual([]);
  });

  test("replicates, models and questions that share one are not, and that is said", () => {
    expect(inPlace({ replicateCount: 2 })).toEqual(shared);
    expect(inPlace({ answeringModels: [agent, { ...agent, id: "other" }] })).toEqual(shared);
    expect(inPlace({}, ["a", "a"])).toEqual(shared);
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
