import {
  type JsonValue,
  KareninaError,
  messageOf,
  nearestNames,
  quickReader,
  unread,
} from "../../base/index.ts";
import { describeIssues } from "./author-primitive.ts";
import { findPrimitive, primitives } from "./list.ts";
import type {
  CheckTools,
  ParsedPrimitive,
  PrimitiveDefinition,
  PrimitiveSpec,
  TracePrimitive,
  Vacuity,
} from "./primitive.ts";

interface ResolvedBase {
  readonly type: string;
  /** What is wrong with the parameters, so that every check fails: sentences, empty when all is well. */
  problems(tools: CheckTools): readonly string[];
  /** What is wrong with a ground truth for this primitive, as far as it shows without making the check. */
  groundTruthProblems(groundTruth: JsonValue): readonly string[];
  /** What is made of it where every value passes, so that nothing is checked. */
  vacuity(groundTruth: JsonValue): Vacuity | undefined;
  /** Which values are right, for people: what follows "right where". */
  rightWhen(groundTruth: JsonValue): string;
}

/** A primitive with its parameters, ready to compare values. */
export interface ResolvedParsedPrimitive extends ResolvedBase {
  readonly kind: "parsed";
  /** Throws `KareninaError` with code `check_error` for a value it cannot compare. */
  check(value: JsonValue, groundTruth: JsonValue, tools: CheckTools): Promise<boolean>;
  /** Why a value that equals this ground truth would not pass: sentences, empty when it would. */
  selfProblems(groundTruth: JsonValue, tools: CheckTools): Promise<readonly string[]>;
  /** Credit in 0..1; 1 or 0 by `check` for a primitive without partial credit. */
  score(value: JsonValue, groundTruth: JsonValue, tools: CheckTools): Promise<number>;
}

/** A primitive with its parameters, ready to look at the raw response. */
interface ResolvedTracePrimitive extends ResolvedBase {
  readonly kind: "trace";
  checkTrace(trace: string, tools: CheckTools): Promise<boolean>;
}

export type ResolvedPrimitive = ResolvedParsedPrimitive | ResolvedTracePrimitive;

/**
 * Finds the primitive a stored spec names and reads its parameters.
 * Throws `KareninaError` with code `template_invalid` for an unknown name or a bad parameter.
 */
export function resolvePrimitive(spec: PrimitiveSpec): ResolvedPrimitive {
  const definition = definitionOf(spec);
  const options = readOptions(definition, spec);
  return definition.kind === "trace" ? resolveTrace(definition, options) : resolveParsed(definition, options);
}

/** Whether the primitive that a spec names looks at what the judge read, or at the trace. Throws as {@link resolvePrimitive} for an unknown name. */
export const primitiveKind = (spec: PrimitiveSpec): ResolvedPrimitive["kind"] => definitionOf(spec).kind;

function definitionOf({ type }: PrimitiveSpec) {
  const definition = findPrimitive(type);
  if (definition !== undefined) return definition;
  const names = primitives.map((one) => one.type);
  const near = nearestNames(type ?? "", names);
  throw new KareninaError("template_invalid", `There is no primitive ${JSON.stringify(type)}.`, {
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : `There are ${names.join(", ")}.`,
  });
}

const quickReaders: ReadonlyMap<string, (given: unknown) => unknown> = new Map(
  primitives.map(({ type, options }) => [type, quickReader(options, "own")]),
);

function readOptions<Options>(definition: PrimitiveDefinition<Options>, spec: PrimitiveSpec): Options {
  const { type, ...given } = spec;
  const quick = quickReaders.get(type)?.(given);
  // the compiler cannot follow that it is what the schema would give
  if (quick !== undefined && quick !== unread) return quick as Options;
  const parsed = definition.options.safeParse(given, { reportInput: true });
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
    problems: (tools) => definition.validate?.(options, tools) ?? [],
    groundTruthProblems: (groundTruth) => definition.validateGroundTruth?.(groundTruth, options) ?? [],
    vacuity: (groundTruth) => definition.vacuity?.(options, groundTruth),
    rightWhen: (groundTruth) => definition.rightWhen(options, groundTruth),
    selfProblems: (groundTruth, tools) => selfProblems(definition, options, groundTruth, tools),
    check: async (value, groundTruth, tools) => definition.check(value, groundTruth, options, tools),
    score: async (value, groundTruth, tools) =>
      definition.score === undefined
        ? Number(await definition.check(value, groundTruth, options, tools))
        : clamped(definition.score(value, groundTruth, options, tools)),
  };
}

/** A right value has to pass: what is stored as the ground truth is compared with itself. */
async function selfProblems<Options>(
  definition: ParsedPrimitive<Options>,
  options: Options,
  groundTruth: JsonValue,
  tools: CheckTools,
): Promise<readonly string[]> {
  if (definition.passesItself?.(options) === false) return [];
  try {
    if (await definition.check(groundTruth, groundTruth, options, tools)) return [];
    return [
      `${definition.type} does not pass ${JSON.stringify(groundTruth)} itself, so the right value would count as wrong`,
    ];
  } catch (error) {
    return [messageOf(error)];
  }
}

function resolveTrace<Options>(
  definition: TracePrimitive<Options>,
  options: Options,
): ResolvedTracePrimitive {
  return {
    kind: "trace",
    type: definition.type,
    problems: (tools) => definition.validate?.(options, tools) ?? [],
    groundTruthProblems: (groundTruth) =>
      typeof groundTruth === "boolean"
        ? []
        : [`expected true or false, found ${JSON.stringify(groundTruth)}`],
    vacuity: (groundTruth) => definition.vacuity?.(options, groundTruth),
    rightWhen: (groundTruth) => definition.rightWhen(options, groundTruth),
    checkTrace: async (trace, tools) => definition.checkTrace(trace, options, tools),
  };
}

/** Within 0..1; no number at all is no credit. */
function clamped(score: number): number {
  return Number.isNaN(score) ? 0 : Math.min(Math.max(score, 0), 1);
}
