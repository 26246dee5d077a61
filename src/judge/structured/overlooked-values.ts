import { isJsonObject, type JsonObject } from "../../base/index.ts";

/** Each is read twice more. */
const mostReadings = 20;
/** Keys under which replies put the whole of what was asked for; what stands under others speaks about it. */
const wrappers = /^(?:final)?(?:answer|result|response|reply|output|data|values|properties)$/;

/** What an object would say if what stands under one of its keys were meant for others of them. */
interface OverlookedValue {
  readonly reading: JsonObject;
  /** The object without that key. It tells whether the key was overlooked: then nothing else is read in it. */
  readonly rest: JsonObject;
}

/** The values of an object under a key that looks like another one, and those of an answer within it; of very many the first. */
export function overlookedValues(object: JsonObject): readonly OverlookedValue[] {
  const keys = Object.keys(object);
  const alike = Map.groupBy(keys, lookOf);
  const found: OverlookedValue[] = [];
  for (const key of keys) {
    const twins = (alike.get(lookOf(key)) ?? []).slice(0, mostReadings).filter((twin) => twin !== key);
    const { [key]: value = null } = object;
    const wrapped = isJsonObject(value) && wrappers.test(lookOf(key)) ? value : undefined;
    if (twins.length === 0 && wrapped === undefined) continue;
    const { [key]: _, ...rest } = object;
    found.push(...twins.map((twin) => ({ reading: { ...rest, [twin]: value }, rest })));
    if (wrapped !== undefined) found.push({ reading: { ...rest, ...wrapped }, rest });
    if (found.length >= mostReadings) break;
  }
  return found;
}

function lookOf(key: string): string {
  const letters = key.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");
  return letters === "" ? key : letters.toLowerCase();
}
