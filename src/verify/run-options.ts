import * as z from "zod";
import {
  type Clock,
  type Environment,
  functionLike,
  issueLines,
  KareninaError,
  onlyMembers,
  type ShapeOf,
} from "../base/index.ts";
import type { RunEvents } from "../run/index.ts";
import { extensionMembers, type RunExtensions } from "./extensions.ts";
import { ReporterShape } from "./reporter-shape.ts";

/** How to run a benchmark from code. */
export interface RunVerificationOptions extends RunExtensions {
  /** Default: every finished question. */
  readonly questionIds?: readonly string[];
  /** Told what happens, such as for a progress display. */
  readonly events?: RunEvents | readonly RunEvents[];
  /**
   * Told before the first model call what will be missing from the results, such as traits that cannot be judged here;
   * later what agents leave behind.
   */
  readonly warn?: (warning: string) => void;
  /** Aborting it ends the run with code `cancelled`; what was written to `output` is kept. */
  readonly signal?: AbortSignal;
  /** Results log (`.jsonl`) that grows with the run, so that it can be resumed. Without it results are only in memory. */
  readonly output?: string;
  /** Go on with the run whose log `output` is. Default false: an existing file is refused. */
  readonly resume?: boolean;
  /** With `resume`: also repeat tasks whose model could not be reached. Default false. */
  readonly retryFailed?: boolean;
  /** Stored with every result. */
  readonly runName?: string;
  /** File that every exchange with a model is written to, for the interface `replay`. */
  readonly record?: string;
  /** Default: `process.env`. */
  readonly environment?: Environment;
  readonly clock?: Clock;
  /** Uniform in 0..1, for backoff and random order. Default: `Math.random`. */
  readonly random?: () => number;
}

const text = z.string().optional();
const flag = z.boolean().optional();
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const objectLike = z.custom<object>(isObject, "expected an object");
const having = (...methods: readonly string[]) =>
  objectLike.refine(
    (value) => methods.every((name) => typeof Reflect.get(value, name) === "function"),
    `expected an object with ${methods.join(", ")}`,
  );

const Options = onlyMembers(
  {
    ...extensionMembers,
    questionIds: z.array(z.string()).optional(),
    events: z.union([ReporterShape, z.array(ReporterShape)]).optional(),
    warn: functionLike.optional(),
    signal: having("addEventListener", "throwIfAborted").optional(),
    output: text,
    resume: flag,
    retryFailed: flag,
    runName: text,
    record: text,
    environment: objectLike.optional(),
    clock: having("now", "monotonic", "sleep").optional(),
    random: functionLike.optional(),
  } satisfies ShapeOf<RunVerificationOptions>,
  "option",
).refine(({ resume, output }) => resume !== true || output !== undefined, {
  path: ["resume"],
  message: "expected output beside it, the log to go on with",
});

/**
 * Looks at the options of `runVerification`, for callers that no compiler has looked at.
 *
 * @throws KareninaError `configuration` that names each option that is none, with the nearest one, and each wrong value.
 */
export function refuseWrongOptions(options: unknown): void {
  const { error } = Options.safeParse(options, { reportInput: true });
  if (error === undefined) return;
  const problems = issueLines(error.issues);
  throw new KareninaError(
    "configuration",
    `The options of runVerification cannot be used: ${problems.join("; ")}.`,
    { hint: `There are ${Object.keys(Options.shape).join(", ")}; settings of the run come before them.` },
  );
}
