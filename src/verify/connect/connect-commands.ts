import type { ResolvedRuntime } from "../../models/definition/index.ts";
import type { CommandRunner } from "../../ports/index.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/** What commands of a run have in common. */
type CommandSurroundings = Pick<RunConnectContext, "environment" | "clock" | "hiddenPaths">;

/** Makes what runs the commands of agents, one runner for all with the same runtime; `opened` closes them. */
export function commandRunners(
  options: CommandSurroundings,
  opened: AsyncDisposableStack,
): RunConnectContext["commandsOf"] {
  const runners = new Map<string, Promise<CommandRunner>>();
  return async (runtime) => {
    const { backend, network, image, limits } = runtime;
    if (backend === "none") return undefined;
    const key = JSON.stringify([backend, network, image, Object.entries(limits).sort()]);
    const known = runners.get(key);
    if (known !== undefined) return known;
    const opening = openRunner({ ...runtime, backend }, options);
    runners.set(key, opening);
    return opened.use(await opening);
  };
}

async function openRunner(
  {
    backend,
    network,
    image,
    limits,
  }: ResolvedRuntime & { readonly backend: Exclude<ResolvedRuntime["backend"], "none"> },
  { environment, clock, hiddenPaths }: CommandSurroundings,
): Promise<CommandRunner> {
  const { chooseCommandRunner } = await import("../../commands/index.ts");
  return chooseCommandRunner({
    backend,
    network,
    limits,
    hostEnvironment: environment,
    clock,
    hiddenPaths,
    ...(image === null ? {} : { image }),
  });
}
