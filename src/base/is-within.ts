import path from "node:path";

/** True for the folder itself and what is in it; both absolute. */
export function isWithin(folder: string, inner: string): boolean {
  const way = path.relative(folder, inner);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
