import path from "node:path";
import { isJsonObject, type JsonObject, KareninaError, readJsonFile, wireCodec } from "../../base/index.ts";
import type { ModelInterface } from "../../models/definition/index.ts";
import { unboundInterfaces } from "../model/bind-interfaces.ts";
import { configurationError } from "../problems.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { decodeConfig } from "../verification/read-config.ts";
import { PresetFile, presetFormatVersion } from "./preset-file.ts";
import { absolutePaths } from "./preset-paths.ts";

/** What presets are read with. */
export interface PresetOptions {
  /** Ways to reach models that a preset may name beside those that come with karenina. */
  readonly interfaces?: readonly ModelInterface[] | undefined;
  /** A preset that is only looked at may name interfaces that nobody has brought. Default false. */
  readonly onlyLooked?: boolean;
}

/** A preset as loaded. */
export interface Preset {
  readonly id: string | null;
  readonly name: string;
  readonly description: string | null;
  /** Checked for shape; relative paths have become absolute. */
  readonly config: VerificationConfig;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/**
 * Loads a preset: a preset file of this system or the Python one, or a bare configuration.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `format_from_future`, `invalid_input` for what is no preset,
 * or `configuration` for settings that are unknown or wrong.
 */
export async function loadPreset(
  file: string,
  { interfaces = [], onlyLooked = false }: PresetOptions = {},
): Promise<Preset> {
  const json = await readJson(file);
  const source = `Preset ${file}`;
  const stem = path.basename(file, ".json");
  const wrapped = "config" in json;
  const preset = wrapped ? wireCodec(PresetFile).decode(json, source) : undefined;
  refuseFuture(preset, source);
  const settings = wrapped ? json.config : json;
  if (!isJsonObject(settings))
    throw configurationError(source, ["config: expected an object of settings, found none"]);
  const { $schema: _forEditors, ...known } = settings;
  const unbound = onlyLooked ? unboundInterfaces(known, interfaces) : [];
  const config = decodeConfig(known, source, [...interfaces, ...unbound]);
  return {
    id: preset?.id ?? null,
    name: preset?.name ?? stem,
    description: preset?.description ?? null,
    config: absolutePaths(config, path.dirname(path.resolve(file))),
    createdAt: preset?.createdAt ?? null,
    updatedAt: preset?.updatedAt ?? null,
  };
}

async function readJson(file: string): Promise<JsonObject> {
  const json = await readJsonFile(file, `Preset ${file}`);
  if (isJsonObject(json)) return json;
  throw new KareninaError("invalid_input", `Preset ${file} is not a JSON object.`);
}

function refuseFuture(preset: PresetFile | undefined, source: string): void {
  const version = preset?.formatVersion;
  if (version === undefined) return;
  const major = (text: string) => Number(text.split(".")[0]);
  if (major(version) <= major(presetFormatVersion)) return;
  throw new KareninaError(
    "format_from_future",
    `${source} has format ${version}; this version reads up to ${presetFormatVersion}.`,
    { hint: "Update karenina." },
  );
}
