import path from "node:path";
import type { SandboxSettings } from "@anthropic-ai/claude-agent-sdk";
import type { ResolvedConnection } from "../connection.ts";
import type { SessionFolder } from "../program/session-folder.ts";

/**
 * The sandbox of the model's commands: they write only in the workspace, have no network, cannot ask to be run outside,
 * get no credentials, and read nothing of the user's home or of the folder around the workspace, where other answers'
 * workspaces are, but the workspace and the folders of `PATH`. Where the system has no sandbox the program refuses to
 * start.
 */
export function sandboxSettings(
  { environment, credential }: ResolvedConnection,
  workspacePath: string,
  folder: SessionFolder,
): SandboxSettings {
  const home = environment.HOME ?? environment.USERPROFILE;
  const hidden = [home, path.dirname(workspacePath)].filter(
    (place): place is string => place !== undefined && place !== path.parse(place).root,
  );
  const programs = (environment.PATH ?? "")
    .split(path.delimiter)
    .filter((place) => hidden.some((folderOfMany) => isInside(place, folderOfMany)));
  return {
    enabled: true,
    failIfUnavailable: true,
    autoAllowBashIfSandboxed: true,
    allowUnsandboxedCommands: false,
    network: { allowedDomains: [], strictAllowlist: true },
    credentials: { envVars: [{ name: credential.variable, mode: "deny" }] },
    filesystem: {
      denyRead: [...new Set(hidden)],
      allowRead: [workspacePath, folder.root, ...programs],
    },
  };
}

const isInside = (place: string, folder: string): boolean => {
  const relative = path.relative(folder, place);
  return relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
};
