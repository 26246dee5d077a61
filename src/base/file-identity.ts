import { readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";

const mostLinks = 40;

/**
 * What two names of one file have in common: the path behind symbolic links and linked folders, and the file itself where it
 * exists, which hard links share. A file that does not exist is where writing would make it. Nothing is lost by writing to a
 * device, so each name of one stands for itself.
 */
export async function fileIdentity(file: string): Promise<readonly string[]> {
  const full = path.resolve(file);
  const found = await stat(full, { bigint: true }).catch(() => undefined);
  if (found?.isFile() === false) return [full];
  const place = await realPlace(full, mostLinks);
  return found === undefined ? [place] : [place, `${found.dev}:${found.ino}`];
}

/** True for two names of one file. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([fileIdentity(one), fileIdentity(other)]);
  return first.some((part) => second.includes(part));
}

async function realPlace(file: string, links: number): Promise<string> {
  const whole = await realpath(file).catch(() => undefined);
  if (whole !== undefined) return whole;
  const parent = path.dirname(file);
  if (parent === file) return file;
  const folder = await realPlace(parent, links);
  const target = links === 0 ? undefined : await readlink(file).catch(() => undefined);
  return target === undefined
    ? path.join(folder, path.basename(file))
    : realPlace(path.resolve(folder, target), links - 1);
}
