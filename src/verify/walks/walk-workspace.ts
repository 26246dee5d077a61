import type { Workspace } from "../../ports/index.ts";

/** The folder of one walk: made for the first turn that needs one, kept for all that follow. */
export interface WalkWorkspace {
  readonly isOpen: boolean;
  open(prepare: () => Promise<Workspace>): Promise<Workspace>;
  /** Puts it away; what went wrong is told, a sentence each. */
  release(): Promise<readonly string[]>;
}

/** No folder yet. */
export function walkWorkspace(): WalkWorkspace {
  let opened: Promise<Workspace> | undefined;
  return {
    get isOpen() {
      return opened !== undefined;
    },
    open(prepare) {
      opened ??= prepare().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async release() {
      const workspace = await opened;
      opened = undefined;
      return workspace === undefined ? [] : workspace.release();
    },
  };
}
