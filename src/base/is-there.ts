import { lstat } from "node:fs/promises";

/** True when there is anything of that name, also a link that leads nowhere. */
export async function isThere(file: string | Buffer): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
