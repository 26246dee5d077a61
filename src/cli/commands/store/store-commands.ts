import type { Command } from "commander";
import { addStoreOption, type StoreOptions } from "../../store-option.ts";

/** What was given to `karenina store migrate`. */
export interface StoreMigrateOptions extends StoreOptions {}

/** Describes `karenina store migrate`. */
export function describeStoreMigrate(command: Command): Command {
  return addStoreOption(
    command.description("make the tables of a store, or bring them to this version"),
  ).option("--debug", "show where errors happened");
}
