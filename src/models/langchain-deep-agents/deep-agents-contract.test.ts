import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { describeAgent } from "../contract/describe-cases.ts";
import { agentOnWire, type StartAgent } from "../contract/scripted-agent.ts";
import { createLangChainLlm } from "../langchain/llm.ts";
import { anthropicWire, openAiWire } from "../testing/index.ts";
import { toolLoopAgent } from "../tool-loop/tool-loop-agent.ts";
import { createDeepAgentsAgent } from "./deep-agents-agent.ts";

const apiKey = "vendor-secret-key-0001";
const vendors = [
  { provider: "openai", modelName: "gpt-4.1-mini", wire: openAiWire },
  { provider: "anthropic", modelName: "claude-haiku-4-5", wire: anthropicWire },
];

let workspacePath = "";
beforeAll(async () => {
  workspacePath = await mkdtemp(join(tmpdir(), "karenina-deep-"));
});
afterAll(() => rm(workspacePath, { recursive: true }));

const inWorkspace =
  (start: StartAgent): StartAgent =>
  async (...given) =>
    Object.assign(await start(...given), { request: { workspacePath } });

for (const { provider, modelName, wire } of vendors) {
  describeAgent({
    name: `tool loop on langchain ${provider}`,
    start: agentOnWire(wire, (baseUrl, clock) =>
      toolLoopAgent(createLangChainLlm({ provider, modelName, apiKey, baseUrl }), { clock }),
    ),
  });
  describeAgent({
    name: `deep agents on ${provider}`,
    start: inWorkspace(
      agentOnWire(wire, (baseUrl, clock) =>
        createDeepAgentsAgent({ provider, modelName, apiKey, baseUrl, clock }),
      ),
    ),
  });
}
