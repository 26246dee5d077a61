import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError } from "../../base/index.ts";
import { type Environment, variable } from "../environment/environment.ts";
import { nearestName } from "../nearest-name.ts";

/** Where presets are looked for. */
export interface PresetPlace {
  /** Relative paths start here. */
  readonly workingDirectory: string;
  readonly environment: Environment;
}

/** The folder of presets: `KARENINA_PRESETS_DIR`, else `presets` in the working directory. */
export function presetDirectory({ workingDirectory, environment }: PresetPlace): string {
  return path.resolve(workingDirectory, variable(environment, "KARENINA_PRESETS_DIR") ?? "presets");
}

/** A preset of the folder. */
export interface PresetEntry {
  /** The file's name without `.json`; what `--preset` takes. */
  readonly name: string;
  readonly path: string;
  /** ISO 8601, UTC. */
  readonly modified: string;
}

/** All presets of the folder by name; none when there is no folder. */
export async function listPresets(place: PresetPlace): Promise<readonly PresetEntry[]> {
  const directory = presetDirectory(place);
  const files = await readdir(directory).catch(() => []);
  const entries = files
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map(async (file): Promise<readonly PresetEntry[]> => {
      const found = await stat(path.join(directory, file)).catch(() => undefined);
      if (found === undefined || !found.isFile()) return [];
      return [
        {
          name: file.slice(0, -".json".length),
          path: path.join(directory, file),
          modified: found.mtime.toISOString(),
        },
      ];
    });
  return (await Promise.all(entries)).flat();
}

/**
 * The file that a path or a preset's name stands for; an existing file wins.
 *
 * @throws KareninaError `file_not_found` that names the presets there are.
 */
export async function resolvePresetPath(given: string, place: PresetPlace): Promise<string> {
  const directory = presetDirectory(place);
  const inDirectory = path.join(directory, given.endsWith(".json") ? given : `${given}.json`);
  for (const candidate of [path.resolve(place.workingDirectory, given), inDirectory]) {
    if ((await stat(candidate).catch(() => undefined))?.isFile()) return candidate;
  }
  const names = (await listPresets(place)).map((entry) => entry.name);
  const nearest = nearestName(given, names);
  throw new KareninaError(
    "file_not_found",
    `Found no preset "${given}", neither as a file nor in ${directory}.`,
    {
      hint:
        nearest !== undefined
          ? `Did you mean "${nearest}"?`
          : names.length > 0
            ? `There are: ${names.join(", ")}.`
            : "The folder holds no presets; save one with `npx karenina preset save`.",
    },
  );
}
