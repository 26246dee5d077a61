import type { Command } from "commander";
import type { ConfigOverrides } from "../config/index.ts";
import { text } from "./option-values.ts";
import { addSettingFlags, type SettingFlag } from "./setting-flag.ts";
import { settingFlags } from "./setting-flags.generated.ts";

/** Names of interfaces as they were typed. */
type TypedNames = { readonly [Name in "interface" | "answeringInterface" | "parsingInterface"]?: string };

/** Options that say how to run a benchmark; what was not given is absent. */
export interface ConfigOptions
  extends Omit<
      ConfigOverrides,
      keyof TypedNames | "mcpServers" | "prompts" | "prices" | "deepJudgmentRubricConfig"
    >,
    TypedNames {
  readonly preset?: string;
  /** The switch of deep judgment; it has to agree with the mode. */
  readonly deepJudgment?: boolean;
  /** Each as `name=server`. */
  readonly mcpServers?: readonly string[];
  /** A file. */
  readonly prompts?: string;
  readonly prices?: string;
  /** A file. */
  readonly deepJudgmentRubricConfig?: string;
}

/**
 * Adds the options that say how to run a benchmark. They have no defaults: one that is not given changes nothing.
 *
 * @param isWanted which of the settings' flags; default: all
 * @param shown how a flag is called here; default: as everywhere
 */
export function addConfigOptions(
  command: Command,
  isWanted: (flag: SettingFlag) => boolean = () => true,
  shown: (flag: SettingFlag) => SettingFlag = (flag) => flag,
): Command {
  command
    .optionsGroup("Models:")
    .option("--preset <name>", "settings to start from: a file, or a name in the presets folder", text);
  return addSettingFlags(command, settingFlags.filter(isWanted).map(shown));
}
