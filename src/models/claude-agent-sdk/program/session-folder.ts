import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Folders of one run: what the program writes for itself, so that it neither reads nor writes the user's own. */
export interface SessionFolder extends AsyncDisposable {
  readonly root: string;
  readonly home: string;
  readonly config: string;
  readonly temporary: string;
  /** An empty folder to work in, for runs without a workspace. */
  readonly empty: string;
}

/** Makes the folders of one run; they are removed when it is over. */
export async function openSessionFolder(): Promise<SessionFolder> {
  const root = await mkdtemp(path.join(tmpdir(), "karenina-claude-"));
  const home = path.join(root, "home");
  const folder = {
    ...{ root, home, config: path.join(home, ".claude") },
    ...{ temporary: path.join(root, "tmp"), empty: path.join(root, "empty") },
  };
  for (const place of [folder.config, folder.temporary, folder.empty])
    await mkdir(place, { recursive: true });
  return {
    ...folder,
    async [Symbol.asyncDispose]() {
      // a leftover in the system's temporary folder is no reason to lose a run
      await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
    },
  };
}
