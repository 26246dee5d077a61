import { enableCompileCache } from "node:module";
import { ownCacheFolder } from "../base/index.ts";

/**
 * Lets Node keep compiled code between runs, in a folder that only this user can write: whoever can write there decides
 * what runs. Without such a folder nothing is kept.
 */
export function keepCompiledCode(): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  const folder = ownCacheFolder(process.env);
  if (folder !== undefined) enableCompileCache(folder);
}
