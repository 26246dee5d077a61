import type { Clock } from "../../base/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { WorkspaceProvider } from "../../ports/index.ts";
import type { WorkspacePlan } from "../agents/plan-workspaces.ts";

/**
 * Opens what prepares the folders of agents; null when none needs one.
 *
 * @throws KareninaError `configuration` for captures without a folder to go to.
 */
export async function connectWorkspaces(
  config: ResolvedConfig,
  plan: WorkspacePlan | null,
  { clock, notify }: { readonly clock: Clock; readonly notify: (text: string) => void },
): Promise<WorkspaceProvider | null> {
  if (plan === null) return null;
  const { createWorkspaceProvider } = await import("../../workspaces/index.ts");
  return createWorkspaceProvider({
    root: plan.root,
    copy: config.workspaceCopy,
    cleanup: config.workspaceCleanup,
    output: {
      mode: config.workspaceOutputMode,
      dir: config.workspaceOutputDir,
      exclude: config.workspaceOutputExcludePatterns,
    },
    clock,
    notify,
  });
}
