import type { Command } from "commander";
import { addConfigOptions, type ConfigOptions } from "../../config-options.ts";
import type { ExtensionOptions } from "../../load-extensions.ts";
import { addModuleOptions, addPluginOption } from "../../module-options.ts";
import { text } from "../../option-values.ts";
import { refuseBothSpellings } from "../../refuse-both-spellings.ts";

/** What was given to `karenina preset list` and `show`. */
export interface PresetReadOptions extends ExtensionOptions {
  readonly json?: boolean;
}

/** What was given to `karenina preset save`. */
export interface PresetSaveOptions extends ConfigOptions, ExtensionOptions {
  readonly description?: string;
  readonly force?: boolean;
}

/** What was given to `karenina preset delete`. */
export interface PresetDeleteOptions {
  readonly yes?: boolean;
}

const json = ["--json", "print as JSON"] as const;
const debug = ["--debug", "show where errors happened"] as const;

/** Describes `karenina preset list`. */
export function describePresetList(command: Command): Command {
  return command
    .description("list the presets of the presets folder ($KARENINA_PRESETS_DIR, else ./presets)")
    .option(...json)
    .option(...debug);
}

/** Describes `karenina preset show`. */
export function describePresetShow(command: Command): Command {
  command
    .description("show what a preset says")
    .argument("<preset>", "a file, or a name in the presets folder")
    .option(...json)
    .option(...debug);
  return addPluginOption(command);
}

/** Describes `karenina preset save`. */
export function describePresetSave(command: Command): Command {
  command
    .description("save the given settings as a preset; keys are never saved")
    .argument("<name>", "name of the preset; its file is named after it")
    .option("--description <text>", "what the preset is for", text)
    .option("--force", "replace a preset of the same name")
    .option(...debug);
  return refuseBothSpellings(addModuleOptions(addConfigOptions(command)));
}

/** Describes `karenina preset delete`. */
export function describePresetDelete(command: Command): Command {
  return command
    .description("delete a preset")
    .argument("<preset>", "a file, or a name in the presets folder")
    .option("-y, --yes", "do not ask")
    .option(...debug);
}
