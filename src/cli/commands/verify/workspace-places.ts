import path from "node:path";
import type { Benchmark, RunSettings } from "../../../verify/index.ts";
import { usageError } from "../../failure.ts";
import type { OutputPlan } from "./plan-outputs.ts";

/** Where the folders of questions, those of nodes too, are: as given, as the benchmark says, else beside its file where it has any. */
export function workspaceRoot(
  benchmark: Benchmark,
  place: { readonly given: string | undefined; readonly file: string; readonly workingDirectory: string },
): string | undefined {
  const named = place.given ?? benchmark.workspaceRoot;
  if (named !== undefined) return path.resolve(place.workingDirectory, named);
  const asked = [
    ...benchmark.content.questions,
    ...benchmark.getScenarios().flatMap(({ nodes }) => nodes.map(({ question }) => question)),
  ];
  const hasFolders = asked.some(({ workspacePath }) => workspacePath !== undefined);
  return hasFolders ? path.dirname(place.file) : undefined;
}

/**
 * What is kept of workspaces goes beside the results where no folder is named.
 *
 * @throws KareninaError `configuration` where there is no output to go beside.
 */
export function withWorkspaceDir(settings: RunSettings, { log, exports }: OutputPlan): RunSettings {
  const { config, resolved } = settings;
  const { workspaceOutputMode: mode, workspaceOutputDir: given } = resolved;
  const beside = exports[0]?.path ?? log;
  if (mode === "none" || given !== null) return settings;
  if (beside === undefined) {
    throw usageError(
      `Nothing says where to keep workspaces: --workspace-output-mode ${mode} needs a folder where there is no output.`,
      "Name one with --workspace-output-dir.",
    );
  }
  const workspaceOutputDir = path.join(path.dirname(beside), "workspaces");
  return { config: { ...config, workspaceOutputDir }, resolved: { ...resolved, workspaceOutputDir } };
}
