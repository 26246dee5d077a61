import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { homedir, platform } from "node:os";
import path from "node:path";
import type { Environment } from "./environment.ts";

/**
 * The folder for what is kept between runs in the user's cache. Whoever can write there decides what runs, so it is one
 * that only this user can write; undefined without such a folder.
 */
export function ownCacheFolder(environment: Environment): string | undefined {
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

function userCache(environment: Environment): string | undefined {
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
