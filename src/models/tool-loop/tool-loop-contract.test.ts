import type { Clock } from "../../base/index.ts";
import { createAiSdkLlm } from "../ai-sdk/index.ts";
import { describeAgent } from "../contract/describe-cases.ts";
import { agentOnWire } from "../contract/scripted-agent.ts";
import { createOpenAiEndpointLlm } from "../openai-endpoint/index.ts";
import { anthropicWire, googleWire, openAiWire } from "../testing/index.ts";
import { toolLoopAgent } from "./tool-loop-agent.ts";

const apiKey = "vendor-secret-key-0001";
const vendor = (provider: string, modelName: string) => (baseUrl: string, clock: Clock) =>
  toolLoopAgent(createAiSdkLlm({ provider, modelName, apiKey, baseUrl }), { clock });

describeAgent({
  name: "tool loop on openai-endpoint",
  start: agentOnWire(openAiWire, (baseUrl, clock) =>
    toolLoopAgent(createOpenAiEndpointLlm({ baseUrl, apiKey, modelName: "test-model" }), { clock }),
  ),
});
describeAgent({
  name: "tool loop on ai-sdk openai",
  thinking: false,
  start: agentOnWire(openAiWire, vendor("openai", "gpt-4.1-mini")),
});
describeAgent({
  name: "tool loop on ai-sdk anthropic",
  start: agentOnWire(anthropicWire, vendor("anthropic", "claude-haiku-4-5")),
});
describeAgent({
  name: "tool loop on ai-sdk google",
  start: agentOnWire(googleWire, vendor("google", "gemini-2.5-flash")),
});
describeAgent({
  name: "tool loop on openrouter",
  start: agentOnWire(openAiWire, vendor("openrouter", "qwen/qwen3-8b")),
});
