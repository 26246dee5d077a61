import type * as z from "zod";
import type { JsonValue, PatternEngine } from "../../base/index.ts";

/** A primitive as stored: its registered name and its parameters. */
export interface PrimitiveSpec {
  readonly type: string;
  readonly [parameter: string]: JsonValue;
}

declare const accepts: unique symbol;

/**
 * A primitive as authored. `Value` is what a field may hold to be checked by it, so that
 * a primitive that does not fit its field is a compile error.
 */
export type Primitive<Value> = PrimitiveSpec & { readonly [accepts]?: (value: Value) => void };

/** What a check may use. */
export interface CheckTools {
  readonly patterns: PatternEngine;
  /** Aborting it ends what a check still waits for. */
  readonly signal?: AbortSignal | undefined;
}

/** What is made of a check that every value passes: a template with it is refused, or only spoken of. */
export type Vacuity = "refused" | "doubted";

/** What every kind of primitive answers for itself. */
interface PrimitiveBase<Options> {
  /** Registered name, e.g. `ExactMatch`. */
  readonly type: string;
  /** Parameters with defaults; strict. Keys in camelCase. */
  readonly options: z.ZodType<Options>;
  /** One line for the table in the documentation. */
  readonly summary: string;
  /** Which values it is for, for the table: `text`, `number`, `list`, … */
  readonly values: string;
  /** Which values are right, for people: what follows "right where", such as `it is within 1 % of 46`. */
  rightWhen(options: Options, groundTruth: JsonValue): string;
  /** Problems of the parameters that only show with tools, such as a pattern that cannot be read. */
  validate?(options: Options, tools: CheckTools): readonly string[];
  /**
   * Problems of a ground truth this primitive cannot use, such as text that is no number. One that does not pass its own
   * check is found without.
   */
  validateGroundTruth?(groundTruth: JsonValue, options: Options): readonly string[];
  /** Where every value passes; `doubted` for those that the Python system's files are known to hold. */
  vacuity?(options: Options, groundTruth: JsonValue): Vacuity | undefined;
}

/** Compares the value the judge extracted with the ground truth. */
export interface ParsedPrimitive<Options> extends PrimitiveBase<Options> {
  readonly kind: "parsed";
  /** Throws `KareninaError` with code `check_error` for a value it cannot compare. */
  check(
    value: JsonValue,
    groundTruth: JsonValue,
    options: Options,
    tools: CheckTools,
  ): boolean | Promise<boolean>;
  /** True: it reads dates as people write them, without month or day too. */
  readonly readsDates?: boolean;
  /** False where the ground truth itself does not pass: a bound that is outside, or a check that is made elsewhere. */
  passesItself?(options: Options): boolean;
  /** Partial credit in 0..1; default: 1 when `check` passes, else 0. */
  score?(value: JsonValue, groundTruth: JsonValue, options: Options, tools: CheckTools): number;
}

/** Looks at the raw trace; the judge is not asked. */
export interface TracePrimitive<Options> extends PrimitiveBase<Options> {
  readonly kind: "trace";
  checkTrace(trace: string, options: Options, tools: CheckTools): boolean | Promise<boolean>;
}

/** The behaviour of one registered primitive. */
export type PrimitiveDefinition<Options> = ParsedPrimitive<Options> | TracePrimitive<Options>;

/** Returns its argument; exists so that `Options` is inferred. */
export function definePrimitive<Options>(definition: ParsedPrimitive<Options>): ParsedPrimitive<Options>;
export function definePrimitive<Options>(definition: TracePrimitive<Options>): TracePrimitive<Options>;
export function definePrimitive<Options>(
  definition: PrimitiveDefinition<Options>,
): PrimitiveDefinition<Options> {
  return definition;
}
