import path from "node:path";
import type { SandboxSettings } from "@anthropic-ai/claude-agent-sdk";
import { hostView, type ViewEntry } from "../../../commands/index.ts";
import type { ResolvedConnection } from "../connection.ts";
import type { SessionFolder } from "../program/session-folder.ts";
import { sdkProgram } from "./sdk-program.ts";

/** What commands of one run may see. */
interface SandboxPlaces {
  readonly workspacePath: string;
  readonly folder: SessionFolder;
  /** Folders of which they see nothing but their workspace, also where they lie among programs. */
  readonly hiddenPaths: readonly string[];
}

/** Where macOS has what every program needs, beside the folders that all systems have. */
const macFolders = [
  ...["/System", "/Library", "/dev", "/private/var/select"],
  ...["/private/var/db/dyld", "/private/var/db/timezone"],
];

/**
 * The sandbox of the model's commands: they see the programs of this machine and the workspace, write only there, have
 * no network, cannot ask to be run outside, and get no credentials. Where the system has no sandbox the program refuses
 * to start.
 */
export function sandboxSettings(
  { environment, credential, programPath = sdkProgram() }: ResolvedConnection,
  { workspacePath, folder, hiddenPaths }: SandboxPlaces,
): SandboxSettings {
  const { entries } = hostView({
    nodePath: process.execPath,
    searchPath: environment.PATH ?? "",
    network: false,
    readOnlyPaths: [],
    hiddenPaths,
    environment: {},
  });
  const hidden = entries.filter(({ kind }) => kind === "hidden").map(({ target }) => target);
  // the program also runs itself to search texts
  const program = programPath === undefined ? [] : [programPath];
  const ofSystem = process.platform === "darwin" ? macFolders : [];
  return {
    enabled: true,
    failIfUnavailable: true,
    autoAllowBashIfSandboxed: true,
    allowUnsandboxedCommands: false,
    network: { allowedDomains: [], strictAllowlist: true },
    credentials: { envVars: [{ name: credential.variable, mode: "deny" }] },
    filesystem: {
      denyRead: ["/", ...hidden],
      allowRead: [
        ...new Set([workspacePath, folder.root, ...program, ...ofSystem, ...entries.flatMap(placesOf)]),
      ],
    },
  };
}

/** Links are seen with the folder they are in, unless that is the root, which has others. */
function placesOf(entry: ViewEntry): readonly string[] {
  if (entry.kind === "read_only") return [entry.target, entry.source];
  if (entry.kind === "text") return [entry.target];
  if (entry.kind === "hidden") return [];
  const around = path.dirname(entry.target);
  return [around === path.parse(around).root ? entry.target : around];
}
