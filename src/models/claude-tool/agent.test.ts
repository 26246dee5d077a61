import { describeAgent } from "../contract/describe-cases.ts";
import { agentOnWire } from "../contract/scripted-agent.ts";
import { anthropicWire } from "../testing/index.ts";
import { toolLoopAgent } from "../tool-loop/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

describeAgent({
  name: "tool loop on claude-tool",
  start: agentOnWire(anthropicWire, (baseUrl, clock) =>
    toolLoopAgent(createClaudeToolLlm({ modelName: "claude-haiku-4-5", apiKey: "key-0001", baseUrl }), {
      clock,
    }),
  ),
});
