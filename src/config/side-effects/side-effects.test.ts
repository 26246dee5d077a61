import { expect, test } from "vitest";
import type { ModelConfig } from "../settings/model-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { listSideEffects } from "./side-effects.ts";

const answering = (model: ModelConfig): VerificationConfig => ({
  answeringModels: [{ id: "m", modelName: "m", ...model }],
});
const url = "https://stranger.example/v1";

test.each<[string, VerificationConfig, string]>([
  [
    "a program",
    answering({ mcpUrlsDict: { x: "GITHUB_PAT=$GITHUB_PAT npx server" } }),
    'starts the program "GITHUB_PAT=$GITHUB_PAT npx server" (MCP server "x" of model "m")',
  ],
  [
    "a program that is tested",
    answering({ command: "python app.py --token litZ9k2Qm47Xw81Vb3" }),
    'starts the program "python app.py --token [hidden]" (the application of model "m")',
  ],
  [
    "a variable for a service that is tested",
    answering({ http: 'https://host/ask -H "Authorization: Bearer $AWS_SECRET_ACCESS_KEY"' }),
    'sends AWS_SECRET_ACCESS_KEY to host (the application of model "m")',
  ],
  [
    "a long program, to its end",
    answering({ mcpUrlsDict: { x: `sh -c "${"true; ".repeat(60)}evil"` } }),
    `starts the program ${JSON.stringify(`sh -c "${"true; ".repeat(60)}evil"`)} (MCP server "x" of model "m")`,
  ],
  [
    "a program with a key in its arguments",
    answering({ mcpUrlsDict: { x: "npx server --token litZ9k2Qm47Xw81Vb3" } }),
    'starts the program "npx server --token [hidden]" (MCP server "x" of model "m")',
  ],
  [
    "a variable in the address of a server",
    answering({ mcpUrlsDict: { x: "https://host/mcp?k=$AWS_SECRET_ACCESS_KEY" } }),
    'sends AWS_SECRET_ACCESS_KEY to host (MCP server "x" of model "m")',
  ],
  [
    "a module",
    { deepJudgmentSearchTool: "/home/me/evil.mjs" },
    "imports the module /home/me/evil.mjs (deep_judgment_search_tool)",
  ],
  [
    "a program that searches",
    { deepJudgmentRubricSearchTool: "mcp:npx server --depth 2#search" },
    'starts the program "npx server --depth 2" (deep_judgment_rubric_search_tool)',
  ],
  [
    "a key to a server",
    answering({ endpointBaseUrl: url, apiKeyEnv: "AWS_SECRET_ACCESS_KEY" }),
    'sends the key in AWS_SECRET_ACCESS_KEY to stranger.example (model "m")',
  ],
  [
    "a vendor's key to another host",
    answering({ modelProvider: "anthropic", anthropicBaseUrl: url }),
    'sends the key in ANTHROPIC_API_KEY to stranger.example (model "m")',
  ],
  [
    "the same by the Claude agent",
    answering({ interface: "claude_agent_sdk", anthropicBaseUrl: url }),
    'sends the key in ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN or ANTHROPIC_AUTH_TOKEN to stranger.example (model "m")',
  ],
  [
    "the same by LangChain",
    answering({ interface: "langchain", modelProvider: "openai", endpointBaseUrl: url }),
    'sends the key in OPENAI_API_KEY to stranger.example (model "m")',
  ],
  ...["gemini", "google_genai", "google-genai"].map((modelProvider): [string, VerificationConfig, string] => [
    `the same by LangChain's ${modelProvider}`,
    answering({ interface: "langchain", modelProvider, endpointBaseUrl: url }),
    'sends the key in GOOGLE_API_KEY to stranger.example (model "m")',
  ]),
  [
    "another variable to a vendor",
    answering({ modelProvider: "openai", apiKeyEnv: "AWS_SECRET_ACCESS_KEY" }),
    'sends the key in AWS_SECRET_ACCESS_KEY to api.openai.com (model "m")',
  ],
  [
    "a key to a server of vectors",
    { embeddingCheckEnabled: true, embeddingCheckBaseUrl: url, embeddingCheckApiKeyEnv: "MY_KEY" },
    "sends the key in MY_KEY to stranger.example (the embedding check)",
  ],
  [
    "commands without a sandbox",
    answering({
      interface: "workspace_agent",
      modelProvider: "openai",
      agentRuntime: { backend: "unsandboxed" },
    }),
    'runs the commands of model "m" without a sandbox',
  ],
  [
    "the same in Python's words",
    answering({
      interface: "workspace_agent",
      modelProvider: "openai",
      agentRuntime: { backend: "local_shell", sandboxEnabled: false },
    }),
    'runs the commands of model "m" without a sandbox',
  ],
  [
    "a Claude agent without its sandbox",
    answering({ interface: "claude_agent_sdk", agentRuntime: { sandboxEnabled: false } }),
    'runs the commands of model "m" without a sandbox',
  ],
  [
    "the network for commands",
    answering({ interface: "workspace_agent", modelProvider: "openai", agentRuntime: { network: true } }),
    'lets the commands of model "m" use the network',
  ],
  [
    "a container image",
    answering({
      interface: "workspace_agent",
      modelProvider: "openai",
      agentRuntime: { backend: "docker", containerImage: "stranger/image" },
    }),
    'runs the commands of model "m" in the container image stranger/image',
  ],
  [
    "further tools of an agent's program",
    answering({ interface: "claude_agent_sdk", extraKwargs: { further_tools: ["WebFetch"] } }),
    'gives the program of model "m" the further tools WebFetch',
  ],
  [
    "a key in clear",
    answering({ interface: "claude_tool", anthropicBaseUrl: "http://api.anthropic.com" }),
    'sends the key in ANTHROPIC_API_KEY to api.anthropic.com (model "m")',
  ],
  [
    "variables for an agent's program",
    answering({ interface: "claude_agent_sdk", extraKwargs: { forward: ["AWS_SECRET_ACCESS_KEY"] } }),
    'hands AWS_SECRET_ACCESS_KEY to the program of model "m"',
  ],
  [
    "work in the questions' own folders",
    { ...answering({ interface: "claude_agent_sdk" }), workspaceCopy: false },
    "lets agents change the questions' own folders (workspace_copy is false)",
  ],
])("%s is said", async (_, config, line) => {
  expect(await listSideEffects(config)).toEqual([line]);
});

test.each<VerificationConfig>([
  answering({ modelProvider: "openai" }),
  answering({ modelProvider: "google", apiKeyEnv: "GEMINI_API_KEY" }),
  answering({ modelProvider: "anthropic", anthropicBaseUrl: "https://api.anthropic.com" }),
  answering({ interface: "openrouter", apiKeyEnv: "OPENROUTER_API_KEY" }),
  answering({ interface: "workspace_agent", modelProvider: "openai" }),
  answering({ endpointBaseUrl: "http://localhost:8000/v1" }),
  answering({ manualTracesPath: "answers.json" }),
  answering({ mcpUrlsDict: { x: "https://host/mcp" } }),
  { deepJudgmentSearchTool: "tavily" },
  { embeddingCheckEnabled: true, embeddingCheckModel: "openai/text-embedding-3-small" },
])("what only asks models, each with its vendor's key, is not: %j", async (config) => {
  expect(await listSideEffects(config)).toEqual([]);
});
