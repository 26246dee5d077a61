import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { encodeConfig } from "../verification/read-config.ts";
import { savePreset } from "./save-preset.ts";
import { refuseLiteralKeys, withoutSecrets } from "./without-secrets.ts";

const key = "litZ9k2Qm47Xw81Vb3";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "literal-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const withModel = (model: ModelConfig): VerificationConfig => ({
  answeringModels: [{ modelName: "m", ...model }],
});
const withServer = (server: string) => withModel({ mcpUrlsDict: { github: server } });
const save = (config: VerificationConfig) =>
  savePreset({ name: "Leaky", config, workingDirectory: folder, environment: {} });

describe("one rule for keys that stand in settings themselves", () => {
  const servers = [
    [`npx mcp-remote https://h/mcp --header 'Authorization: Bearer ${key}'`, "GITHUB_KEY"],
    [`npx mcp-remote https://h/mcp -H "X-Api-Key: ${key}"`, "X_API_KEY"],
    [`npx server --api-key=${key}`, "API_KEY"],
    [`npx server --token ${key}`, "GITHUB_KEY"],
    [`OPENAI_KEY=${key} npx server`, "OPENAI_KEY"],
    [`GITHUB_PAT=${key} npx server`, "GITHUB_PAT"],
    [`DB_PASS=${key} npx server`, "DB_PASS"],
    [`X_API_KEY=${key} npx server`, "X_API_KEY"],
    [`npx server postgresql://user:${key}@host`, "GITHUB_KEY"],
    [`https://${key}@host/mcp`, "GITHUB_KEY"],
    [`https://user:${key}@host/mcp`, "GITHUB_KEY"],
    [`https://host/${key}/mcp`, "GITHUB_KEY"],
    [`https://host/mcp?access=${key}`, "ACCESS"],
    [`https://host/mcp?apikey=${key}`, "APIKEY"],
  ] as const;

  test.each<[string, ModelConfig]>([
    ["command", { command: `API_KEY=${key} python app.py` }],
    ["http", { http: `https://host/ask -H "Authorization: Bearer ${key}"` }],
  ])("an application that is tested: %s", async (setting, model) => {
    const config = withModel(model);
    await expect(save(config)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(`${setting} holds what looks like a secret`),
    });
    expect(JSON.stringify(withoutSecrets(config))).not.toContain(key);
  });

  test("a variable in single quotation marks is told as that", async () => {
    const config = withModel({ http: `https://host/ask -H 'Authorization: Bearer $RAG_KEY'` });
    await expect(save(config)).rejects.toMatchObject({
      message: expect.stringContaining("http: $RAG_KEY stands in single quotation marks"),
      hint: expect.stringContaining('-H "Authorization: Bearer $KEY"'),
    });
  });

  test.each(servers)("an MCP server %s", async (server, variable) => {
    const config = withServer(server);
    await expect(save(config)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("mcp_urls_dict.github holds what looks like a secret"),
      hint: expect.stringContaining(`write $${variable} in its place`),
    });
    expect(() => refuseLiteralKeys(config)).toThrow("mcp_urls_dict.github");
    expect(JSON.stringify(encodeConfig(withoutSecrets(config)))).not.toContain(key);
  });

  test.each<JsonObject>([
    { headers: { Authorization: `Bearer ${key}` } },
    { defaultHeaders: { "x-auth": key } },
    { apiKey: key },
    { "api-key": key },
    { apiKeys: [key] },
    { clients: [{ options: { openAIApiKey: key } }] },
    { proxy: `http://user:${key}@proxy` },
  ])("extra settings %j", async (extraKwargs) => {
    const config = withModel({ extraKwargs });
    await expect(save(config)).rejects.toMatchObject({
      message: expect.stringContaining("extra_kwargs."),
      hint: expect.stringContaining("name it as api_key_env"),
    });
    expect(JSON.stringify(encodeConfig(withoutSecrets(config)))).not.toContain(key);
  });

  test.each(["endpointBaseUrl", "anthropicBaseUrl"] as const)("an address, %s", async (setting) => {
    const config = withModel({ [setting]: `https://user:${key}@host/v1` });
    await expect(save(config)).rejects.toThrow("base_url holds what looks like a secret");
    expect(JSON.stringify(encodeConfig(withoutSecrets(config)))).not.toContain(key);
  });

  test.each([`mcp:npx server -H 'X-Api-Key: ${key}'`, `mcp:https://host/${key}/mcp#search`])(
    "a search tool %s",
    async (deepJudgmentSearchTool) => {
      await expect(save({ deepJudgmentSearchTool })).rejects.toThrow("deep_judgment_search_tool holds");
      expect(() => refuseLiteralKeys({ deepJudgmentSearchTool })).toThrow("deep_judgment_search_tool");
      expect(JSON.stringify(withoutSecrets({ deepJudgmentSearchTool }))).not.toContain(key);
    },
  );

  test.each([
    "npx mcp-remote https://h/mcp --header 'Authorization: Bearer '\"$KEY\"",
    "GITHUB_PAT=$GITHUB_PAT npx server --token $TOKEN --max-tokens 100",
    "https://me:$PASSWORD@host/$PART/mcp?access=$ACCESS",
    "npx -y @modelcontextprotocol/server-filesystem '/data/my files'",
  ])("variables and ordinary words pass: %s", async (server) => {
    await save(withServer(server));
    expect(await readdir(path.join(folder, "presets"))).toEqual(["leaky.json"]);
    expect(withoutSecrets(withServer(server))).toEqual(withServer(server));
  });
});
