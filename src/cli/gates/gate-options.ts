import type { Command } from "commander";
import { gathered, text } from "../option-values.ts";

/** What must hold of results; what was not given is absent. */
export interface GateOptions {
  /** A file. */
  readonly gates?: string;
  /** Each as `pass_rate min=80% keyword=safety`. */
  readonly gate?: readonly string[];
  readonly baseline?: string;
}

/** Of commands that read runs, which may have ended before their end. */
export interface UnfinishedOption {
  readonly allowUnfinished?: boolean;
}

/** Adds `--allow-unfinished` to a command. */
export function addUnfinishedOption(command: Command): Command {
  return command.option(
    "--allow-unfinished",
    "gates may be met by a run that did not end or cannot be read whole, with the results that it has",
  );
}

/** Adds the options of gates to a command. */
export function addGateOptions(command: Command): Command {
  return command
    .option("--gates <file>", "exit with 1 when one of these gates is not met: YAML or JSON", text)
    .option("--gate <gate>", 'the same for one, as "pass_rate min=80%"; may be repeated', gathered)
    .option(
      "--baseline <file>",
      "results to compare with, for gates not_worse, no_broken, no_new_failures",
      text,
    );
}
