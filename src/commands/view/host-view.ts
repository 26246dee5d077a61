import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { KareninaError } from "../../base/index.ts";
import { preferredShell } from "../process/closing-descriptors.ts";
import type { SandboxView, ViewEntry } from "./sandbox-view.ts";
import { readOnly, systemEntries } from "./system-entries.ts";
import { isUnder, nodeEntries, optEntries } from "./toolchain-entries.ts";

/** What a view is made for. */
interface HostViewOptions {
  /** The running Node. */
  readonly nodePath: string;
  /** The search path of this process. */
  readonly searchPath: string;
  readonly network: boolean;
  /** Further files and folders that commands may read, absolute. */
  readonly readOnlyPaths: readonly string[];
  /** Folders that are empty inside, wherever they are; those that are not seen anyway do not matter. Default none. */
  readonly hiddenPaths?: readonly string[];
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
  const hidden = realFolders(options.hiddenPaths ?? []);
  const entries = [...systemEntries(options)];
  const add = (further: readonly ViewEntry[]) => {
    for (const entry of further) if (!isShown(entry.target, entries)) entries.push(entry);
  };
  const asked = options.readOnlyPaths.map(askedEntry);
  add(optEntries(options.searchPath).filter(({ source }) => !hidden.includes(source)));
  add(asked);
  entries.push(...hiddenEntries(hidden, entries));
  // what is named itself is seen also where it lies in a hidden folder
  add([...nodeEntries(options.nodePath), ...asked]);
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

const realFolders = (folders: readonly string[]): readonly string[] =>
  folders
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
    .map((folder) => realpathSync(folder));

/** The folders that would be seen inside others, by the names they have there. */
function hiddenEntries(folders: readonly string[], entries: readonly ViewEntry[]): readonly ViewEntry[] {
  const targets = entries.flatMap((entry) =>
    entry.kind !== "read_only"
      ? []
      : folders
          .filter((folder) => folder !== entry.source && isUnder(folder, entry.source))
          .map((folder) => path.join(entry.target, path.relative(entry.source, folder))),
  );
  return [...new Set(targets)].sort().map((target) => ({ kind: "hidden", target }));
}

/** Seen already, under its own name or, where a link leads into another shown folder, under that. */
function isShown(place: string, entries: readonly ViewEntry[]): boolean {
  const names = existsSync(path.dirname(place))
    ? [place, path.join(realpathSync(path.dirname(place)), path.basename(place))]
    : [place];
  const nearest = entries.findLast(
    ({ kind, target }) =>
      (kind === "read_only" || kind === "hidden") && names.some((name) => isUnder(name, target)),
  );
  return nearest?.kind === "read_only";
}
