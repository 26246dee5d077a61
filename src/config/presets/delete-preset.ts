import { rm } from "node:fs/promises";
import { KareninaError, messageOf } from "../../base/index.ts";
import { loadPreset, type PresetOptions } from "./load-preset.ts";

/**
 * Deletes a preset file. Refuses files that are not presets.
 *
 * @throws KareninaError as {@link loadPreset}, and `file_unwritable`.
 */
export async function deletePreset(file: string, options?: PresetOptions): Promise<void> {
  await loadPreset(file, options);
  try {
    await rm(file);
  } catch (error) {
    throw new KareninaError("file_unwritable", `Cannot delete ${file}: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
