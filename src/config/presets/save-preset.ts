import { randomUUID } from "node:crypto";
import path from "node:path";
import {
  type Clock,
  isoTimestamp,
  KareninaError,
  makeFolders,
  systemClock,
  wireCodec,
  writeFileAtomically,
} from "../../base/index.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { encodeConfig } from "../verification/read-config.ts";
import { loadPreset, type Preset, type PresetOptions } from "./load-preset.ts";
import { PresetFile, presetFormatVersion } from "./preset-file.ts";
import { checkPresetTexts, presetFileName } from "./preset-name.ts";
import { type PresetPlace, presetDirectory } from "./preset-path.ts";
import { relativePaths } from "./preset-paths.ts";
import { refuseEmbeddedSecrets, withoutSecrets } from "./without-secrets.ts";

/** What to save, and where. */
interface SavePresetOptions extends PresetPlace, PresetOptions {
  readonly name: string;
  readonly description?: string | null;
  readonly config: VerificationConfig;
  /** Replace a preset of the same file name, keeping its id and the day it was made. Default false. */
  readonly overwrite?: boolean;
  readonly clock?: Clock;
  /** Makes the id of a new preset; default: a random UUID. */
  readonly newId?: () => string;
}

/**
 * Saves a preset and returns its path. Only what the configuration says is written, so defaults stay those of the
 * version that loads it; keys are never written.
 *
 * @throws KareninaError `invalid_input` for a wrong name or one that is taken, `configuration` for secrets in the
 * settings, `file_unwritable`.
 */
export async function savePreset(options: SavePresetOptions): Promise<string> {
  const { name, description = null, clock = systemClock, newId = randomUUID } = options;
  checkPresetTexts(name, description);
  refuseEmbeddedSecrets(options.config);
  const directory = presetDirectory(options);
  const file = path.join(directory, presetFileName(name));
  const existing = await existingPreset(file, options);
  if (existing !== undefined && options.overwrite !== true) {
    throw new KareninaError("invalid_input", `The preset ${file} exists.`, {
      hint: "Choose another name, or overwrite it with --force.",
    });
  }
  const config = relativePaths(withoutSecrets(options.config), {
    from: options.workingDirectory,
    to: directory,
  });
  const now = isoTimestamp(clock);
  const preset = wireCodec(PresetFile).encode({
    formatVersion: presetFormatVersion,
    id: existing?.id ?? newId(),
    name,
    description,
    config: encodeConfig(config),
    createdAt: existing?.createdAt ?? now,
    updatedAt: now,
  });
  await makeFolders(directory);
  await writeFileAtomically(file, `${JSON.stringify(preset, null, 2)}\n`);
  return file;
}

async function existingPreset(file: string, options: PresetOptions): Promise<Partial<Preset> | undefined> {
  try {
    return await loadPreset(file, options);
  } catch (error) {
    // a file that is there but cannot be read is in the way all the same
    return KareninaError.isInstance(error) && error.code === "file_not_found" ? undefined : {};
  }
}
