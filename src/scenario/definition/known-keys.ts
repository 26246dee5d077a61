import { askNearest, isJsonObject, KareninaError } from "../../base/index.ts";

/**
 * Refuses what no compiler has looked at: options of `name` that are no object, and keys that it does not have.
 *
 * @throws KareninaError `invalid_input` naming each unknown key with the nearest known one
 */
export function checkKeys(name: string, given: unknown, known: readonly string[]): void {
  if (!isJsonObject(given))
    throw new KareninaError("invalid_input", `${name}: expected an object with ${known.join(", ")}`);
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  const told = unknown.map((key) => `unknown key ${JSON.stringify(key)}${askNearest(key, known)}`);
  throw new KareninaError("invalid_input", `${name}: ${told.join("; ")}`, {
    hint: `It takes ${known.join(", ")}.`,
  });
}
