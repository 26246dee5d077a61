import { type JsonValue, KareninaError } from "../../base/index.ts";
import { describeIssues } from "./author-primitive.ts";
import { findPrimitive, nearestPrimitiveNames } from "./list.ts";
import type {
  CheckTools,
  ParsedPrimitive,
  PrimitiveDefinition,
  PrimitiveSpec,
  TracePrimitive,
} from "./primitive.ts";

interface ResolvedBase {
  readonly type: string;
  /**
   * What is wrong with the parameters, and with the ground truth if one is given: sentences, empty when all is well.
   * A parameter problem makes every check fail; a ground truth problem means that it can never match.
   */
  problems(tools: CheckTools, groundTruth?: JsonValue): readonly string[];
}

/** A primitive with its parameters, ready to compare values. */
export interface ResolvedParsedPrimitive extends ResolvedBase {
  readonly kind: "parsed";
  /** Throws `KareninaError` with code `check_error` for a value it cannot compare. */
  check(value: JsonValue, groundTruth: JsonValue, tools: CheckTools): Promise<boolean>;
  /** Credit in 0..1; 1 or 0 by `check` for a primitive without partial credit. */
  score(value: JsonValue, groundTruth: JsonValue, tools: CheckTools): Promise<number>;
}

/** A primitive with its parameters, ready to look at the raw response. */
export interface ResolvedTracePrimitive extends ResolvedBase {
  readonly kind: "trace";
  checkTrace(trace: string, tools: CheckTools): Promise<boolean>;
}

export type ResolvedPrimitive = ResolvedParsedPrimitive | ResolvedTracePrimitive;

/**
 * Finds the primitive a stored spec names and reads its parameters.
 * Throws `KareninaError` with code `template_invalid` for an unknown name or a bad parameter.
 */
export function resolvePrimitive(spec: PrimitiveSpec): ResolvedPrimitive {
  const definition = findPrimitive(spec.type);
  if (definition === undefined) {
    throw new KareninaError("template_invalid", `There is no primitive ${JSON.stringify(spec.type)}.`, {
      hint: `Did you mean ${nearestPrimitiveNames(spec.type ?? "").join(", ")}?`,
    });
  }
  const options = readOptions(definition, spec);
  return definition.kind === "trace" ? resolveTrace(definition, options) : resolveParsed(definition, options);
}

function readOptions<Options>(definition: PrimitiveDefinition<Options>, spec: PrimitiveSpec): Options {
  const { type, ...given } = spec;
  const parsed = definition.options.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new KareninaError("template_invalid", `${type}: ${describeIssues(parsed.error)}`);
}

function resolveParsed<Options>(
  definition: ParsedPrimitive<Options>,
  options: Options,
): ResolvedParsedPrimitive {
  return {
    kind: "parsed",
    type: definition.type,
    problems: (tools, groundTruth) => [
      ...(definition.validate?.(options, tools) ?? []),
      ...(groundTruth === undefined ? [] : (definition.validateGroundTruth?.(groundTruth, options) ?? [])),
    ],
    check: async (value, groundTruth, tools) => definition.check(value, groundTruth, options, tools),
    score: async (value, groundTruth, tools) =>
      definition.score === undefined
        ? Number(await definition.check(value, groundTruth, options, tools))
        : clamped(definition.score(value, groundTruth, options, tools)),
  };
}

function resolveTrace<Options>(
  definition: TracePrimitive<Options>,
  options: Options,
): ResolvedTracePrimitive {
  return {
    kind: "trace",
    type: definition.type,
    problems: (tools, groundTruth) => [
      ...(definition.validate?.(options, tools) ?? []),
      ...(groundTruth === undefined || typeof groundTruth === "boolean"
        ? []
        : [`true or false is expected, found ${JSON.stringify(groundTruth)}`]),
    ],
    checkTrace: async (trace, tools) => definition.checkTrace(trace, options, tools),
  };
}

/** Within 0..1; no number at all is no credit. */
function clamped(score: number): number {
  return Number.isNaN(score) ? 0 : Math.min(Math.max(score, 0), 1);
}
