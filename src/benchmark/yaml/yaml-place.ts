import { isScalar, type Node } from "yaml";

/** A place in a file by the keys that lead there. */
export interface YamlPlace {
  readonly path: readonly PropertyKey[];
  /** True: the last key itself, not its value. */
  readonly key?: boolean;
}

/** The text of a map's key. */
export function keyText(key: Node): string {
  return isScalar(key) ? String(key.value) : "";
}
