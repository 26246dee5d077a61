import path from "node:path";
import type { VerificationConfig } from "../../../config/index.ts";
import type { Benchmark } from "../../../verify/index.ts";
import { usageError } from "../../failure.ts";
import type { OutputPlan } from "./plan-outputs.ts";

/** Where the folders of questions are: as given, as the benchmark says, else beside its file where it has any. */
export function workspaceRoot(
  benchmark: Benchmark,
  place: { readonly given: string | undefined; readonly file: string; readonly workingDirectory: string },
): string | undefined {
  const named = place.given ?? benchmark.workspaceRoot;
  if (named !== undefined) return path.resolve(place.workingDirectory, named);
  const hasFolders = benchmark.content.questions.some(({ workspacePath }) => workspacePath !== undefined);
  return hasFolders ? path.dirname(place.file) : undefined;
}

/**
 * What is kept of workspaces goes beside the results where no folder is named.
 *
 * @throws KareninaError `configuration` where there is no output to go beside.
 */
export function withWorkspaceDir(
  config: VerificationConfig,
  { log, exports }: OutputPlan,
): VerificationConfig {
  const { workspaceOutputMode: mode = "none", workspaceOutputDir: given } = config;
  const beside = exports[0]?.path ?? log;
  if (mode === "none" || (given !== undefined && given !== null)) return config;
  if (beside === undefined) {
    throw usageError(
      `Nothing says where to keep workspaces: --workspace-output-mode ${mode} needs a folder where there is no output.`,
      "Name one with --workspace-output-dir.",
    );
  }
  return { ...config, workspaceOutputDir: path.join(path.dirname(beside), "workspaces") };
}
