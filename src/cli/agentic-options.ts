import { type Command, Option } from "commander";
import { count, gathered, names, seconds, text } from "./option-values.ts";

/** Options about agents, their tools and the folders they work in; what was not given is absent. */
export interface AgenticOptions {
  readonly mcp?: readonly string[];
  readonly mcpToolFilter?: readonly string[];
  readonly agenticParsing?: boolean;
  readonly agenticParsingTrigger?: (typeof triggers)[number];
  readonly agenticJudgeContext?: (typeof contexts)[number];
  readonly agenticParsingMaxTurns?: number;
  readonly agenticParsingTimeout?: number;
  readonly agenticParsingMaterializeTrace?: boolean;
  readonly agenticParsingPersistTrace?: boolean;
  readonly agenticRubricStrategy?: (typeof strategies)[number];
  readonly agenticRubricParallel?: boolean;
  readonly workspaceCopy?: boolean;
  readonly workspaceCleanup?: boolean;
  readonly workspaceOutputMode?: (typeof outputModes)[number];
  readonly workspaceOutputDir?: string;
  readonly workspaceOutputExclude?: readonly string[];
}

const triggers = ["always", "dynamic"] as const;
const contexts = ["workspace_only", "trace_and_workspace", "trace_only"] as const;
const strategies = ["individual", "shared"] as const;
const outputModes = ["none", "full", "produced"] as const;

/** Adds the options of agents. They have no defaults: one that is not given changes nothing. */
export function addAgenticOptions(command: Command): Command {
  return command
    .optionsGroup("Agents:")
    .option(
      "--mcp <name=server>",
      "MCP server for the model under test: a URL with -H headers, or a command; may be repeated",
      gathered,
    )
    .option("--mcp-tool-filter <list>", "only these of its tools, separated by commas", names)
    .option("--agentic-parsing", "the judge looks into the workspace before it fills the template in")
    .option("--no-agentic-parsing", "it reads the answer only")
    .addOption(
      new Option(
        "--agentic-parsing-trigger <when>",
        "always, or where the answer alone leaves doubts",
      ).choices(triggers),
    )
    .addOption(new Option("--agentic-judge-context <context>", "what the judge is shown").choices(contexts))
    .option("--agentic-parsing-max-turns <n>", "model calls of one investigation", count)
    .option("--agentic-parsing-timeout <seconds>", "limit of one investigation", seconds)
    .option("--agentic-parsing-materialize-trace", "give the judge the trace as a file")
    .option("--no-agentic-parsing-materialize-trace", "in the prompt")
    .option("--agentic-parsing-persist-trace", "leave that file in the workspace")
    .option("--no-agentic-parsing-persist-trace", "do not")
    .addOption(
      new Option("--agentic-rubric-strategy <strategy>", "an investigation for each trait, or one").choices(
        strategies,
      ),
    )
    .option("--agentic-rubric-parallel", "several investigations of an answer at the same time")
    .option("--no-agentic-rubric-parallel", "one after the other")
    .optionsGroup("Workspaces:")
    .option("--workspace-copy", "agents work in copies of the questions' folders")
    .option("--no-workspace-copy", "in the folders themselves, which they may change")
    .option("--workspace-cleanup", "remove those copies")
    .option("--no-workspace-cleanup", "leave them")
    .addOption(
      new Option("--workspace-output-mode <mode>", "what is kept of workspaces").choices(outputModes),
    )
    .option(
      "--workspace-output-dir <folder>",
      "where it is kept; default: workspaces beside the results",
      text,
    )
    .option("--workspace-output-exclude <pattern>", "never counts as produced; may be repeated", gathered);
}
