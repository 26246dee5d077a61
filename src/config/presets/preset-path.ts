import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Environment, KareninaError, nearestName, variable } from "../../base/index.ts";

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
interface PresetEntry {
  /** The file's name without `.json`; what `--preset` takes. */
  readonly name: string;
  readonly path: string;
  /** ISO 8601, UTC. */
  readonly modified: string;
}

/** All presets of the folder by name; none when there is no folder. */
export async function listPresets(place: PresetPlace): Promise<readonly PresetEntry[]> {
  return jsonFilesIn(presetDirectory(place));
}

async function jsonFilesIn(directory: string): Promise<readonly PresetEntry[]> {
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
 * The file that a path or a preset's name stands for: an existing file wins, with `.json` added too, then the folder of
 * presets.
 *
 * @throws KareninaError `file_not_found` that says where was looked, and names the presets there are.
 */
export async function resolvePresetPath(given: string, place: PresetPlace): Promise<string> {
  const directory = presetDirectory(place);
  const file = given.endsWith(".json") ? given : `${given}.json`;
  const beside = path.resolve(place.workingDirectory, file);
  const candidates = [
    ...new Set([path.resolve(place.workingDirectory, given), beside, path.join(directory, file)]),
  ];
  for (const candidate of candidates) {
    if ((await stat(candidate).catch(() => undefined))?.isFile()) return candidate;
  }
  const names = (await listPresets(place)).map((entry) => entry.name);
  // any JSON file may lie beside; one that is spelled alike is meant
  const folder = path.dirname(beside);
  const others = (await jsonFilesIn(folder)).map(({ path: found }) =>
    path.relative(place.workingDirectory, found),
  );
  const nearest = nearestName(given, names) ?? nearestName(file, others);
  throw new KareninaError(
    "file_not_found",
    `Found no preset "${given}"; looked for ${candidates.join(", ")}.`,
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
