import { posix } from "node:path";

/** True for a relative path that stays inside the folder it is joined to, on every operating system. */
export function isInsidePath(path: string): boolean {
  const slashes = path.replaceAll("\\", "/");
  if (path === "" || path.includes("\0") || slashes.startsWith("/") || /^[A-Za-z]:/.test(path)) return false;
  const normal = posix.normalize(slashes);
  return normal !== ".." && !normal.startsWith("../");
}
