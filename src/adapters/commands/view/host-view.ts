import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { KareninaError } from "../../../base/index.ts";
import { preferredShell } from "../process/closing-descriptors.ts";
import type { SandboxView, ViewEntry } from "./sandbox-view.ts";
import { readOnly, systemEntries } from "./system-entries.ts";
import { isUnder, type ToolchainPlaces, toolchainEntries } from "./toolchain-entries.ts";

/** What a view is made for. */
export interface HostViewOptions extends ToolchainPlaces {
  readonly network: boolean;
  /** Further files and folders that commands may read, absolute. */
  readonly readOnlyPaths: readonly string[];
  /** Further variables of their environment. */
  readonly environment: Readonly<Record<string, string>>;
}

const systemPath = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const reserved = ["/workspace", "/proc", "/dev"];

/**
 * What commands see of this machine: its programs, read-only, and nothing of its users. Throws `KareninaError` with
 * code `configuration` for a path that cannot be shown.
 */
export function hostView(options: HostViewOptions): SandboxView {
  const entries = [...systemEntries(options)];
  for (const entry of [...toolchainEntries(options), ...options.readOnlyPaths.map(askedEntry)]) {
    if (!isShown(entry.target, entries)) entries.push(entry);
  }
  const shown = (folder: string) =>
    isShown(folder, entries) || entries.some(({ target }) => path.dirname(target) === folder);
  const searchPath = options.searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && shown(folder));
  const nodeFolder = path.dirname(options.nodePath);
  return {
    entries,
    shell: preferredShell(),
    environment: {
      PATH: [...new Set([nodeFolder, ...searchPath, ...systemPath])].join(":"),
      HOME: "/tmp",
      TMPDIR: "/tmp",
      USER: "agent",
      LANG: "C.UTF-8",
      TERM: "dumb",
      ...options.environment,
    },
  };
}

function askedEntry(place: string): ViewEntry {
  const wrong =
    !path.isAbsolute(place) || path.normalize(place) === "/"
      ? "it must be an absolute path other than /"
      : reserved.some((folder) => isUnder(path.normalize(place), folder))
        ? "that name is taken inside"
        : existsSync(place)
          ? undefined
          : "it does not exist";
  if (wrong === undefined) return readOnly(path.normalize(place));
  throw new KareninaError("configuration", `Commands cannot be shown ${JSON.stringify(place)}: ${wrong}.`, {
    hint: "Correct the read-only paths of the command backend.",
  });
}

/** Seen already, under its own name or, where a link leads into another shown folder, under that. */
function isShown(place: string, entries: readonly ViewEntry[]): boolean {
  const names = existsSync(path.dirname(place))
    ? [place, path.join(realpathSync(path.dirname(place)), path.basename(place))]
    : [place];
  return entries.some(
    ({ kind, target }) => kind === "read_only" && names.some((name) => isUnder(name, target)),
  );
}
