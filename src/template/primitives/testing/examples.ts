import { expect, test } from "vitest";
import { createPatternEngine, type JsonValue, KareninaError } from "../../../base/index.ts";
import type { CheckTools, PrimitiveSpec } from "../primitive.ts";
import { type ResolvedParsedPrimitive, resolvePrimitive } from "../resolve-primitive.ts";

export const tools: CheckTools = { patterns: createPatternEngine() };

/** Extracted value, ground truth, expected check result or `"raises"`, and the expected score if it is worth saying. */
type Example = readonly [
  value: JsonValue,
  groundTruth: JsonValue,
  result: boolean | "raises",
  score?: number,
];

export function parsedPrimitive(spec: PrimitiveSpec): ResolvedParsedPrimitive {
  const primitive = resolvePrimitive(spec);
  if (primitive.kind !== "parsed") throw new Error(`${spec.type} looks at the trace`);
  return primitive;
}

/** One test for each example of a primitive. */
export function testExamples(spec: PrimitiveSpec, examples: readonly Example[]): void {
  const primitive = parsedPrimitive(spec);
  test.for(examples.map((example) => [JSON.stringify(spec), ...example] as const))(
    "%s: %j with ground truth %j gives %j",
    async ([, value, groundTruth, result, score]) => {
      if (result === "raises") {
        await expect(primitive.check(value, groundTruth, tools)).rejects.toMatchObject({
          code: "check_error",
        });
        return;
      }
      expect(await primitive.check(value, groundTruth, tools)).toBe(result);
      expect(await primitive.score(value, groundTruth, tools)).toBeCloseTo(score ?? Number(result), 10);
    },
  );
}

/** One test for each raw response a trace primitive looks at. */
export function testTraceExamples(
  spec: PrimitiveSpec,
  examples: readonly (readonly [string, boolean | "raises"])[],
): void {
  const primitive = resolvePrimitive(spec);
  if (primitive.kind !== "trace") throw new Error(`${spec.type} does not look at the trace`);
  test.for(examples.map((example) => [JSON.stringify(spec), ...example] as const))(
    "%s: %j gives %j",
    async ([, trace, result]) => {
      if (result === "raises") {
        await expect(primitive.checkTrace(trace, tools)).rejects.toBeInstanceOf(KareninaError);
        return;
      }
      expect(await primitive.checkTrace(trace, tools)).toBe(result);
    },
  );
}
