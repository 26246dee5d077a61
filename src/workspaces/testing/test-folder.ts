import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Clock, systemClock } from "../../base/index.ts";
import type { WorkspaceProvider } from "../../ports/index.ts";
import { createWorkspaceProvider } from "../create-workspace-provider.ts";
import type { WorkspaceProviderOptions } from "../provider-options.ts";
import { removeTree } from "../tree/remove-tree.ts";

/** A folder for one test, gone when disposed: a workspace root, a place outside of it, one for captures, one for temporary files. */
export interface TestFolder extends AsyncDisposable {
  readonly root: string;
  readonly outside: string;
  readonly captures: string;
  readonly temporary: string;
  /** Writes files, by their path below the folder. */
  write(files: { readonly [path: string]: string }): Promise<void>;
  provider(options?: Partial<WorkspaceProviderOptions>): WorkspaceProvider;
}

/** Every run of a test happens at the same second. */
export const testClock: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

/** Makes a folder for one test. */
export async function testFolder(): Promise<TestFolder> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "workspaces-test-")));
  const place = (name: string) => path.join(folder, name);
  for (const name of ["root", "outside", "temporary"]) await mkdir(place(name));
  // the folder of a test can be entered by any user: some tests are about users without rights
  for (const name of [".", "root", "outside", "temporary"]) await chmod(place(name), 0o777);
  const temporary = place("temporary");
  const root = place("root");
  return {
    ...{ root, temporary, outside: place("outside"), captures: place("captures") },
    async write(files) {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(place(name)), { recursive: true });
        await writeFile(place(name), text);
      }
    },
    provider: (options = {}) =>
      createWorkspaceProvider({
        ...{ root, temporary, copy: true, cleanup: true, clock: testClock },
        output: { mode: "none", dir: null, exclude: [] },
        ...options,
      }),
    [Symbol.asyncDispose]: () => removeTree(folder),
  };
}

/** All in a folder by its path: kind, mode and content; links are not followed. */
export function contentOf(folder: string): { readonly [path: string]: string } {
  const found: Record<string, string> = {};
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const stats = lstatSync(file);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(file)}`;
    else if (stats.isFile())
      found[name] = `${mode} ${hashOf(readFileSync(file))} ${Math.floor(stats.mtimeMs)}`;
    else found[name] = mode;
  }
  return found;
}

/** Names of what is in a folder and below; links are not followed, and what its owner has closed is not entered. */
export function namesIn(folder: string, within = ""): readonly string[] {
  return entriesOf(path.join(folder, within))
    .flatMap((entry) => {
      const name = path.join(within, entry.name);
      return entry.isDirectory() ? [name, ...namesIn(folder, name)] : [name];
    })
    .sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return [];
    throw error;
  }
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
