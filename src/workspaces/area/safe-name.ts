import { sha256 } from "../../base/index.ts";

/**
 * A name for a file or folder made of an id: letters, digits, `-`, `_` and `.` stay, anything else becomes `_`, dots and
 * underscores at both ends go. `unknown` where nothing is left. Longer than `bytes` in UTF-8: cut, and told apart by a hash.
 *
 * @example
 * safeName("urn:uuid:question-what-1f3a"); // "urn_uuid_question-what-1f3a"
 */
export function safeName(id: string, bytes = 120): string {
  const safe = id.replace(/[^\p{L}\p{N}\-_.]/gu, "_").replace(/^[._]+|[._]+$/g, "");
  return safe === "" ? "unknown" : clipName(safe, bytes);
}

/** A name of at most `bytes` in UTF-8: a longer one is cut, and told apart by a hash of the whole. */
export function clipName(name: string, bytes: number): string {
  if (Buffer.byteLength(name) <= bytes) return name;
  const mark = `-${sha256(name).slice(0, 8)}`;
  let room = bytes - mark.length;
  let kept = "";
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept + mark;
}

/** Room for the run's part of a name in the 255 bytes that file systems take. */
export const longestBase = 150;
