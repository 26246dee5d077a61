import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { loadPreset } from "./load-preset.ts";
import { savePreset } from "./save-preset.ts";
import { withoutSecrets } from "./without-secrets.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "presets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const configOf = (mcpUrlsDict: Record<string, string>): VerificationConfig => ({
  answeringModels: [{ modelName: "m", endpointBaseUrl: "http://h/v1", mcpUrlsDict, mcpToolFilter: ["read"] }],
  parsingModels: [
    { modelPath: path.join(folder, "models", "judge.gguf"), interface: "workspace_agent" },
    { modelName: "c", interface: "claude_agent_sdk", agentRuntime: { accessMode: "read_only" } },
  ],
  agenticParsing: true,
  agenticJudgeContext: "trace_and_workspace",
  workspaceOutputMode: "produced",
  workspaceOutputDir: path.join(folder, "kept"),
});
const save = (config: VerificationConfig) =>
  savePreset({ name: "Agents", config, workingDirectory: folder, environment: {} });

test("everything about agents comes back, with keys by the names of their variables", async () => {
  const config = configOf({
    weather: "https://weather.example/mcp?key=$WEATHER_KEY",
    basic: "https://user:$PASSWORD@weather.example/mcp",
    issues: "ISSUE_TOKEN=$ISSUE_TOKEN issue-server --api-key $KEY",
    files: "npx -y server '/data/my files'",
  });
  const file = await save(config);
  expect((await loadPreset(file)).config).toEqual(config);
  const text = await readFile(file, "utf8");
  expect(text).toContain('"model_path": "../models/judge.gguf"');
  expect(text).toContain('"workspace_output_dir": "../kept"');
});

test.each([
  "https://weather.example/mcp?key=abc",
  "https://user:secret@weather.example/mcp",
  "ISSUE_TOKEN=abc issue-server",
  "issue-server --api-key abc",
  "issue-server --token=abc",
])("a key itself is refused: %s", async (server) => {
  const config = configOf({ mine: server });
  await expect(save(config)).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringContaining("mcp_urls_dict.mine"),
  });
  expect(JSON.stringify(withoutSecrets(config))).not.toMatch(/abc|secret@/);
});
