import type { JsonValue } from "../../base/index.ts";
import { KareninaError } from "../../base/index.ts";
import { type CheckTools, resolvePrimitive } from "../../template/index.ts";
import type { ComparedTo } from "../definition/compared-to.ts";

/**
 * Whether a value passes. One that is missing is like null, and null passes only where null is what is expected. What is
 * expected to be true or false passes as that alone: in templates `BooleanMatch` takes any text but `""` for true, and here
 * "no" would lead on where yes was asked for.
 *
 * @throws KareninaError for a value that the primitive cannot compare, and for a primitive that cannot be used
 */
export async function valuePasses(
  value: JsonValue | undefined,
  { expected, verifyWith }: ComparedTo,
  tools: CheckTools,
): Promise<boolean> {
  const primitive = resolvePrimitive(verifyWith);
  if (primitive.kind !== "parsed")
    throw new KareninaError("check_error", `${primitive.type} looks at raw responses and compares no values`);
  const found = value ?? null;
  if (primitive.type === "BooleanMatch" && typeof found !== "boolean" && found !== null) return false;
  const passes = await primitive.check(found, expected, tools);
  return passes && (found !== null || expected === null);
}
