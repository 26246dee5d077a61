import type { Command } from "commander";
import { count, gathered, text } from "../../option-values.ts";
import { addStoreOption, type StoreOptions } from "../../store-option.ts";

/** What was given to `karenina worker`. */
export interface WorkerCommandOptions extends StoreOptions {
  readonly concurrency?: number;
  readonly module?: readonly string[];
  readonly workspaceRoot?: string;
  readonly cache?: string | true;
  readonly untilDone?: boolean;
}

const examples = `
Examples:
  npx karenina worker --store postgres://me@db.example/karenina --concurrency 20
  npx karenina worker --store postgres://me@db.example/karenina --module ./app.ts --until-done

The keys of models are taken from this machine's environment, never from the store. The first
Ctrl-C finishes what was begun; what a worker leaves others take over.`;

/** Describes `karenina worker`. */
export function describeWorker(command: Command): Command {
  return addStoreOption(command.description("work on the runs of a store, on this machine"), "postgres://…")
    .option("--concurrency <n>", "tasks worked on at the same time; default: as each run says", count)
    .option("--module <file>", "a module of yours that runs may use; may be repeated", gathered)
    .option("--workspace-root <folder>", "where the folders of questions are here", text)
    .option("--cache [dir]", "keep replies of models here, and ask nothing that is kept", text)
    .option("--until-done", "end when no run is open that can be worked on here")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
