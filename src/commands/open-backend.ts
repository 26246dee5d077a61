import { KareninaError, systemClock } from "../base/index.ts";
import type { CommandRunner } from "../ports/index.ts";
import { bubblewrapProgram } from "./backends/bubblewrap.ts";
import { containerProgram, ownerOf } from "./backends/container.ts";
import { namespacesProgram } from "./backends/namespaces.ts";
import { unsandboxedProgram } from "./backends/unsandboxed.ts";
import type { CommandBackend, CommandRunnerOptions } from "./command-runner-options.ts";
import { type CommandLimits, defaultCommandLimits } from "./limits.ts";
import { type ProgramRunnerSettings, programRunner } from "./program-runner.ts";
import { hostView } from "./view/host-view.ts";
import { insideWorkspace } from "./view/sandbox-view.ts";

interface Opening {
  readonly options: CommandRunnerOptions;
  readonly limits: CommandLimits;
  readonly searchPath: string;
}
type Opened = Pick<ProgramRunnerSettings, "program" | "inside">;

const defaultSearchPath = "/usr/local/bin:/usr/bin:/bin";

const openers: { readonly [B in CommandBackend]: (opening: Opening) => Opened } = {
  bubblewrap: (opening) => {
    const settings = sandboxOf(opening);
    const isSuperuser = process.getuid?.() === 0;
    return sandboxed((request) => bubblewrapProgram(request, settings, { isSuperuser }));
  },
  namespaces: (opening) => {
    const settings = sandboxOf(opening);
    return sandboxed((request) => namespacesProgram(request, settings));
  },
  docker: (opening) => containers("docker", opening),
  podman: (opening) => containers("podman", opening),
  unsandboxed: ({ options, searchPath }) => ({
    inside: undefined,
    program: (request) =>
      unsandboxedProgram(request, {
        searchPath,
        environment: options.environment ?? {},
        clock: options.clock ?? systemClock,
      }),
  }),
};

/** A runner of one backend, not yet tried. Throws `KareninaError` `configuration` when it cannot work here. */
export function openBackend(backend: CommandBackend, options: CommandRunnerOptions): CommandRunner {
  const { clock = systemClock, hostEnvironment = process.env } = options;
  const limits = { ...defaultCommandLimits, ...options.limits };
  const searchPath = hostEnvironment.PATH ?? defaultSearchPath;
  return programRunner({ backend, limits, clock, ...openers[backend]({ options, limits, searchPath }) });
}

const sandboxed = (program: Opened["program"]): Opened => ({ program, inside: insideWorkspace });

function sandboxOf({ options, limits, searchPath }: Opening) {
  if (process.platform !== "linux") {
    throw new KareninaError("configuration", `it needs Linux, and this is ${process.platform}`);
  }
  const { network = false, readOnlyPaths = [], hiddenPaths = [], environment = {} } = options;
  const view = hostView({
    ...{ network, readOnlyPaths, hiddenPaths, environment, searchPath },
    nodePath: process.execPath,
  });
  return { view, network, limits };
}

function containers(runtime: "docker" | "podman", { options, limits }: Opening): Opened {
  const { image, network = false, environment = {}, hostEnvironment = process.env } = options;
  if (image === undefined) throw new KareninaError("configuration", "it needs an image, and none is given");
  const settings = { runtime, image, network, limits, environment, hostEnvironment };
  return sandboxed((request) =>
    containerProgram(request, { ...settings, user: ownerOf(request.workspacePath) }),
  );
}
