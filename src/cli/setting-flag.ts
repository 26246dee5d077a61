import { type Command, InvalidArgumentError, Option } from "commander";
import { askNearest } from "../base/index.ts";
import * as values from "./option-values.ts";

/** A flag that gives a setting of a configuration. */
export interface SettingFlag {
  /** Its heading in help. */
  readonly group: string;
  /** What it gives, among options and overrides. */
  readonly name: string;
  /** As help shows it: `--embedding-model <name>`. */
  readonly flags: string;
  readonly help: string;
  /** How its text is read, see `option-values.ts`. */
  readonly reads?: keyof typeof values;
  readonly choices?: readonly string[];
  /** What a switch gives. */
  readonly gives?: boolean;
  /** Its text is a path, which starts at the working folder. */
  readonly isPath?: true;
}

/** Adds flags under their headings. None has a default: one that is not given changes nothing. */
export function addSettingFlags(command: Command, flags: readonly SettingFlag[]): Command {
  for (const flag of flags) {
    const option = new Option(flag.flags, flag.help);
    option.attributeName = () => flag.name;
    const { choices } = flag;
    if (choices !== undefined) option.choices(choices).argParser((text) => choice(text, choices));
    if (flag.reads !== undefined) option.argParser<unknown>(values[flag.reads]);
    if (flag.gives === false && !option.negate) option.preset(false);
    command.optionsGroup(flag.group).addOption(option);
  }
  for (const flag of flags) refuseOpposite(command, flag, flags);
  return command;
}

function choice(text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new InvalidArgumentError(
    `Allowed choices are ${choices.join(", ")}${askNearest(text, choices) || "."}`,
  );
}

/** Two switches that say the opposite in words of their own are no two spellings of one option. */
function refuseOpposite(command: Command, yes: SettingFlag, flags: readonly SettingFlag[]): void {
  const no = flags.find(({ name, gives }) => name === yes.name && gives === false);
  if (yes.gives !== true || no === undefined || no.flags.startsWith("--no-")) return;
  const given = new Set<SettingFlag>();
  for (const flag of [yes, no]) {
    command.on(`option:${flag.flags.slice(2)}`, () => {
      given.add(flag);
      if (given.size > 1)
        command.error(`error: option '${yes.flags}' cannot be used with option '${no.flags}'`);
    });
  }
}
