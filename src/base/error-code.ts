/** The code of an error of Node or of the system, such as `ENOENT`; undefined where it has none. */
export function readErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
