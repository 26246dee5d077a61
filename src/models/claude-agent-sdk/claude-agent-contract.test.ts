import { isThorough } from "../../base/testing/property-runs.ts";
import { describeAgent } from "../contract/describe-cases.ts";
import { describeClaudeProgram } from "./testing/claude-program.ts";
import { startScriptedClaude } from "./testing/scripted-claude.ts";

/** What tests of the same errors in claude-llm.test.ts and claude-agent.test.ts show too: each case starts the program. */
const shownElsewhere = /^calls status|is lost after the second turn: \{"status"/;

describeClaudeProgram("the program", () => {
  describeAgent(
    {
      name: "claude-agent-sdk",
      start: startScriptedClaude,
      concurrent: false,
    },
    ({ name }) => isThorough || !shownElsewhere.test(name),
  );
});
