import { messageOf } from "../base/index.ts";
import type { WorkspaceProvider } from "../ports/index.ts";
import { openWorkspace } from "./open-workspace.ts";
import { prepareFolder } from "./prepare-folder.ts";
import type { WorkspaceProviderOptions } from "./provider-options.ts";
import { workspaceRun } from "./workspace-run.ts";

/**
 * Prepares the folders that agents of one run work in: copies of the questions' folders beside them, or new empty ones.
 * Each is written down before it is made, so that what a killed run leaves can be listed and removed. Throws
 * `KareninaError` `configuration` for captures without a folder to go to.
 *
 * @example
 * await using workspaces = createWorkspaceProvider({
 *   root: "tasks", copy: true, cleanup: true, output: { mode: "none", dir: null, exclude: [] }, clock: systemClock,
 * });
 * const workspace = await workspaces.prepare({ questionId: "q1", source: "parser", replicate: null });
 */
export function createWorkspaceProvider(options: WorkspaceProviderOptions): WorkspaceProvider {
  const run = workspaceRun(options);
  const { captures, folders, unreleased } = run;
  const notify = options.notify ?? (() => undefined);
  return {
    prepare: (request) => run.work(async () => openWorkspace(run, await prepareFolder(run, request))),
    async [Symbol.asyncDispose]() {
      await run.end();
      for (const warnings of await Promise.all([...unreleased.values()].map((release) => release())))
        for (const warning of warnings) notify(warning);
      try {
        await captures.complete();
      } catch (error) {
        notify(`The manifest of captured workspaces could not be completed: ${messageOf(error)}`);
      }
      await folders.tidy();
    },
  };
}
