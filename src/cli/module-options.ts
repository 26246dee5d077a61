import type { Command } from "commander";
import { gathered } from "./option-values.ts";

/** Adds the option that names modules of the user's own. */
export function addPluginOption(command: Command): Command {
  return command
    .optionsGroup("Modules of your own:")
    .option(
      "--plugin <file>",
      "a module that adds stages, interfaces or search tools; may be repeated",
      gathered,
    );
}

/** The same for commands that take the configuration module of the working folder, too. */
export function addModuleOptions(command: Command): Command {
  return addPluginOption(command).option(
    "--no-config",
    "leave the karenina.config.ts of the working folder out",
  );
}
