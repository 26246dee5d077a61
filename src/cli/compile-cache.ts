import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir, platform } from "node:os";
import path from "node:path";

/**
 * Lets Node keep compiled code between runs, in a folder that only this user can write: whoever can write there decides
 * what runs. Without such a folder nothing is kept.
 */
export function keepCompiledCode(): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  const folder = ownCacheFolder(process.env);
  if (folder !== undefined) enableCompileCache(folder);
}

/** A folder for compiled code in the user's cache; undefined where another user might write it. */
export function ownCacheFolder(environment: NodeJS.ProcessEnv): string | undefined {
  try {
    const cache = userCache(environment);
    if (cache === undefined) return undefined;
    const folder = path.join(cache, "karenina");
    makeFolder(cache);
    makeFolder(folder);
    return isOwn(cache) && isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function userCache(environment: NodeJS.ProcessEnv): string | undefined {
  if (platform() === "win32") return environment.LOCALAPPDATA;
  const given = environment.XDG_CACHE_HOME;
  if (given !== undefined && path.isAbsolute(given)) return given;
  const home = environment.HOME ?? homedir();
  if (!path.isAbsolute(home)) return undefined;
  return path.join(home, platform() === "darwin" ? "Library/Caches" : ".cache");
}

/** Makes one folder: with `recursive`, Node never ends where the system makes none, as in `/proc`. */
function makeFolder(folder: string): void {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/** True for a folder of this user that nobody else may write. Windows keeps a user's folders to the user. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  return platform() === "win32" || (found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
}
