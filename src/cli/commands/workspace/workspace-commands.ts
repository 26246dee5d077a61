import type { Command } from "commander";

/** What was given to `karenina workspace list`. */
export interface WorkspaceListOptions {
  readonly json?: boolean;
}

/** What was given to `karenina workspace clean`. */
export interface WorkspaceCleanOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly kept?: boolean;
  readonly elsewhere?: boolean;
}

const root = [
  "[root]",
  "workspace root or folder for captures; default: the current folder and the temporary files",
] as const;
const debug = ["--debug", "show where errors happened"] as const;

/** Describes `karenina workspace list`. */
export function describeWorkspaceList(command: Command): Command {
  return command
    .description("list folders that runs made and that are still there")
    .argument(...root)
    .option("--json", "print as JSON")
    .option(...debug);
}

/** Describes `karenina workspace clean`. */
export function describeWorkspaceClean(command: Command): Command {
  return command
    .description("remove folders that ended runs left; those of running ones always stay")
    .argument(...root)
    .option("--dry-run", "say what would be removed, and remove nothing")
    .option("--kept", "also those that runs were told to leave")
    .option(
      "--elsewhere",
      "also those of other machines and containers; make sure that none of them still works",
    )
    .option("-y, --yes", "do not ask")
    .option(...debug);
}
