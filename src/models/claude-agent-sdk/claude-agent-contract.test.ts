import { isThorough } from "../../base/testing/property-runs.ts";
import { describeAgent } from "../contract/describe-cases.ts";
import { describeClaudeProgram } from "./testing/claude-program.ts";
import { startScriptedClaude } from "./testing/scripted-claude.ts";

/** Each case starts the program; the other tests of this interface show much of the rest, too. */
const short = /^(runs (a tool|all calls)|flags the turn limit|keeps what there was|stops a tool)/;

describeClaudeProgram("the program", () => {
  describeAgent(
    {
      name: "claude-agent-sdk",
      start: startScriptedClaude,
      concurrent: false,
    },
    ({ name }) => isThorough || short.test(name),
  );
});
