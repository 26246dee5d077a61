import path from "node:path";
import { isVariableName, nearestName } from "../base/index.ts";
import {
  absolutePaths,
  applyOverrides,
  type ConfigOverrides,
  type InterfaceChoice,
  loadPreset,
  readModelPrices,
  readPrompts,
  readTraitConfig,
  resolvePresetPath,
  type VerificationConfig,
} from "../config/index.ts";
import type { ModelInterface } from "../models/definition/index.ts";
import { interfaceNames } from "../models/index.ts";
import type { CommandIo } from "./command-io.ts";
import type { ConfigOptions } from "./config-options.ts";
import { usageError } from "./failure.ts";
import { settingFlags } from "./setting-flags.generated.ts";

/** The configuration that the options give: the preset, and what flags change of it. Nothing is resolved yet. */
export async function configFromOptions(
  options: ConfigOptions,
  place: Pick<CommandIo, "workingDirectory" | "environment" | "interfaces" | "apps">,
  base?: VerificationConfig,
): Promise<VerificationConfig> {
  const preset =
    options.preset === undefined
      ? base
      : (await loadPreset(await resolvePresetPath(options.preset, place), place)).config;
  const { apps = [] } = place;
  if (options.command !== undefined && options.http !== undefined)
    throw usageError("--command and --http both say what is tested.", "Keep one of them.");
  if (apps.length > 0) refuseOtherModel(options);
  const { deepJudgmentSearchTool, deepJudgmentRubricSearchTool } = options;
  const { prompts, prices, deepJudgmentRubricConfig: traitConfig } = options;
  return applyOverrides(
    {
      ...overridesFromOptions(options, place),
      ...absolutePaths({ deepJudgmentSearchTool, deepJudgmentRubricSearchTool }, place.workingDirectory),
      ...(prompts !== undefined && {
        prompts: await readPrompts(path.resolve(place.workingDirectory, prompts)),
      }),
      ...(prices !== undefined && {
        prices: await readModelPrices(path.resolve(place.workingDirectory, prices)),
      }),
      ...(traitConfig !== undefined && {
        deepJudgmentRubricConfig: await readTraitConfig(path.resolve(place.workingDirectory, traitConfig)),
      }),
    },
    apps.length === 0 ? preset : { ...preset, answeringModels: apps },
    place.environment,
  );
}

/** An application and another model under test cannot both be meant. */
function refuseOtherModel(options: ConfigOptions): void {
  const given = settingFlags.find(
    ({ name }) => ofModelUnderTest.test(name) && options[name as keyof ConfigOptions] !== undefined, // the name of an option
  );
  if (given === undefined) return;
  const [flag] = given.flags.split(" ");
  throw usageError(
    `--app and ${flag} both say what is tested.`,
    "Keep one of them; an application has its settings where it is exported.",
  );
}

const ofModelUnderTest = /^(answering\w+|manualTraces|command\w*|http\w*)$/;

/** Somebody may give a key in place of its variable's name: it is refused without showing it. */
function refuseKeys(options: ConfigOptions): void {
  const wrong = settingFlags.find(({ name, reads }) => {
    const value = reads === "variable" ? options[name as keyof ConfigOptions] : undefined; // the name of an option
    return typeof value === "string" && !isVariableName(value);
  });
  if (wrong === undefined) return;
  const [flag] = wrong.flags.split(" ");
  throw usageError(
    `${flag}: expected the name of an environment variable, such as MY_API_KEY, not the key itself.`,
    `Put the key into a variable and give its name: ${flag} MY_API_KEY.`,
  );
}

/**
 * The overrides that the options stand for. What stands in a file of its own is not read here.
 *
 * @param place where relative paths start, without which they stay relative, and interfaces of the user's own
 * @throws KareninaError `configuration` for an interface that does not exist, a key where a variable's name belongs, and
 * flags that contradict each other.
 */
export function overridesFromOptions(
  options: ConfigOptions,
  {
    workingDirectory: folder,
    interfaces = [],
  }: Partial<Pick<CommandIo, "workingDirectory" | "interfaces">> = {},
): ConfigOverrides {
  refuseKeys(options);
  const given = settingFlags.map(({ name, isPath }) => {
    const value = options[name as keyof ConfigOptions]; // the name of an option
    const isFile = isPath === true && folder !== undefined && typeof value === "string";
    return [name, isFile ? path.resolve(folder, value) : value];
  });
  const { mcpServers } = options;
  return {
    ...Object.fromEntries(given),
    interface: interfaceOf("--interface", options.interface, interfaces),
    answeringInterface: interfaceOf("--answering-interface", options.answeringInterface, interfaces),
    parsingInterface: interfaceOf("--parsing-interface", options.parsingInterface, interfaces),
    deepJudgmentMode: deepJudgmentMode(options),
    prompts: undefined,
    prices: undefined,
    deepJudgmentRubricConfig: undefined,
    mcpServers: mcpServers === undefined ? undefined : serversOf(mcpServers),
  };
}

/** The switch of deep judgment and its mode as one; where both are given they have to agree. */
function deepJudgmentMode({
  deepJudgment: isOn,
  deepJudgmentMode: mode,
}: ConfigOptions): ConfigOverrides["deepJudgmentMode"] {
  if (isOn === undefined) return mode;
  if (mode === undefined) return isOn ? "full" : "disabled";
  if (isOn === (mode !== "disabled")) return mode;
  throw usageError(
    `--${isOn ? "" : "no-"}deep-judgment and --deep-judgment-mode ${mode} contradict each other.`,
  );
}

function serversOf(given: readonly string[]): Readonly<Record<string, string>> {
  const entries = given.map((server): readonly [string, string] => {
    const [, name, value] = /^([\w.-]+)=(.+)$/s.exec(server) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    throw usageError(
      "--mcp: expected a name and a server.",
      'Such as --mcp weather=https://weather.example/mcp, or --mcp "files=npx -y server /data".',
    );
  });
  const twice = entries.find(([name], place) => entries.findIndex(([other]) => other === name) < place);
  if (twice !== undefined) throw usageError(`--mcp: two servers are called "${twice[0]}".`);
  return Object.fromEntries(entries);
}

function interfaceOf(
  flag: string,
  name: string | undefined,
  own: readonly ModelInterface[],
): InterfaceChoice | undefined {
  const names = [...interfaceNames, ...own.map((one) => one.name)];
  if (name === undefined || names.includes(name)) return own.find((one) => one.name === name) ?? name;
  const nearest = nearestName(name, names);
  throw usageError(
    `${flag}: unknown interface "${name}".`,
    `${nearest === undefined ? "" : `Did you mean "${nearest}"? `}There are ${names.join(", ")}.`,
  );
}
