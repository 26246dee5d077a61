import { describeAgent } from "../contract/agent-contract.ts";
import { startScriptedClaude } from "./testing/scripted-claude.ts";

describeAgent({
  name: "claude-agent-sdk",
  start: startScriptedClaude,
  concurrent: false,
});
