import type { Command } from "commander";
import { gathered } from "./option-values.ts";

/** Adds the options that name modules of the user's own. */
export function addModuleOptions(command: Command): Command {
  return command
    .optionsGroup("Modules of your own:")
    .option(
      "--plugin <file>",
      "a module that adds stages, interfaces or search tools; may be repeated",
      gathered,
    )
    .option("--no-config", "leave the karenina.config.ts of the working folder out");
}
