import { describeAgent } from "../../agents/contract/agent-contract.ts";
import { agentOnWire } from "../../agents/contract/scripted-agent.ts";
import { toolLoopAgent } from "../../agents/index.ts";
import { anthropicWire } from "../testing/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

describeAgent({
  name: "tool loop on claude-tool",
  start: agentOnWire(anthropicWire, (baseUrl, clock) =>
    toolLoopAgent(createClaudeToolLlm({ modelName: "claude-haiku-4-5", apiKey: "key-0001", baseUrl }), {
      clock,
    }),
  ),
});
