import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { readErrorCode } from "./error-code.ts";
import { KareninaError, messageOf } from "./errors.ts";
import { refuseUnsafeJson } from "./json-cost.ts";
import type { JsonValue } from "./json-value.ts";

/** Larger files are refused before they are read, in bytes; so are longer lines. */
export const longestText = 256 * 1024 * 1024;

/**
 * The bytes of a file.
 *
 * @param name what messages call it, such as `Preset p.json`
 * @throws KareninaError `file_not_found`, or `file_unreadable` for a folder, a device, a file too large or not ours
 */
export async function readLimitedFile(file: string, name: string): Promise<Buffer> {
  try {
    const about = await stat(file);
    if (!about.isFile())
      throw new KareninaError("file_unreadable", `${name}: expected a file, found a folder or device`);
    if (about.size > longestText) throw tooLong(name, about.size);
    return await readFile(file);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    const missing = readErrorCode(error) === "ENOENT";
    throw missing
      ? new KareninaError("file_not_found", `${name} does not exist.`, { cause: error })
      : new KareninaError("file_unreadable", `${name} cannot be read: ${messageOf(error)}.`, {
          cause: error,
        });
  }
}

/** The error for a file, or a part of one, that is longer than what is read. */
export function tooLong(name: string, bytes: number): KareninaError {
  const megabytes = (size: number) => Math.ceil(size / 1024 / 1024);
  return new KareninaError(
    "file_unreadable",
    `${name}: expected at most ${megabytes(longestText)} MB, found ${megabytes(bytes)} MB`,
  );
}

/** The error for a file that is no UTF-8. `name` is what messages call it, `bytes` are its first. */
export function foreignText(name: string, bytes: Buffer): KareninaError {
  const mark = bytes.subarray(0, 2).toString("hex");
  const found = mark === "fffe" || mark === "feff" ? "UTF-16" : "bytes that are not";
  return new KareninaError("file_unreadable", `${name}: expected UTF-8 text, found ${found}`, {
    hint: "Save the file as UTF-8.",
  });
}

/** The value of a JSON file; see {@link readLimitedFile}. Throws `file_unreadable` also for what is no JSON. */
export async function readJsonFile(file: string, name: string): Promise<JsonValue> {
  const bytes = await readLimitedFile(file, name);
  if (!isUtf8(bytes)) throw foreignText(name, bytes);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  refuseUnsafeJson(text, name);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new KareninaError("file_unreadable", `${name} is not JSON: ${messageOf(error)}.`, { cause: error });
  }
}
