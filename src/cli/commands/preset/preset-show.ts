import { oneLine } from "../../../base/index.ts";
import {
  listSideEffects,
  loadPreset,
  noteConfig,
  resolvePresetPath,
  withoutSecrets,
} from "../../../config/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadExtensions } from "../../load-extensions.ts";
import type { PresetReadOptions } from "./preset-commands.ts";

/** Shows what a preset says; keys are left out. No code runs but that of modules which `--plugin` names. */
export async function presetShow(name: string, options: PresetReadOptions, io: CommandIo): Promise<ExitCode> {
  const path = await resolvePresetPath(name, io);
  const preset = await loadPreset(path, {
    ...(await loadExtensions({ ...options, config: false }, io)),
    onlyLooked: true,
  });
  const config = noteConfig(withoutSecrets(preset.config));
  // a variable or an option of the run may turn the check on
  const sideEffects = await listSideEffects({ ...preset.config, embeddingCheckEnabled: true });
  if (options.json) {
    const { id, description, createdAt, updatedAt } = preset;
    printJson(io, {
      powers: sideEffects,
      id,
      name: preset.name,
      description,
      path,
      config,
      created_at: createdAt,
      updated_at: updatedAt,
    });
    return 0;
  }
  for (const effect of sideEffects) print(io, oneLine(`This preset ${effect}.`));
  print(io, oneLine(`${preset.name}${preset.description === null ? "" : `: ${preset.description}`}`));
  print(io, path);
  printJson(io, config);
  return 0;
}
