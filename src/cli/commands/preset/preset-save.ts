import { messageOf } from "../../../base/index.ts";
import { savePreset, withEnvironment } from "../../../config/index.ts";
import { resolveSettings } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { configFromOptions } from "../../config-from-options.ts";
import { loadExtensions } from "../../load-extensions.ts";
import type { PresetSaveOptions } from "./preset-commands.ts";

/** Saves the given settings as a preset. One that cannot be run as it stands is saved with a warning. */
export async function presetSave(name: string, options: PresetSaveOptions, io: CommandIo): Promise<ExitCode> {
  const extensions = await loadExtensions(options, io);
  const { interfaces } = extensions;
  const config = await configFromOptions(options, { ...io, interfaces });
  try {
    resolveSettings(withEnvironment(config, io.environment), { ...extensions, names: "file" });
  } catch (error) {
    warn(io, messageOf(error));
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
