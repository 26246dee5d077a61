import type { Command } from "commander";
import type { ConfigOptions } from "../../config-options.ts";
import { gathered, text } from "../../option-values.ts";
import { addSettingFlags } from "../../setting-flag.ts";
import { settingFlags } from "../../setting-flags.generated.ts";
import { addStoreOption, type StoreOptions } from "../../store-option.ts";

/** What was given to `karenina runs list`. */
export interface RunsListOptions extends StoreOptions {
  readonly json?: boolean;
}

/** What was given to `karenina runs watch`. */
export interface RunsWatchOptions extends StoreOptions {
  readonly output?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** What was given to `karenina runs resume`. */
export interface RunsResumeOptions
  extends RunsWatchOptions,
    Pick<ConfigOptions, "maxCost" | "maxTotalTokens" | "maxCalls" | "maxTime"> {
  readonly retryFailed?: boolean;
  readonly module?: readonly string[];
  readonly detach?: boolean;
}

/** What was given to `karenina runs export`. */
export interface RunsExportOptions extends StoreOptions {
  readonly output: string;
  readonly overwrite?: boolean;
}

const run = ["<run>", "its id, the beginning of it, or its name"] as const;
const debug = ["--debug", "show where errors happened"] as const;

/** Describes `karenina runs list`. */
export function describeRunsList(command: Command): Command {
  return addStoreOption(command.description("the runs of a store, and how far they have come"))
    .option("--json", "print as JSON")
    .option(...debug);
}

/** Describes `karenina runs watch`. */
export function describeRunsWatch(command: Command): Command {
  return addWatchOptions(command.description("show a run that others work on, and what came of it"));
}

/** Describes `karenina runs cancel`. */
export function describeRunsCancel(command: Command): Command {
  return addStoreOption(command.description("end a run; what has a result is kept").argument(...run)).option(
    ...debug,
  );
}

/** Describes `karenina runs resume`. */
export function describeRunsResume(command: Command): Command {
  const resume = addWatchOptions(
    command.description("go on with a run that was ended, or repeat what failed"),
  )
    .option("--retry-failed", "also repeat tasks whose model could not be reached")
    .option("--module <file>", "a module of yours that the run uses; may be repeated", gathered)
    .option("--detach", "do not wait for its end");
  return addSettingFlags(
    resume,
    settingFlags.filter(({ name }) => limits.has(name)),
  );
}

/** Limits of a whole run. */
const limits: ReadonlySet<string> = new Set(["maxCost", "maxTotalTokens", "maxCalls", "maxTime"]);

/** Describes `karenina runs export`. */
export function describeRunsExport(command: Command): Command {
  return addStoreOption(
    command.description("write the log of a run, as one machine would have written it").argument(...run),
  )
    .requiredOption("--output <file>", "a .jsonl file, or a .jsonl.zst file, which is packed", text)
    .option("--overwrite", "replace a file that exists")
    .option(...debug);
}

function addWatchOptions(command: Command): Command {
  return addStoreOption(command.argument(...run))
    .option("--output <file>", "write the log of the run here at its end, as .jsonl or .jsonl.zst", text)
    .option("--quiet", "no progress")
    .option("--verbose", "a line for every finished task")
    .option(...debug);
}
