import { describe, expect, test } from "vitest";
import type { ModelConfig } from "../settings/model-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { resolveConfig } from "./resolve-config.ts";

const plain: ModelConfig = { modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" };
const agent: ModelConfig = { ...plain, interface: "workspace_agent" };

function problemsOf(config: VerificationConfig): string {
  try {
    resolveConfig(config);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}
const answering = (model: ModelConfig) => problemsOf({ answeringModels: [model], parsingModels: [plain] });
const judging = (model: ModelConfig) => problemsOf({ answeringModels: [plain], parsingModels: [model] });
const files = { files: "npx server /data" };

describe("agentic parsing", () => {
  const config = (more: VerificationConfig): VerificationConfig => ({
    answeringModels: [plain],
    parsingModels: [agent],
    agenticParsing: true,
    ...more,
  });

  test("needs judges that are agents, and names those that are not", () => {
    expect(problemsOf(config({}))).toBe("");
    const message = problemsOf(config({ parsingModels: [agent, { ...plain, id: "judge" }] }));
    expect(message).toContain('"judge" (openai_endpoint) is none');
    expect(message).toContain("workspace_agent, claude_agent_sdk, langchain_deep_agents");
  });

  test.each<[VerificationConfig, string]>([
    [{ evaluationMode: "rubric_only" }, "nothing to parse"],
    [{ agenticParsingMaterializeTrace: true }, "does not see the trace"],
    [{ agenticParsing: false, agenticParsingTrigger: "dynamic" }, "needs agentic parsing to be on"],
  ])("%j: %s", (more, message) => {
    expect(problemsOf(config(more))).toContain(message);
  });
});

describe("tools of MCP servers", () => {
  test.each<ModelConfig>([plain, agent, { modelName: "m", interface: "claude_tool" }])(
    "are given to %j",
    (model) => {
      expect(answering({ ...model, mcpUrlsDict: files, mcpToolFilter: ["read"] })).toBe("");
    },
  );

  test.each<ModelConfig>([{ manualTracesPath: "answers.json" }])("are refused for %j", (model) => {
    expect(answering({ ...model, mcpUrlsDict: files })).toContain("cannot use tools");
  });

  test("are not for judges, and settings of theirs need servers", () => {
    expect(judging({ ...agent, mcpUrlsDict: files })).toContain("a judge is given none");
    expect(answering({ ...plain, mcpToolFilter: ["read"] })).toContain("mcpToolFilter: needs MCP servers");
    expect(answering({ ...plain, mcpUrlsDict: {}, mcpToolFilter: [] })).toBe("");
  });

  test("a server that cannot be read is named; a variable is no matter yet", () => {
    expect(answering({ ...plain, mcpUrlsDict: { a: "ftp://x" } })).toContain(
      'MCP server "a": expected an http',
    );
    expect(answering({ ...plain, mcpUrlsDict: { a: "ls | wc" } })).toContain('MCP server "a"');
    expect(answering({ ...plain, mcpUrlsDict: { a: "http://localhost:$PORT/mcp?key=$KEY" } })).toBe("");
  });
});

describe("where agents work", () => {
  const runtime = (agentRuntime: ModelConfig["agentRuntime"], model: ModelConfig = agent) =>
    answering({ ...model, agentRuntime });

  test.each<[ModelConfig["agentRuntime"], string]>([
    [{ backend: "docker" }, "needs an image"],
    [
      { backend: "container", containerRuntime: "apptainer", containerImage: "x.sif" },
      '"apptainer" is not available',
    ],
    [{ containerAddHosts: ["a:1.2.3.4"] }, "containerAddHosts: is not available"],
    [{ network: true, containerNetwork: "none" }, "contradicts container network"],
    [{ backend: "unsandboxed", accessMode: "read_only" }, "cannot be kept from writing"],
  ])("%j: %s", (agentRuntime, message) => {
    expect(runtime(agentRuntime)).toContain(message);
  });

  test("is for agents only, and an agent with a sandbox of its own takes no other", () => {
    expect(runtime({ backend: "native" }, plain)).toContain("is only for agents (workspace_agent");
    const claude: ModelConfig = { modelName: "m", interface: "claude_agent_sdk" };
    expect(runtime({ accessMode: "read_only" }, claude)).toBe("");
    expect(runtime({ backend: "bubblewrap", limits: { files: 5 } }, claude)).toMatch(/backend: .*limits: /s);
  });

  test.each<[ModelConfig["agentRuntime"], string]>([
    [null, "auto"],
    [{ backend: "native" }, "auto"],
    [{ backend: "filesystem" }, "none"],
    [{ backend: "local_shell" }, "auto"],
    [{ backend: "local_shell", sandboxEnabled: false }, "unsandboxed"],
    [{ backend: "container", containerRuntime: "podman", containerImage: "i" }, "podman"],
    [{ backend: "container", containerImage: "i" }, "docker"],
  ])("%j is the backend %s", (agentRuntime, backend) => {
    const config = { answeringModels: [{ ...agent, agentRuntime }], parsingModels: [plain] };
    expect(resolveConfig(config).answeringModels[0]?.agentRuntime.backend).toBe(backend);
  });
});

test.each<[ModelConfig, string]>([
  [{ modelName: "m", interface: "workspace_agent" }, "a server's address, a model file, or a recording"],
  [{ modelName: "m", interface: "langchain_deep_agents" }, "needs a provider"],
  [{ ...plain, anthropicApiKey: "k", interface: "workspace_agent" }, "anthropicApiKey: is only for"],
  [
    { ...plain, maxContextTokens: 4096 },
    'maxContextTokens: is only for interfaces "llama_cpp" and "workspace_agent"',
  ],
  [{ ...plain, interface: "claude_tool" }, "endpointBaseUrl: is only for"],
])("%j: %s", (model, message) => {
  expect(answering(model)).toContain(message);
});

test.each<ModelConfig>([
  { modelName: "m", interface: "claude_tool", anthropicBaseUrl: "http://h" },
  { modelName: "m", interface: "claude_agent_sdk", anthropicApiKey: "k" },
  { modelName: "m", modelProvider: "anthropic", interface: "langchain", anthropicApiKey: "k" },
  { modelName: "m", modelProvider: "anthropic", interface: "workspace_agent", anthropicApiKey: "k" },
  { modelName: "m", modelProvider: "openrouter", interface: "workspace_agent" },
  { modelName: "m", replayFile: "r.jsonl", interface: "workspace_agent" },
  { modelPath: "m.gguf", maxContextTokens: 4096 },
  { modelPath: "m.gguf", interface: "workspace_agent" },
])("all is well: %j", (model) => {
  expect(answering(model)).toBe("");
});
