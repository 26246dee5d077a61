import { combineExtensions } from "../../../verify/index.ts";
import type { LoadedModules, RunDefinition } from "../../../workers/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { loadApps } from "../../load-apps.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { loadExtensions } from "../../load-extensions.ts";

/** Runs the modules that a run uses: those among the offered that hold the same. */
export async function loadRunModules(
  { modules }: RunDefinition,
  offered: ReadonlyMap<string, string>,
  io: CommandIo,
): Promise<LoadedModules> {
  const filesFor = (wanted: string) =>
    modules.flatMap(({ use, sha256 }) => (use === wanted ? (offered.get(sha256) ?? []) : []));
  const plugin = filesFor("plugin");
  const extensions =
    plugin.length === 0 ? combineExtensions([]) : await loadExtensions({ config: false, plugin }, io);
  const [benchmark] = filesFor("benchmark");
  return {
    extensions,
    apps: await loadApps(filesFor("app"), io),
    benchmark: benchmark === undefined ? undefined : await loadBenchmark(benchmark, io.workingDirectory),
  };
}
