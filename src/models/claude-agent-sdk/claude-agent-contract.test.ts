import { describeAgent } from "../contract/describe-cases.ts";
import { describeClaudeProgram } from "./testing/claude-program.ts";
import { startScriptedClaude } from "./testing/scripted-claude.ts";

describeClaudeProgram("the program", () => {
  describeAgent({
    name: "claude-agent-sdk",
    start: startScriptedClaude,
    concurrent: false,
  });
});
