import { atMost, KareninaError } from "../base/index.ts";
import type { WorkspaceProviderOptions } from "./provider-options.ts";
import { type RunCaptures, runCaptures } from "./run-captures.ts";
import { type RunFolders, runFolders } from "./run-folders.ts";

/** Trees that are copied, read or removed at the same time. */
const treesAtOnce = 8;

/** What the workspaces of one run have in common. */
export interface WorkspaceRun {
  readonly options: WorkspaceProviderOptions;
  readonly folders: RunFolders;
  readonly captures: RunCaptures;
  /** Aborted when the run is over. */
  readonly ended: AbortSignal;
  /** Does something on a tree, a few at a time; the run's end waits for it. */
  work<T>(task: () => Promise<T>): Promise<T>;
  /** What is to be done at the run's end with folders that nobody released, by path. */
  readonly unreleased: Map<string, () => Promise<readonly string[]>>;
  /** Lets nothing new begin and waits for what is under way. */
  end(): Promise<void>;
}

/** Begins a run. Throws `KareninaError` `configuration` for captures without a folder to go to. */
export function workspaceRun(options: WorkspaceProviderOptions): WorkspaceRun {
  const folders = runFolders(options);
  const inTurn = atMost(treesAtOnce);
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    options,
    folders,
    captures: runCaptures(options.output, folders, options.clock),
    ended: ending.signal,
    work(task) {
      const done = inTurn(task);
      const settled: Promise<unknown> = done
        .catch(() => undefined)
        .finally(() => {
          underWay.delete(settled);
        });
      underWay.add(settled);
      return done;
    },
    unreleased: new Map(),
    async end() {
      ending.abort(new KareninaError("cancelled", "The run's workspaces are closed."));
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
