import type { Clock } from "../base/index.ts";
import type { CommandLimits } from "./limits.ts";

/** What can keep commands inside their workspace. `unsandboxed` keeps nothing. */
const commandBackends = ["bubblewrap", "namespaces", "docker", "podman", "unsandboxed"] as const;
/** One of {@link commandBackends}. */
export type CommandBackend = (typeof commandBackends)[number];

/** How commands are run. */
export interface CommandRunnerOptions {
  /** `auto` (default): the first that works of bubblewrap, namespaces, and with an image docker and podman. */
  readonly backend?: CommandBackend | "auto";
  /** Commands may use the network, that of this machine included. Default false. */
  readonly network?: boolean;
  /** Container image, which must have `/bin/sh`; only for docker and podman. */
  readonly image?: string;
  readonly limits?: Partial<CommandLimits>;
  /** Files and folders outside `/usr` that commands may read, absolute; only for bubblewrap and namespaces. */
  readonly readOnlyPaths?: readonly string[];
  /** Folders that commands see as empty, wherever they are; only for bubblewrap and namespaces. */
  readonly hiddenPaths?: readonly string[];
  /** Variables that commands get beside the few they always have. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The environment of this process, for its `PATH`, and for the settings of docker and podman. Default `process.env`. */
  readonly hostEnvironment?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}
