import { resolveConfig, savePreset } from "../../../config/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { configFromOptions } from "../../config-from-options.ts";
import { loadExtensions } from "../../load-extensions.ts";
import type { PresetSaveOptions } from "./preset-commands.ts";

/** Saves the given settings as a preset. One that cannot be run as it stands is saved with a warning. */
export async function presetSave(name: string, options: PresetSaveOptions, io: CommandIo): Promise<ExitCode> {
  const { interfaces } = await loadExtensions(options, io);
  const config = await configFromOptions(options, { ...io, interfaces });
  try {
    resolveConfig(config, { environment: io.environment, names: "file" });
  } catch (error) {
    warn(io, `${error instanceof Error ? error.message : String(error)}`);
  }
  const file = await savePreset({
    ...io,
    interfaces,
    name,
    description: options.description ?? null,
    config,
    overwrite: options.force === true,
  });
  print(io, `Saved ${file}`);
  return 0;
}
