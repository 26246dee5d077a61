import { deletePreset, loadPreset, resolvePresetPath } from "../../../config/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import type { PresetDeleteOptions } from "./preset-commands.ts";

/** Deletes a preset after asking; a no is no error. Runs no code of the user's. */
export async function presetDelete(
  name: string,
  options: PresetDeleteOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const file = await resolvePresetPath(name, io);
  await loadPreset(file, { onlyLooked: true });
  if (!options.yes) {
    if (io.prompts === undefined)
      throw usageError("Nobody can be asked here whether to delete.", "Say --yes to delete.");
    if (!(await io.prompts.yesOrNo({ message: `Delete ${file}?`, initial: false }))) {
      print(io, "Not deleted.");
      return 0;
    }
  }
  await deletePreset(file, { onlyLooked: true });
  print(io, `Deleted ${file}`);
  return 0;
}
