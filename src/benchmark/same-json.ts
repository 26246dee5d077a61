import { type JsonValue, renderPythonJson } from "../base/index.ts";

/** JSON text with sorted keys: equal values have equal text, whatever the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  return renderPythonJson(value, { sortKeys: true });
}

/** True when both hold the same JSON value; absent equals only absent. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  return left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right);
}
